//! The numbers that are learned.

use std::ops::Range;

use ferz_eval::nnue::{FEATURES, HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, QB};

use crate::Random;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Neurons of each perspective.
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
}

impl Shape {
    /// Whether the engine can use such a network.
    pub const fn is_known(self) -> bool {
        self.hidden.is_multiple_of(HIDDEN_STEP)
            && self.hidden > 0
            && self.hidden <= MAX_HIDDEN
            && self.buckets > 0
            && self.buckets <= MAX_BUCKETS
    }

    /// How many numbers it has.
    pub const fn count(self) -> usize {
        self.output_biases().end
    }

    /// Where the weights of the inputs are, those of one input after those of another.
    pub(super) const fn feature_weights(self) -> Range<usize> {
        0..FEATURES * self.hidden
    }

    pub(super) const fn feature_biases(self) -> Range<usize> {
        let start = self.feature_weights().end;
        start..start + self.hidden
    }

    /// Where all output weights are: for each bucket those of the player to move first.
    pub(super) const fn output_weights(self) -> Range<usize> {
        let start = self.feature_biases().end;
        start..start + self.buckets * 2 * self.hidden
    }

    pub(super) const fn output_biases(self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + self.buckets
    }

    /// Where the output weights of one bucket are.
    pub(super) const fn bucket(self, bucket: usize) -> Range<usize> {
        let start = self.output_weights().start + bucket * 2 * self.hidden;
        start..start + 2 * self.hidden
    }
}

/// The weights and biases of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    shape: Shape,
    values: Vec<f32>,
}

/// How many inputs of a perspective are set at most.
const MOST_ACTIVE: f64 = 32.0;

impl Parameters {
    /// Random weights, so that neurons can become different; biases of zero.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut values = vec![0.0; shape.count()];
        let mut fill = |range: Range<usize>, inputs: f64| {
            for value in &mut values[range] {
                *value = ((2.0 * random.fraction() - 1.0) / inputs.sqrt()) as f32;
            }
        };
        fill(shape.feature_weights(), MOST_ACTIVE);
        fill(shape.output_weights(), 2.0 * shape.hidden as f64);
        Self { shape, values }
    }

    /// These values; `None` if they are not as many as the shape asks for.
    pub(super) fn from_values(shape: Shape, values: Vec<f32>) -> Option<Self> {
        (values.len() == shape.count()).then_some(Self { shape, values })
    }

    /// The size of the network.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All numbers: weights and biases of the inputs, then of the outputs.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Moves the output weights to the nearest that the engine has, and gives a copy of them.
    ///
    /// They are its coarsest numbers by far: a typical one is eleven steps from zero.
    pub(super) fn round_outputs(&mut self) -> Vec<f32> {
        let outputs = &mut self.values[self.shape.output_weights()];
        for value in outputs.iter_mut() {
            *value = (*value * QB as f32).round() / QB as f32;
        }
        outputs.to_vec()
    }

    /// Puts output weights back.
    pub(super) fn set_outputs(&mut self, outputs: &[f32]) {
        self.values[self.shape.output_weights()].copy_from_slice(outputs);
    }

    /// The numbers of one kind.
    pub(super) fn part(&self, range: Range<usize>) -> &[f32] {
        &self.values[range]
    }
}
