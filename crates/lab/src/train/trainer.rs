//! The course of a training.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferz_eval::nnue::Network;

use super::adam::Adam;
use super::dataset::Dataset;
use super::objective::{Errors, Objective};
use super::parameters::Parameters;
use super::settings::TrainSettings;
use super::start::StartError;
use super::team::Team;
use crate::Random;

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, counted from one.
    pub number: u32,
    /// The mean squared error on the positions that were learned from, while they were.
    pub training: f64,
    /// The errors on those that were not; nothing if there are none.
    pub validation: Option<Errors>,
    /// The learning rate at its end.
    pub rate: f64,
    /// The share of the result at its end.
    pub share: f64,
}

/// Where a training stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The epoch at hand, counted from one.
    pub epoch: u32,
    /// How many there are.
    pub epochs: u32,
    /// The mean error of the epoch so far.
    pub loss: f64,
    /// Positions learned from since the training was started or resumed.
    pub positions: u64,
    /// Positions to go.
    pub left: u64,
    /// The time since the start.
    pub time: Duration,
}

impl Progress {
    /// Positions per second.
    pub fn rate(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The time that is left at this rate.
    pub fn time_left(&self) -> Duration {
        let seconds = self.left as f64 / self.rate().max(1.0);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// What a training tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A batch is done.
    Batch(Progress),
    /// An epoch is done.
    Epoch(Epoch),
}

/// A training that can be stopped after any batch and gone on with later.
#[derive(Debug)]
pub struct Trainer<'a> {
    pub(super) settings: TrainSettings,
    pub(super) data: &'a Dataset,
    pub(super) parameters: Parameters,
    pub(super) memory: Adam,
    /// Epochs that are done.
    pub(super) epochs: u32,
    /// Batches of the next that are done.
    pub(super) batches: u64,
    /// The sum of their squared errors.
    pub(super) loss: f64,
    pub(super) curve: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// A training from random weights.
    pub fn new(settings: TrainSettings, data: &'a Dataset) -> Self {
        let parameters = Parameters::random(settings.shape, settings.seed);
        Self::with(settings, data, parameters)
    }

    /// A training that goes on from a network, with more neurons if the settings say so.
    ///
    /// # Errors
    /// If the network does not fit into the shape of the settings.
    pub fn from_network(
        mut settings: TrainSettings,
        data: &'a Dataset,
        network: &Network,
    ) -> Result<Self, StartError> {
        let parameters = Parameters::from_network(network, settings.shape, settings.seed)?;
        settings.from = Some(network.id());
        Ok(Self::with(settings, data, parameters))
    }

    fn with(settings: TrainSettings, data: &'a Dataset, parameters: Parameters) -> Self {
        let memory = Adam::new(settings.shape.count());
        Self { settings, data, parameters, memory, epochs: 0, batches: 0, loss: 0.0, curve: vec![] }
    }

    /// What has been learned so far.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How it is done.
    pub const fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// The epochs so far.
    pub fn curve(&self) -> &[Epoch] {
        &self.curve
    }

    /// Whether all epochs are done.
    pub const fn is_finished(&self) -> bool {
        self.epochs >= self.settings.epochs
    }

    /// Goes on to the end, or until it is told to stop, and tells what happens.
    ///
    /// # Errors
    /// Whatever the listener returns ends the training.
    pub fn run<E>(
        &mut self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Self, Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut team = Team::new(self.settings.shape, self.settings.threads);
        let mut clock = Clock { start: Instant::now(), positions: 0 };
        while !self.is_finished() {
            let order = self.order();
            while self.batches < self.batch_count() {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                clock.positions += self.batch(&mut team, &order) as u64;
                tell(self, Event::Batch(self.progress(&clock)))?;
            }
            let epoch = self.end_epoch(&mut team);
            tell(self, Event::Epoch(epoch))?;
        }
        Ok(())
    }

    /// The order of positions in the epoch at hand.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.data.training.len() as u32).collect();
        Random::nth(self.settings.seed, self.epochs.into()).shuffle(&mut order);
        order
    }

    fn batch_count(&self) -> u64 {
        self.data.training.len().div_ceil(self.settings.batch.get()) as u64
    }

    /// The positions before the nth batch. All batches are of equal size, give or take one: a
    /// small one at the end would make a large and ill-advised step.
    fn batch_start(&self, nth: u64) -> usize {
        (self.data.training.len() as u128 * u128::from(nth) / u128::from(self.batch_count().max(1)))
            as usize
    }

    /// Which part of the training is done, 0 to 1.
    fn part_done(&self) -> f64 {
        let done = u64::from(self.epochs) * self.batch_count() + self.batches;
        let all = u64::from(self.settings.epochs) * self.batch_count();
        done as f64 / all.max(1) as f64
    }

    /// What is learned at this part of the training.
    fn objective(&self, done: f64) -> Objective {
        let TrainSettings { share, scale, .. } = &self.settings;
        Objective { result_share: share.at(done) as f32, scale: *scale as f32 }
    }

    /// Whether output weights are held where rounding puts them, so that the weights below can make
    /// up for what it costs.
    fn is_settling(&self, done: f64) -> bool {
        done >= 1.0 - self.settings.settle
    }

    /// Learns from the next batch and tells its size.
    fn batch(&mut self, team: &mut Team, order: &[u32]) -> usize {
        let done = self.part_done();
        let objective = self.objective(done);
        let rate = self.settings.rate.at(self.memory.steps, done);
        let batch = &order[self.batch_start(self.batches)..self.batch_start(self.batches + 1)];
        let settled = self.is_settling(done).then(|| self.parameters.round_outputs());
        self.loss += team.learn(&self.parameters, &self.data.training, batch, objective);
        let step = self.memory.next(&self.settings, rate);
        team.step(&mut self.parameters, &mut self.memory, step);
        if let Some(outputs) = settled {
            self.parameters.set_outputs(&outputs);
        }
        self.batches += 1;
        batch.len()
    }

    fn end_epoch(&mut self, team: &mut Team) -> Epoch {
        let done = self.part_done();
        let objective = self.objective(done);
        let unseen = &self.data.validation;
        let epoch = Epoch {
            number: self.epochs + 1,
            training: self.loss / self.data.training.len().max(1) as f64,
            validation: (!unseen.is_empty())
                .then(|| team.judge(&self.parameters, unseen, objective)),
            rate: self.settings.rate.at(self.memory.steps, done),
            share: self.settings.share.at(done),
        };
        self.curve.push(epoch);
        self.epochs += 1;
        self.batches = 0;
        self.loss = 0.0;
        epoch
    }

    fn progress(&self, clock: &Clock) -> Progress {
        let all = self.data.training.len() as u64;
        let seen = self.batch_start(self.batches) as u64;
        Progress {
            epoch: self.epochs + 1,
            epochs: self.settings.epochs,
            loss: self.loss / (seen as f64).max(1.0),
            positions: clock.positions,
            left: u64::from(self.settings.epochs - self.epochs) * all - seen,
            time: clock.start.elapsed(),
        }
    }
}

/// How long and how much has been learned in this run.
struct Clock {
    start: Instant,
    positions: u64,
}
