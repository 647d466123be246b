//! AdamW: steps of about the same size for every weight, however rare, and a little decay.

use super::kernel::AdamStep;
use super::settings::TrainSettings;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// The optimiser's memory: running means of every slope and of its square.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// Steps taken.
    pub(super) steps: u64,
}

impl Adam {
    pub(super) fn new(count: usize) -> Self {
        Self { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// The constants of the next step.
    pub(super) fn next(&mut self, settings: &TrainSettings, rate: f64) -> AdamStep {
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        AdamStep {
            mean_decay: MEAN_DECAY as f32,
            square_decay: SQUARE_DECAY as f32,
            rate: (rate / (1.0 - MEAN_DECAY.powi(steps))) as f32,
            root: (1.0 / (1.0 - SQUARE_DECAY.powi(steps)).sqrt()) as f32,
            keep: (1.0 - rate * settings.decay) as f32,
            clip: settings.clip as f32,
        }
    }
}
