//! Attacks that a move opens for another piece.

use ferz_rules::Square;

use super::{Combination, name};

/// A discovered check under whose cover the moved piece takes, or a discovered attack on what the
/// opened piece takes.
pub(super) fn told(combination: &Combination<'_>) -> Option<String> {
    let victim = combination.victim()?;
    let Combination { after, first, second, .. } = combination;
    let king = after.king(after.turn());
    let checks = after.checkers().into_iter().any(|checker| opened(combination, checker, king));
    if checks && second.from() == first.to() {
        return Some(format!("a discovered check that also wins the {}", name(victim)));
    }
    opened(combination, second.from(), second.to())
        .then(|| format!("a discovered attack on the {}", name(victim)))
}

/// Whether a piece that did not move attacks a square after the first move and did not before.
fn opened(combination: &Combination<'_>, from: Square, to: Square) -> bool {
    let Combination { before, after, first, .. } = combination;
    let attacks = |position: &ferz_rules::Position| {
        position.attackers_to(to, position.occupied()).contains(from)
    };
    from != first.to()
        && before.piece_on(from) == after.piece_on(from)
        && !attacks(before)
        && attacks(after)
}
