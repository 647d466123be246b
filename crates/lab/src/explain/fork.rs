//! Double attacks that a line makes use of.

use ferz_rules::{Move, PieceType, Position, Square};

const fn worth(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 100,
    }
}

const fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// The words for a fork: the first move of the line attacks two pieces at least, of which the same
/// piece takes one with its next move.
pub(super) fn by(position: &Position, line: &[Move]) -> Option<String> {
    let [first, reply, second, ..] = line else { return None };
    let mover = position.turn();
    let mut after = position.clone();
    after.try_play(*first).ok()?;
    let targets = targets(&after, first.to());
    let mut answered = after.clone();
    answered.try_play(*reply).ok()?;
    let takes = second.from() == first.to() && second.is_capture();
    let was_target = targets.iter().any(|(square, _)| *square == second.to());
    if !takes || !was_target || targets.len() < 2 || answered.turn() != mover {
        return None;
    }
    let mut kinds: Vec<PieceType> = targets.into_iter().map(|(_, kind)| kind).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(worth(*kind)));
    let names: Vec<&str> = kinds.into_iter().take(2).map(name).collect();
    Some(format!(" by {}, a fork of {}", position.san(*first), names.join(" and ")))
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
