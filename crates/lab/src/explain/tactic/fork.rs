//! Double attacks.

use ferz_rules::{PieceType, Position, Square};

use super::{Combination, name, worth};

/// A fork: the first move attacks two pieces at least, of which the same piece takes one with its
/// next move.
pub(super) fn told(combination: &Combination<'_>) -> Option<String> {
    let Combination { after, first, second, .. } = combination;
    let targets = targets(after, first.to());
    let was_target = targets.iter().any(|(square, _)| *square == second.to());
    if second.from() != first.to() || !was_target || targets.len() < 2 {
        return None;
    }
    let mut kinds: Vec<PieceType> = targets.into_iter().map(|(_, kind)| kind).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(worth(*kind)));
    let names: Vec<&str> = kinds.into_iter().take(2).map(name).collect();
    Some(format!("a fork of {}", names.join(" and ")))
}

/// The opponent's pieces that a piece attacks and that are dearer than itself or undefended.
fn targets(position: &Position, from: Square) -> Vec<(Square, PieceType)> {
    let Some(attacker) = position.piece_on(from) else { return Vec::new() };
    let victims = position.color(!attacker.color());
    let is_target = |square: &Square| {
        let attacked = position.attackers_to(*square, position.occupied());
        let is_defended = !attacked.is_disjoint(victims);
        let kind = position.piece_on(*square).map(ferz_rules::Piece::kind);
        attacked.contains(from)
            && kind.is_some_and(|kind| worth(kind) > worth(attacker.kind()) || !is_defended)
    };
    let kind = |square: Square| Some((square, position.piece_on(square)?.kind()));
    victims.into_iter().filter(is_target).filter_map(kind).collect()
}
