//! The simplest evaluation: the pieces, counted. A baseline for experiments.

use ferz_rules::{PieceType, Position};

use crate::Evaluator;

/// Counts material and nothing else.
///
/// ```
/// use ferz_eval::{Evaluator, Material};
/// use ferz_rules::Position;
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
/// assert_eq!(Material.evaluate(&position), -500);
/// # Ok::<(), ferz_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

impl Material {
    /// What a piece of this kind counts. A bishop is a little more than a knight, so that the
    /// pair is not given away for nothing.
    pub const fn value(kind: PieceType) -> i32 {
        match kind {
            PieceType::Pawn => 100,
            PieceType::Knight => 310,
            PieceType::Bishop => 330,
            PieceType::Rook => 500,
            PieceType::Queen => 950,
            PieceType::King => 0,
        }
    }
}

impl Evaluator for Material {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        let us = position.turn();
        let balance = |kind| {
            let ours = position.pieces(us, kind).len() as i32;
            let theirs = position.pieces(!us, kind).len() as i32;
            Self::value(kind) * (ours - theirs)
        };
        PieceType::ALL.into_iter().map(balance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_level() {
        assert_eq!(Material.evaluate(&Position::startpos()), 0);
    }

    #[test]
    fn every_kind_counts_for_its_owner() {
        let position: Position = "4k3/8/8/8/8/8/6P1/QRBNK3 w - - 0 1".parse().unwrap();
        assert_eq!(Material.evaluate(&position), 950 + 500 + 330 + 310 + 100);
    }
}
