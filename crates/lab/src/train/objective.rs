//! What is learned, and how the distance from it is measured.

use ferz_eval::nnue::SCALE;

use crate::data::PackedBoard;

/// What is learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Objective {
    /// The share of the result; the rest is what the search's score promises.
    pub(super) result_share: f32,
    /// The score in centipawns that promises e / (1 + e) = 73 % of the points.
    pub(super) scale: f32,
}

impl Objective {
    /// The points that a player with this output of the network can expect.
    pub(super) fn expected(self, output: f32) -> f32 {
        sigmoid(output * self.steepness())
    }

    /// How fast the argument of the sigmoid grows with an output, which counts in units of
    /// [`SCALE`] centipawns.
    pub(super) fn steepness(self) -> f32 {
        SCALE as f32 / self.scale
    }

    /// What a search's score promises.
    fn promised(self, board: &PackedBoard) -> f32 {
        sigmoid(f32::from(board.score()) / self.scale)
    }

    /// What the network should say of a position.
    pub(super) fn target(self, board: &PackedBoard) -> f32 {
        self.result_share * board.points() + (1.0 - self.result_share) * self.promised(board)
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
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
    pub(super) fn note(&mut self, output: f32, board: &PackedBoard, objective: Objective) {
        let square = |target: f32| f64::from(objective.expected(output) - target).powi(2);
        self.blend += square(objective.target(board));
        self.score += square(objective.promised(board));
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
