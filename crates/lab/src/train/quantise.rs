//! From what was learned to what the engine computes with.

use ferz_eval::nnue::{Facts, Network, NetworkError, NetworkParts, QA, QB};

use super::parameters::Parameters;
use super::worker::{Worker, centipawns};
use crate::data::PackedBoard;

/// What rounding to whole numbers changes, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantisationError {
    /// Positions that were compared.
    pub positions: usize,
    /// The mean difference, either way.
    pub mean: f64,
    /// The largest.
    pub max: f64,
}

/// Rounds the parameters to the units of the engine.
///
/// # Errors
/// If the engine cannot take a network of this shape or with numbers so large.
pub fn quantise(parameters: &Parameters, facts: Facts) -> Result<Network, NetworkError> {
    let shape = parameters.shape();
    let round = |range, unit: i32| -> Vec<i16> {
        // A cast of a number that is too large gives the largest there is.
        parameters.part(range).iter().map(|value| (value * unit as f32).round() as i16).collect()
    };
    Network::new(&NetworkParts {
        hidden: shape.hidden,
        buckets: shape.buckets,
        feature_weights: round(shape.feature_weights(), QA),
        feature_biases: round(shape.feature_biases(), QA),
        output_weights: round(shape.output_weights(), QB),
        output_biases: round(shape.output_biases(), QA * QB),
        facts,
    })
}

impl QuantisationError {
    /// Compares the parameters with the network made of them on these positions.
    pub fn measure(parameters: &Parameters, network: &Network, boards: &[PackedBoard]) -> Self {
        let mut error = Self::default();
        let mut sum = 0.0;
        let mut worker = Worker::new(parameters.shape());
        worker.evaluate(parameters, boards.iter(), &mut |board, value| {
            let Some(labelled) = board.unpack() else { return };
            let rounded = network.evaluate(&labelled.position);
            let difference = f64::from((centipawns(value) - rounded as f32).abs());
            error.positions += 1;
            error.max = error.max.max(difference);
            sum += difference;
        });
        error.mean = sum / error.positions.max(1) as f64;
        error
    }
}
