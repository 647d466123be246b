//! The fit: many small steps down the gradient.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ferz_eval::Weights;

use super::adam::Adam;
use super::model::{Parameters, error, gradient, sigmoid};
use super::samples::{Sample, Samples};
use crate::Random;

/// How a fit is done.
#[derive(Clone, PartialEq, Debug)]
pub struct FitSettings {
    /// Times that all positions are gone through.
    pub epochs: u32,
    /// Positions to a step.
    pub batch: usize,
    /// The size of the first steps in centipawns; the last are near zero.
    pub rate: f64,
    /// The part of the result in what is learned; the rest is the search's score.
    pub result_share: f64,
    /// How many sightings the value that a weight starts from is worth. Weights that hardly ever
    /// count would otherwise learn noise, and the positions of a game share one result, so the
    /// sightings are fewer than they seem.
    pub prior: f64,
    /// The scale of [`fit_scale`](super::fit_scale).
    pub scale: f64,
    /// How many threads compute.
    pub threads: NonZeroUsize,
    /// Orders the positions.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            epochs: 60,
            batch: 16_384,
            rate: 1.0,
            result_share: 0.4,
            prior: 2000.0,
            scale: 0.005,
            threads: NonZeroUsize::MIN,
            seed: 1,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, counted from one.
    pub number: u32,
    /// The mean squared error on the positions that were learned from.
    pub training: f64,
    /// The same on those that were not.
    pub validation: f64,
}

/// Fits all weights to the training positions, and tells the errors after each epoch.
///
/// For a seed and a number of threads the result is always the same. A stop ends the fit after
/// the epoch at hand.
pub fn fit(
    start: &Weights,
    training: &Samples,
    validation: &Samples,
    settings: &FitSettings,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Epoch),
) -> Parameters {
    let origin = Parameters::from_weights(start);
    let mut parameters = origin.clone();
    let mut adam = Adam::new();
    let mut order = training.list().to_vec();
    let mut random = Random::new(settings.seed);
    let target = |sample: &Sample| target(sample, settings);
    for epoch in 0..settings.epochs {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        random.shuffle(&mut order);
        let mut total = 0.0;
        let batches = order.len().div_ceil(settings.batch.max(1)).max(1) as f64;
        for (nth, batch) in order.chunks(settings.batch.max(1)).enumerate() {
            let progress = (f64::from(epoch) + nth as f64 / batches) / f64::from(settings.epochs);
            // Half a cosine: large steps first, and none at the end.
            let rate = settings.rate * 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
            let (mut slope, loss) = batch_gradient(&parameters, training, batch, settings, target);
            total += loss;
            pull(&mut slope, &parameters, &origin, batch.len(), order.len(), settings);
            adam.step(&mut parameters, &slope, rate);
        }
        let unseen = validation.list();
        tell(&Epoch {
            number: epoch + 1,
            training: total / order.len().max(1) as f64,
            validation: error(&parameters, validation, unseen, target, settings.scale),
        });
    }
    parameters
}

/// What the evaluation should have said of White's points.
fn target(sample: &Sample, settings: &FitSettings) -> f64 {
    let result = f64::from(sample.outcome.result);
    sample.outcome.score.map_or(result, |score| {
        let expected = sigmoid(score.into(), settings.scale);
        settings.result_share * result + (1.0 - settings.result_share) * expected
    })
}

/// The gradient of the batch's summed error, and the sum.
fn batch_gradient(
    parameters: &Parameters,
    samples: &Samples,
    batch: &[Sample],
    settings: &FitSettings,
    target: impl Fn(&Sample) -> f64 + Copy + Sync,
) -> (Parameters, f64) {
    let share = batch.len().div_ceil(settings.threads.get()).max(1);
    thread::scope(|scope| {
        let work = |part| {
            let mut slope = Parameters::zero();
            let loss = gradient(parameters, samples, part, target, settings.scale, &mut slope);
            (slope, loss)
        };
        let (own, others) = batch.split_at(share.min(batch.len()));
        let others: Vec<_> =
            others.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        let (mut slope, mut loss) = work(own);
        for other in others {
            let (part, part_loss) = other.join().expect("arithmetic does not panic");
            slope.add(&part);
            loss += part_loss;
        }
        (slope, loss)
    })
}

/// Adds the pull towards the values at the start, spread over the batches of an epoch.
fn pull(
    slope: &mut Parameters,
    parameters: &Parameters,
    origin: &Parameters,
    batch: usize,
    all: usize,
    settings: &FitSettings,
) {
    // What one sighting in a balanced position, where the sigmoid's slope is a quarter, weighs.
    let sighting = 2.0 * (settings.scale / 4.0).powi(2);
    let strength = sighting * settings.prior * batch as f64 / all.max(1) as f64;
    let slopes = slope.values_mut().as_flattened_mut().iter_mut();
    let values = parameters.values().as_flattened();
    for ((slope, value), start) in slopes.zip(values).zip(origin.values().as_flattened()) {
        *slope += strength * (value - start);
    }
}
