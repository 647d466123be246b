#![doc = include_str!("../README.md")]

mod classical;
mod endings;
pub mod evolved;
mod kind;
mod material;
pub mod nnue;

pub use classical::{
    Breakdown, Classical, EvalReport, Group, MAX_SCORE, Phase, Row, Scale, Shape, TaperedScore,
    Term, Trace, Weight, WeightIndex, Weights, king_curve, weights,
};
pub use endings::{Ending, known_ending, kpk_wins};
pub use kind::{EvaluatorKind, EvaluatorKindError};
pub use material::Material;

use ferz_rules::{Move, Position};

/// A static evaluation that can follow a line of play.
pub trait Evaluator {
    /// Starts anew at this position.
    fn reset(&mut self, position: &Position);

    /// Plays a legal move on the position, following its pieces if the evaluation needs to.
    fn play(&mut self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    /// Passes the move.
    fn play_null(&mut self, position: &mut Position) {
        position.play_null();
    }

    /// Goes to a position that no move leads to, until that is unplayed.
    fn jump(&mut self, _position: &Position) {}

    /// Forgets the last move played or passed, or the last jump.
    fn unplay(&mut self) {}

    /// Centipawns for the player to move. Not called in check.
    fn evaluate(&mut self, position: &Position) -> i32;
}
