//! A network as plain numbers, which may be nonsense.

use super::{
    FEATURES, Facts, HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, NetworkError,
};

/// The numbers of a network as a trainer writes them. [`Network::new`](super::Network::new) is the
/// gate through which they become a network.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetworkParts {
    /// Neurons of each perspective: `N`, a multiple of 32.
    pub hidden: usize,
    /// Sets of output weights: `B`.
    pub buckets: usize,
    /// `768 * N` numbers in units of [`QA`](super::QA): the `N` weights of the first input, then
    /// those of the second and so on.
    pub feature_weights: Vec<i16>,
    /// `N` numbers in units of [`QA`](super::QA).
    pub feature_biases: Vec<i16>,
    /// `B * 2N` numbers in units of [`QB`](super::QB): for each bucket `N` weights of the player
    /// to move, then `N` of the other.
    pub output_weights: Vec<i16>,
    /// `B` numbers in units of `QA * QB`.
    pub output_biases: Vec<i16>,
    /// Where the network comes from.
    pub facts: Facts,
}

impl NetworkParts {
    /// Everything that must hold before these numbers may evaluate a position.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        check_shape(self.hidden, self.buckets)?;
        let (hidden, buckets) = (self.hidden, self.buckets);
        check_count("feature weights", FEATURES * hidden, &self.feature_weights)?;
        check_count("feature biases", hidden, &self.feature_biases)?;
        check_count("output weights", buckets * 2 * hidden, &self.output_weights)?;
        check_count("output biases", buckets, &self.output_biases)?;
        let is_too_large = |weight: i16| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = self.output_weights.iter().find(|&&weight| is_too_large(weight)) {
            return Err(NetworkError::OutputWeight(weight));
        }
        self.check_reach()
    }

    /// No position may drive an accumulator beyond 16 bits: at most 32 squares are occupied, each
    /// by one piece.
    fn check_reach(&self) -> Result<(), NetworkError> {
        for (neuron, bias) in self.feature_biases.iter().enumerate() {
            let mut by_square = [0_i32; 64];
            let weights = self.feature_weights.iter().skip(neuron).step_by(self.hidden);
            for (input, weight) in weights.enumerate() {
                let largest = &mut by_square[input % 64];
                *largest = i32::from(weight.unsigned_abs()).max(*largest);
            }
            by_square.sort_unstable();
            let pieces: i32 = by_square[32..].iter().sum();
            let reach = i32::from(bias.unsigned_abs()) + pieces;
            if reach > i32::from(i16::MAX) {
                return Err(NetworkError::Overflow { neuron, reach });
            }
        }
        Ok(())
    }
}

/// Whether there are networks of this shape.
pub(super) fn check_shape(hidden: usize, buckets: usize) -> Result<(), NetworkError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
        return Err(NetworkError::Hidden(hidden));
    }
    if buckets == 0 || buckets > MAX_BUCKETS {
        return Err(NetworkError::Buckets(buckets));
    }
    Ok(())
}

/// How many numbers a network of this shape has.
pub(super) const fn numbers(hidden: usize, buckets: usize) -> usize {
    FEATURES * hidden + hidden + buckets * 2 * hidden + buckets
}

fn check_count(what: &'static str, expected: usize, values: &[i16]) -> Result<(), NetworkError> {
    let found = values.len();
    if found == expected { Ok(()) } else { Err(NetworkError::Count { what, expected, found }) }
}
