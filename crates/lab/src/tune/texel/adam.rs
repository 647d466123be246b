//! Adam: steps of about the same size for every weight, however rare.

use super::model::Parameters;

/// The state of the optimiser.
pub(super) struct Adam {
    mean: Parameters,
    square: Parameters,
    steps: i32,
}

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const TINY: f64 = 1e-12;

impl Adam {
    pub(super) fn new() -> Self {
        Self { mean: Parameters::zero(), square: Parameters::zero(), steps: 0 }
    }

    /// A step of at most about `rate` against the gradient.
    pub(super) fn step(&mut self, parameters: &mut Parameters, gradient: &Parameters, rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        let values = parameters.values_mut().as_flattened_mut().iter_mut();
        let means = self.mean.values_mut().as_flattened_mut();
        let squares = self.square.values_mut().as_flattened_mut();
        let gradients = gradient.values().as_flattened();
        for (((value, mean), square), gradient) in values.zip(means).zip(squares).zip(gradients) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
            let (mean, square) = (*mean / mean_share, *square / square_share);
            *value -= rate * mean / (square.sqrt() + TINY);
        }
    }
}
