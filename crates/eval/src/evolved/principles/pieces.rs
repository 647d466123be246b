//! Bishops, rooks and knights.

use ferz_rules::attacks::{pawn_attacks, rook_attacks};
use ferz_rules::{Color, PieceType, Position, Rank};

use super::far_half;

/// Algorithm 17: one for two bishops or more.
pub(in crate::evolved) fn bishop_pair(position: &Position, color: Color) -> i32 {
    i32::from(position.pieces(color, PieceType::Bishop).has_many())
}

/// Algorithm 18: pairs of rooks on a line with nothing between them.
pub(in crate::evolved) fn connected_rooks(position: &Position, color: Color) -> i32 {
    let rooks = position.pieces(color, PieceType::Rook);
    let seen = |rook| (rook_attacks(rook, position.occupied()) & rooks).len() as i32;
    // Each of a pair sees the other.
    rooks.into_iter().map(seen).sum::<i32>() / 2
}

/// Algorithm 20: knights beyond the middle that a pawn protects and that no enemy pawn on the next
/// rank attacks.
pub(in crate::evolved) fn knight_outposts(position: &Position, color: Color) -> i32 {
    let ours = position.pieces(color, PieceType::Pawn);
    let theirs = position.pieces(!color, PieceType::Pawn);
    let is_outpost = |square| {
        // From where a pawn of ours protects the square, and from where one of theirs attacks it.
        let is_held = !pawn_attacks(!color, square).is_disjoint(ours);
        is_held && pawn_attacks(color, square).is_disjoint(theirs)
    };
    let knights = (position.pieces(color, PieceType::Knight) & far_half(color)).into_iter();
    // The listing leaves out a knight that has no rank before it.
    let last = Rank::Eighth.relative_to(color);
    knights.filter(|&square| square.rank() != last && is_outpost(square)).count() as i32
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    #[test]
    fn two_bishops_are_a_pair() {
        check(bishop_pair, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1);
        check(bishop_pair, "4k3/8/8/8/8/B7/8/2B1KB2 w - - 0 1", 1);
        check(bishop_pair, "2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", 0);
    }

    #[test]
    fn rooks_see_each_other() {
        check(connected_rooks, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", 1);
        check(connected_rooks, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0);
        check(connected_rooks, "4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1", 1);
        check(connected_rooks, "4k3/8/8/R7/p7/8/8/R3K3 w Q - 0 1", 0);
        check(connected_rooks, "4k3/8/8/R6R/8/8/8/R3K3 w Q - 0 1", 2);
    }

    #[test]
    fn outposts_are_held_and_safe() {
        check(knight_outposts, "4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", 1);
        check(knight_outposts, "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", 0);
        check(knight_outposts, "4k3/8/3p4/4N3/3P4/8/8/4K3 w - - 0 1", 0);
        // Only the next rank is looked at, as in the listing.
        check(knight_outposts, "4k3/3p4/8/4N3/3P4/8/8/4K3 w - - 0 1", 1);
        check(knight_outposts, "4k3/8/8/8/4N3/3P4/8/4K3 w - - 0 1", 0);
        check(knight_outposts, "4k3/8/8/N7/1P6/8/8/4K3 w - - 0 1", 1);
        check(knight_outposts, "N3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", 0);
    }
}
