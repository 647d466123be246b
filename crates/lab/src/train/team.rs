//! The threads that share a batch.

use std::num::NonZeroUsize;
use std::thread;

use super::adam::Adam;
use super::kernel::{AdamStep, adam};
use super::objective::{Errors, Objective};
use super::parameters::{Parameters, Shape};
use super::worker::Worker;
use crate::data::PackedBoard;

/// Parts of the parameters begin at multiples of this, so that vectors are not cut.
const STEP: usize = 64;

/// One worker for each thread. Who does what follows from the number of threads alone, so that
/// sums are always rounded the same way.
#[derive(Debug)]
pub(super) struct Team {
    workers: Vec<Worker>,
}

impl Team {
    pub(super) fn new(shape: Shape, threads: NonZeroUsize) -> Self {
        Self { workers: vec![Worker::new(shape); threads.get()] }
    }

    /// Works out the slopes of a batch, given by the numbers of its positions, and the sum of its
    /// squared errors.
    pub(super) fn learn(
        &mut self,
        parameters: &Parameters,
        data: &[PackedBoard],
        batch: &[u32],
        objective: Objective,
    ) -> f64 {
        let losses = self.share(batch, |worker, part| {
            let boards = part.iter().map(|&number| &data[number as usize]);
            worker.learn(parameters, boards, objective, batch.len())
        });
        losses.into_iter().sum()
    }

    /// The mean errors of these positions.
    pub(super) fn judge(
        &mut self,
        parameters: &Parameters,
        data: &[PackedBoard],
        objective: Objective,
    ) -> Errors {
        let parts =
            self.share(data, |worker, part| worker.judge(parameters, part.iter(), objective));
        let mut errors = Errors::default();
        for part in &parts {
            errors.add(part);
        }
        errors.over(data.len())
    }

    /// Adds the workers' slopes up, takes the step and forgets the slopes.
    pub(super) fn step(&mut self, parameters: &mut Parameters, memory: &mut Adam, step: AdamStep) {
        let values = parameters.values_mut();
        let len = values.len().div_ceil(self.workers.len()).next_multiple_of(STEP);
        let mut slopes: Vec<_> =
            self.workers.iter_mut().map(|worker| worker.slopes.chunks_mut(len)).collect();
        let parts = values
            .chunks_mut(len)
            .zip(memory.means.chunks_mut(len))
            .zip(memory.squares.chunks_mut(len))
            .map(|((values, means), squares)| {
                let slopes = slopes.iter_mut().filter_map(Iterator::next).collect();
                Part { values, means, squares, slopes }
            });
        let mut parts: Vec<Part<'_>> = parts.collect();
        thread::scope(|scope| {
            let last = parts.pop();
            for part in parts {
                scope.spawn(move || part.take(&step));
            }
            if let Some(part) = last {
                part.take(&step);
            }
        });
    }

    /// Gives each worker an equal part, and their answers in order.
    fn share<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut Worker, &[T]) -> R + Sync,
    ) -> Vec<R> {
        let len = items.len().div_ceil(self.workers.len()).max(1);
        let work = &work;
        thread::scope(|scope| {
            let mut pairs = self.workers.iter_mut().zip(items.chunks(len));
            let first = pairs.next();
            let others: Vec<_> =
                pairs.map(|(worker, part)| scope.spawn(move || work(worker, part))).collect();
            let first = first.map(|(worker, part)| work(worker, part));
            let others = others.into_iter();
            let others = others.map(|thread| thread.join().expect("arithmetic does not panic"));
            first.into_iter().chain(others).collect()
        })
    }
}

/// What one thread does of a step.
struct Part<'a> {
    values: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    /// Each worker's slopes of these parameters.
    slopes: Vec<&'a mut [f32]>,
}

impl Part<'_> {
    fn take(self, step: &AdamStep) {
        let mut slopes = self.slopes.into_iter();
        let Some(sum) = slopes.next() else { return };
        for other in slopes {
            for (sum, slope) in sum.iter_mut().zip(other) {
                *sum += *slope;
                *slope = 0.0;
            }
        }
        adam(step, self.values, self.means, self.squares, sum);
        sum.fill(0.0);
    }
}
