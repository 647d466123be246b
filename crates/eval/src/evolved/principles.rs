//! The principles as functions, grouped by what they look at. Each counts for one player; where the
//! document counts in halves or quarters, the function says so.

pub(super) mod activity;
pub(super) mod king;
pub(super) mod material;
pub(super) mod pawns;
pub(super) mod pieces;

use ferz_rules::{Bitboard, Color};

/// The opponent's half of the board.
const fn far_half(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::from_bits(0xFFFF_FFFF_0000_0000),
        Color::Black => Bitboard::from_bits(0xFFFF_FFFF),
    }
}

/// What the tests of the groups share.
#[cfg(test)]
pub(super) mod check {
    use ferz_rules::{Color, Position};

    /// Checks what White gets in a position, and that Black gets the same in its mirror image.
    #[track_caller]
    pub(in crate::evolved) fn check(
        count: impl Fn(&Position, Color) -> i32,
        fen: &str,
        expected: i32,
    ) {
        let position: Position = fen.parse().expect("a legal position");
        assert_eq!(count(&position, Color::White), expected, "{fen}");
        assert_eq!(count(&position.flip(), Color::Black), expected, "{fen}, mirrored");
    }
}
