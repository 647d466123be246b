//! How much of an endgame advantage can be hoped to win: fewer pawns and opposite bishops mean
//! less.
//!
//! The sides are judged by the sign of the endgame score. Draws and wins that are certain are
//! not scaled but known: see [`endings`](crate::endings).

use ferz_rules::{Bitboard, ByColor, Color, PieceType, Position};

use crate::endings::is_rook_pawn_fortress;

/// A part of the endgame score, in sixty-fourths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scale(i32);

impl Scale {
    /// The denominator: 64 parts are the whole.
    pub const FULL: i32 = 64;
    /// The score counts in full.
    pub const NORMAL: Self = Self(Self::FULL);
    /// The score counts for nothing.
    pub const DRAW: Self = Self(0);

    /// The parts of 64.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// How much of the score counts when this player is ahead.
    #[inline]
    pub(super) fn of(position: &Position, strong: Color, passed: &ByColor<Bitboard>) -> Self {
        let pawns = position.pieces(strong, PieceType::Pawn).len() as i32;
        if pawns == 0
            && let Some(scale) = Self::without_pawns(position, strong)
        {
            return scale;
        }
        if let Some(scale) = Self::opposite_bishops(position, strong, passed) {
            return scale;
        }
        if is_rook_pawn_fortress(position, strong) {
            return Self::DRAW;
        }
        Self((PAWNS_BASE + PAWNS_STEP * pawns).min(Self::FULL))
    }

    /// Without pawns a minor piece more is not enough.
    fn without_pawns(position: &Position, strong: Color) -> Option<Self> {
        let (ours, theirs) = (force(position, strong), force(position, !strong));
        if ours - theirs > BISHOP {
            return None;
        }
        Some(if ours < ROOK {
            Self::DRAW
        } else if theirs <= BISHOP {
            Self(4)
        } else {
            Self(14)
        })
    }

    /// Bishops that never meet: alone they hold almost anything, with other pieces about they
    /// help the attacker too.
    fn opposite_bishops(
        position: &Position,
        strong: Color,
        passed: &ByColor<Bitboard>,
    ) -> Option<Self> {
        let bishops = position.kind(PieceType::Bishop);
        let (dark, light) = (bishops & Bitboard::DARK, bishops & Bitboard::LIGHT);
        let white = position.color(Color::White);
        let opposite = dark.len() == 1
            && light.len() == 1
            && dark.is_disjoint(white) != light.is_disjoint(white);
        if !opposite {
            return None;
        }
        let alone =
            force(position, Color::White) == BISHOP && force(position, Color::Black) == BISHOP;
        let passed = passed[strong].len() as i32;
        Some(Self(if alone { (18 + 5 * passed).min(Self::FULL) } else { 46 }))
    }
}

/// With one pawn left the win is less certain than with eight.
const PAWNS_BASE: i32 = 38;
const PAWNS_STEP: i32 = 7;

const BISHOP: i32 = 3;
const ROOK: i32 = 5;

/// Pieces other than pawns, roughly counted.
fn force(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).len() as i32;
    BISHOP * (count(PieceType::Knight) + count(PieceType::Bishop))
        + ROOK * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: i32) {
        let position: Position = fen.parse().unwrap();
        let scale = Scale::of(&position, Color::White, &ByColor::default());
        assert_eq!(scale.get(), expected, "{fen}");
        let mirrored = Scale::of(&position.flip(), Color::Black, &ByColor::default());
        assert_eq!(mirrored, scale);
    }

    #[test]
    fn many_pawns_count_in_full() {
        check("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1", 64);
        check("4k3/8/8/8/8/8/P7/R3K2r w - - 0 1", 45);
    }

    #[test]
    fn small_advantages_without_pawns_do_not_win() {
        check("4k3/7p/8/8/8/8/8/4KB2 w - - 0 1", 0);
        check("4kb2/8/8/8/8/8/8/R3K3 w - - 0 1", 4);
        check("r3k3/8/8/8/8/8/8/R3KB2 w - - 0 1", 14);
        check("r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 38);
    }

    #[test]
    fn opposite_bishops_draw_more_often_alone() {
        check("4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", 18);
        check("r3kb2/pp6/8/8/8/8/PPP5/R3KB2 w - - 0 1", 46);
        check("2b1k3/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1", 59);
    }
}
