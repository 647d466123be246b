//! What is learned, and how the distance from it is measured.

use ferz_eval::nnue::SCALE;

use crate::data::PackedBoard;

/// The points that a player with these many units of [`SCALE`] centipawns can expect.
pub(super) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What a search's score promises.
pub(super) fn promised(board: &PackedBoard) -> f32 {
    sigmoid(f32::from(board.score()) / SCALE as f32)
}

/// What the network should say of a position.
pub(super) fn target(board: &PackedBoard, result_share: f32) -> f32 {
    result_share * board.points() + (1.0 - result_share) * promised(board)
}

/// Mean squared errors of the expected points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    /// Against what was to be learned.
    pub blend: f64,
    /// Against the search's score alone.
    pub score: f64,
    /// Against the result alone.
    pub result: f64,
}

impl Errors {
    /// Adds the errors of one position.
    pub(super) fn note(&mut self, expected: f32, board: &PackedBoard, result_share: f32) {
        let square = |target: f32| f64::from(expected - target).powi(2);
        self.blend += square(target(board, result_share));
        self.score += square(promised(board));
        self.result += square(board.points());
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.blend += other.blend;
        self.score += other.score;
        self.result += other.result;
    }

    /// From sums to means.
    pub(super) fn over(self, count: usize) -> Self {
        let count = count.max(1) as f64;
        Self { blend: self.blend / count, score: self.score / count, result: self.result / count }
    }
}
