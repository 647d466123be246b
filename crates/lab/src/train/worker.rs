//! One thread's part of a batch.

use ferz_eval::nnue::{FEATURES, SCALE, feature, output_bucket};
use ferz_rules::Color;

use super::kernel::{add_rows, output, output_slopes};
use super::lists::Lists;
use super::objective::{Errors, Objective};
use super::parameters::{Parameters, Shape};
use crate::data::PackedBoard;

/// Positions that go through the network together: enough to use each row of weights several
/// times while it is near, few enough for their hidden values to stay near too.
const GROUP: usize = 256;
const MOST_PIECES: usize = 32;

/// A thread's slopes and scratch paper.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    shape: Shape,
    /// The summed slopes of all parameters.
    pub(super) slopes: Vec<f32>,
    /// The inputs of both perspectives of each position.
    inputs: Lists,
    /// For each input, the perspectives that see it.
    seen_by: Lists,
    /// One list of all perspectives: biases are seen by everyone.
    everyone: Lists,
    /// Both perspectives' hidden values of each position, and later their slopes.
    hidden: Vec<f32>,
}

impl Worker {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            shape,
            slopes: vec![0.0; shape.count()],
            inputs: Lists::default(),
            seen_by: Lists::default(),
            everyone: Lists::default(),
            hidden: Vec::new(),
        }
    }

    /// Adds the slopes of the mean squared error of these positions, as their part of a batch of
    /// `batch`, and gives the sum of their squared errors.
    pub(super) fn learn<'a>(
        &mut self,
        parameters: &Parameters,
        boards: impl Iterator<Item = &'a PackedBoard>,
        objective: Objective,
        batch: usize,
    ) -> f64 {
        let mut loss = 0.0;
        self.in_groups(parameters, boards, &mut |worker, group| {
            loss += worker.back(parameters, group, objective, batch);
        });
        loss
    }

    /// The summed errors of these positions.
    pub(super) fn judge<'a>(
        &mut self,
        parameters: &Parameters,
        boards: impl Iterator<Item = &'a PackedBoard>,
        objective: Objective,
    ) -> Errors {
        let mut errors = Errors::default();
        self.evaluate(parameters, boards, &mut |board, value| {
            errors.note(value, board, objective);
        });
        errors
    }

    /// Shows each position with the network's output, in units of [`SCALE`] centipawns.
    pub(super) fn evaluate<'a>(
        &mut self,
        parameters: &Parameters,
        boards: impl Iterator<Item = &'a PackedBoard>,
        see: &mut dyn FnMut(&PackedBoard, f32),
    ) {
        self.in_groups(parameters, boards, &mut |worker, group| {
            let rows = worker.hidden.chunks_exact(2 * worker.shape.hidden);
            for (board, hidden) in group.iter().zip(rows) {
                see(board, value(parameters, board, hidden));
            }
        });
    }

    /// Works out the hidden values of each group and hands it over.
    fn in_groups<'a>(
        &mut self,
        parameters: &Parameters,
        boards: impl Iterator<Item = &'a PackedBoard>,
        see: &mut dyn FnMut(&mut Self, &[PackedBoard]),
    ) {
        let mut group = Vec::with_capacity(GROUP);
        let mut boards = boards.peekable();
        while boards.peek().is_some() {
            group.clear();
            // Positions lie anywhere in memory. Copied one after the other, many are waited for at
            // once; looked at one by one, each would be waited for alone.
            group.extend(boards.by_ref().take(GROUP).copied());
            self.forward(parameters, &group);
            see(self, &group);
        }
    }

    fn forward(&mut self, parameters: &Parameters, group: &[PackedBoard]) {
        self.inputs.clear();
        for board in group {
            let (king, their_king) = board.kings();
            let (mut ours, mut theirs) = ([0; MOST_PIECES], [0; MOST_PIECES]);
            let places = ours.iter_mut().zip(&mut theirs);
            for ((piece, square), (our, their)) in board.pieces().zip(places) {
                *our = feature(Color::White, king, piece, square) as u16;
                *their = feature(Color::Black, their_king, piece, square) as u16;
            }
            for inputs in [&ours, &theirs] {
                self.inputs.push(inputs.iter().copied().take(board.len()));
            }
        }
        self.hidden.clear();
        let biases = parameters.part(self.shape.feature_biases());
        for _ in 0..self.inputs.len() {
            self.hidden.extend_from_slice(biases);
        }
        let weights = parameters.part(self.shape.feature_weights());
        add_rows(&mut self.hidden, &self.inputs, weights, self.shape.hidden);
    }

    /// From the errors of a group to the slopes of all parameters.
    fn back(
        &mut self,
        parameters: &Parameters,
        group: &[PackedBoard],
        objective: Objective,
        batch: usize,
    ) -> f64 {
        let shape = self.shape;
        let mut loss = 0.0;
        for (board, hidden) in group.iter().zip(self.hidden.chunks_exact_mut(2 * shape.hidden)) {
            let bucket = output_bucket(shape.buckets, board.len());
            let weights = parameters.part(shape.bucket(bucket));
            let expected = objective.expected(value(parameters, board, hidden));
            let error = expected - objective.target(board);
            loss += f64::from(error).powi(2);
            let slope =
                2.0 * error * expected * (1.0 - expected) * objective.steepness() / batch as f32;
            output_slopes(hidden, weights, slope, &mut self.slopes[shape.bucket(bucket)]);
            self.slopes[shape.output_biases()][bucket] += slope;
        }
        self.everyone.clear();
        self.everyone.push(0..self.inputs.len() as u16);
        let biases = &mut self.slopes[shape.feature_biases()];
        add_rows(biases, &self.everyone, &self.hidden, shape.hidden);
        self.inputs.transpose(FEATURES, &mut self.seen_by);
        let weights = &mut self.slopes[shape.feature_weights()];
        add_rows(weights, &self.seen_by, &self.hidden, shape.hidden);
        loss
    }
}

/// The output of a position with these hidden values.
fn value(parameters: &Parameters, board: &PackedBoard, hidden: &[f32]) -> f32 {
    let shape = parameters.shape();
    let bucket = output_bucket(shape.buckets, board.len());
    let bias = parameters.part(shape.output_biases())[bucket];
    output(hidden, parameters.part(shape.bucket(bucket))) + bias
}

/// An output in centipawns.
pub(super) fn centipawns(value: f32) -> f32 {
    value * SCALE as f32
}

#[cfg(test)]
mod tests;
