//! The scale between centipawns and expected points.

use super::model::{Parameters, error};
use super::samples::Samples;

/// The scale at which these weights foretell the results best: points are
/// `1 / (1 + exp(-scale * score))`.
///
/// It is fitted once and then held, so that a tuned pawn is worth about as much as before: the
/// search counts in centipawns too.
pub fn fit_scale(parameters: &Parameters, samples: &Samples) -> f64 {
    let list = samples.list();
    let loss =
        |scale| error(parameters, samples, list, |sample| sample.outcome.result.into(), scale);
    // The loss has one minimum; halve the interval by comparing beside its middle.
    let (mut low, mut high) = (0.0002, 0.05);
    while high - low > 1e-6 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}
