//! How a training is done.

use std::fmt::Write;
use std::num::NonZeroUsize;

use super::parameters::Shape;
use super::schedule::{RateSchedule, RateShape, ShareSchedule};

/// How a training is done.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainSettings {
    /// The size of the network.
    pub shape: Shape,
    /// Times that all positions are gone through.
    pub epochs: u32,
    /// Positions to a step, about: the steps of an epoch are of equal size.
    pub batch: NonZeroUsize,
    /// The learning rate.
    pub rate: RateSchedule,
    /// The share of the result in what is learned.
    pub share: ShareSchedule,
    /// The score in centipawns that promises 73 % of the points.
    pub scale: f64,
    /// How fast weights that nothing asks for fade.
    pub decay: f64,
    /// The largest weight. 1.98 is what the arithmetic of the engine can take.
    pub clip: f64,
    /// The last part of the training, in which output weights stay where rounding puts them.
    pub settle: f64,
    /// How many threads compute. Sums are rounded differently for another number.
    pub threads: NonZeroUsize,
    /// Decides the first weights and the order of positions.
    pub seed: u64,
    /// The id of the network whose weights are the first; random ones if there is none.
    pub from: Option<String>,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            shape: Shape { hidden: 64, buckets: 8 },
            epochs: 20,
            batch: NonZeroUsize::new(4096).expect("not zero"),
            rate: RateSchedule { first: 0.001, last: 2e-6, shape: RateShape::Cosine, warm_up: 0 },
            share: ShareSchedule { first: 0.2, last: 0.5 },
            scale: 150.0,
            decay: 0.01,
            clip: 1.98,
            settle: 0.2,
            threads: NonZeroUsize::MIN,
            seed: 1,
            from: None,
        }
    }
}

impl TrainSettings {
    /// Everything that decides the result, one line for each: what a checkpoint must agree with.
    /// The number of threads only rounds differently and may change.
    pub fn identity(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: &dyn std::fmt::Display| {
            writeln!(text, "{name}={value}").expect("a string takes everything");
        };
        line("hidden", &self.shape.hidden);
        line("buckets", &self.shape.buckets);
        line("epochs", &self.epochs);
        line("batch", &self.batch);
        line("lr", &self.rate.first);
        line("lr-final", &self.rate.last);
        line("lr-schedule", &format!("{:?}", self.rate.shape).to_lowercase());
        line("warm-up", &self.rate.warm_up);
        line("wdl", &self.share.first);
        line("wdl-final", &self.share.last);
        line("scale", &self.scale);
        line("decay", &self.decay);
        line("clip", &self.clip);
        line("settle", &self.settle);
        line("seed", &self.seed);
        line("from", &self.from.as_deref().unwrap_or("random weights"));
        text
    }
}
