//! What is written down of an evolution, so that it can go on after any interruption.

use std::collections::BTreeMap;

use ferz_eval::evolved::Chromosome;

use super::fitness::Outcome;
use crate::stats::Spread;
use crate::trial::KeeperError;

/// What a finished generation came to.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerationRecord {
    /// Its number, from 0.
    pub number: u32,
    /// The fitness of all of it.
    pub spread: Spread,
    /// The fittest.
    pub best: Chromosome,
}

/// Something that keeps what has been found out.
pub trait Chronicle {
    /// The generations that are finished, in order.
    ///
    /// # Errors
    /// If they cannot be read.
    fn generations(&mut self) -> Result<Vec<GenerationRecord>, KeeperError>;

    /// The individuals of the generation at work; none if none has begun.
    ///
    /// # Errors
    /// If they cannot be read.
    fn population(&mut self, generation: u32) -> Result<Option<Vec<Chromosome>>, KeeperError>;

    /// What has been measured in a generation, with the numbers of the individuals.
    ///
    /// # Errors
    /// If it cannot be read.
    fn outcomes(&mut self, generation: u32) -> Result<BTreeMap<u32, Outcome>, KeeperError>;

    /// Keeps what an individual came to.
    ///
    /// # Errors
    /// If that is not possible.
    fn keep_outcome(
        &mut self,
        generation: u32,
        individual: u32,
        outcome: &Outcome,
    ) -> Result<(), KeeperError>;

    /// Keeps, completely or not at all, a finished generation and the individuals of the next; of
    /// the first generation there is no record before it.
    ///
    /// # Errors
    /// If that is not possible.
    fn begin_generation(
        &mut self,
        finished: Option<&GenerationRecord>,
        number: u32,
        population: &[Chromosome],
    ) -> Result<(), KeeperError>;
}

/// Keeps everything as long as it lives.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemoryChronicle {
    generations: Vec<GenerationRecord>,
    population: Option<(u32, Vec<Chromosome>)>,
    outcomes: BTreeMap<(u32, u32), Outcome>,
}

impl Chronicle for MemoryChronicle {
    fn generations(&mut self) -> Result<Vec<GenerationRecord>, KeeperError> {
        Ok(self.generations.clone())
    }

    fn population(&mut self, generation: u32) -> Result<Option<Vec<Chromosome>>, KeeperError> {
        let known = self.population.as_ref().filter(|(number, _)| *number == generation);
        Ok(known.map(|(_, population)| population.clone()))
    }

    fn outcomes(&mut self, generation: u32) -> Result<BTreeMap<u32, Outcome>, KeeperError> {
        let of = self.outcomes.range((generation, 0)..=(generation, u32::MAX));
        Ok(of.map(|((_, individual), outcome)| (*individual, outcome.clone())).collect())
    }

    fn keep_outcome(
        &mut self,
        generation: u32,
        individual: u32,
        outcome: &Outcome,
    ) -> Result<(), KeeperError> {
        self.outcomes.insert((generation, individual), outcome.clone());
        Ok(())
    }

    fn begin_generation(
        &mut self,
        finished: Option<&GenerationRecord>,
        number: u32,
        population: &[Chromosome],
    ) -> Result<(), KeeperError> {
        self.generations.extend(finished.cloned());
        self.population = Some((number, population.to_vec()));
        Ok(())
    }
}
