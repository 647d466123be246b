//! How far the game is from its endgame, told by the pieces that are left.

use ferz_rules::{PieceType, Position};

use super::score::TaperedScore;

/// 24 with all pieces on the board, 0 with none but kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Phase(i32);

impl Phase {
    /// The full middle game.
    pub const MAX: i32 = 24;

    /// Counts one for each minor piece, two for a rook, four for a queen.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let count = |kind| position.kind(kind).len() as i32;
        let minors = count(PieceType::Knight) + count(PieceType::Bishop);
        let weight = minors + 2 * count(PieceType::Rook) + 4 * count(PieceType::Queen);
        Self(weight.min(Self::MAX))
    }

    /// The number from 0 to 24.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score between its two halves that belongs to this phase, with the endgame half taken
    /// at `scale` parts of [`Scale::FULL`](super::Scale::FULL).
    ///
    /// Divides once, and division rounds towards zero: the result of the opposite score is
    /// exactly opposite.
    #[inline]
    pub(super) const fn interpolate(self, score: TaperedScore, scale: super::Scale) -> i32 {
        let full = super::Scale::FULL;
        let mg = score.mg() * self.0 * full;
        let eg = score.eg() * (Self::MAX - self.0) * scale.get();
        (mg + eg) / (Self::MAX * full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classical::Scale;

    #[test]
    fn start_is_full_and_bare_kings_are_empty() {
        assert_eq!(Phase::of(&Position::startpos()).get(), Phase::MAX);
        let bare: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(Phase::of(&bare).get(), 0);
    }

    #[test]
    fn interpolation_meets_both_ends_and_is_odd() {
        let score = TaperedScore::new(101, -77);
        assert_eq!(Phase(24).interpolate(score, Scale::NORMAL), 101);
        assert_eq!(Phase(0).interpolate(score, Scale::NORMAL), -77);
        for phase in 0..=24 {
            let there = Phase(phase).interpolate(score, Scale::NORMAL);
            assert_eq!(Phase(phase).interpolate(-score, Scale::NORMAL), -there);
        }
    }
}
