//! The genetic algorithm (Algorithm 3), interrupted or not.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ferz_eval::evolved::Chromosome;

use super::chronicle::{Chronicle, GenerationRecord};
use super::error::EvolveError;
use super::fitness::{Fitness, Judge, Outcome};
use super::operators::{first_individual, next_generation};
use super::settings::EvolveSettings;
use crate::queue::{self, work_through};
use crate::stats::Spread;

/// An evolution.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// How it goes on.
    pub settings: EvolveSettings,
    /// What is selected for.
    pub fitness: Fitness,
    /// How many individuals are measured at once.
    pub concurrency: NonZeroUsize,
}

/// Something that has happened.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// An individual has been measured.
    Measured {
        /// The generation.
        generation: u32,
        /// The number of the individual.
        individual: u32,
        /// What it came to.
        outcome: &'a Outcome,
    },
    /// A generation is finished.
    Generation(&'a GenerationRecord),
}

impl Evolution {
    /// Goes on from where the chronicle ends and gives all generations that are finished then: fewer
    /// than asked for if it was stopped.
    ///
    /// # Errors
    /// If agents can no longer be measured, or results cannot be kept.
    pub fn run(
        &self,
        chronicle: &mut dyn Chronicle,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Step<'_>),
    ) -> Result<Vec<GenerationRecord>, EvolveError> {
        let mut records = chronicle.generations()?;
        // An opponent is started once for the whole evolution.
        let mut judges: Vec<Judge<'_>> =
            (0..self.concurrency.get()).map(|_| Judge::new(&self.fitness)).collect();
        while (records.len() as u32) < self.settings.generations {
            let number = records.len() as u32;
            let population = match chronicle.population(number)? {
                Some(population) => population,
                None => self.begin(chronicle)?,
            };
            let known = chronicle.outcomes(number)?;
            let mut generation = Generation { number, population: &population, known };
            generation.measure(&mut judges, chronicle, stop, watch)?;
            let Some(record) = generation.record() else { break };
            let next = next_generation(&self.settings, number, &population, &generation.ranking());
            chronicle.begin_generation(Some(&record), number + 1, &next)?;
            watch(Step::Generation(&record));
            records.push(record);
        }
        Ok(records)
    }

    /// The first generation.
    fn begin(&self, chronicle: &mut dyn Chronicle) -> Result<Vec<Chromosome>, EvolveError> {
        let numbers = 0..self.settings.population;
        let population: Vec<_> =
            numbers.map(|number| first_individual(&self.settings, number)).collect();
        chronicle.begin_generation(None, 0, &population)?;
        Ok(population)
    }
}

/// A generation at work.
struct Generation<'a> {
    number: u32,
    population: &'a [Chromosome],
    known: BTreeMap<u32, Outcome>,
}

impl Generation<'_> {
    fn measure(
        &mut self,
        judges: &mut [Judge<'_>],
        chronicle: &mut dyn Chronicle,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Step<'_>),
    ) -> Result<(), EvolveError> {
        let (number, population) = (self.number, self.population);
        let left: Vec<u32> = (0..population.len() as u32)
            .filter(|individual| !self.known.contains_key(individual))
            .collect();
        let place = AtomicUsize::new(0);
        let next = || left.get(place.fetch_add(1, Ordering::Relaxed)).copied();
        let mut workers: Vec<Worker<'_, '_>> =
            judges.iter_mut().map(|judge| Worker { judge, number, population }).collect();
        let mut failed = None;
        work_through(&mut workers, &next, stop, &mut |(individual, outcome)| {
            if let Err(error) = chronicle.keep_outcome(number, individual, &outcome) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            watch(Step::Measured { generation: number, individual, outcome: &outcome });
            self.known.insert(individual, outcome);
            ControlFlow::Continue(())
        })?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// The individuals, the fittest first; of equals the one that is older.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.population.len()).collect();
        let fitness =
            |place: &usize| self.known.get(&(*place as u32)).map_or(f64::MIN, |o| o.fitness);
        ranking.sort_by(|one, two| fitness(two).total_cmp(&fitness(one)));
        ranking
    }

    /// What it came to; none if somebody has not been measured.
    fn record(&self) -> Option<GenerationRecord> {
        if self.known.len() < self.population.len() {
            return None;
        }
        let fitness: Vec<f64> = self.known.values().map(|outcome| outcome.fitness).collect();
        let best = self.population[*self.ranking().first()?].clone();
        Some(GenerationRecord { number: self.number, spread: Spread::of(&fitness)?, best })
    }
}

/// A judge in this generation.
struct Worker<'a, 'f> {
    judge: &'a mut Judge<'f>,
    number: u32,
    population: &'a [Chromosome],
}

impl queue::Worker for Worker<'_, '_> {
    type Done = (u32, Outcome);
    type Error = EvolveError;

    fn work(
        &mut self,
        individual: u32,
        halt: &AtomicBool,
    ) -> Result<Option<Self::Done>, EvolveError> {
        let chromosome = &self.population[individual as usize];
        let outcome = self.judge.measure(chromosome, self.number, halt)?;
        Ok(outcome.map(|outcome| (individual, outcome)))
    }
}
