//! The final test: each agent plays the same games against the same opponent (figure 4).

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ferz_engine::Agent;

use super::chronicle::Chronicle;
use super::error::EvolveError;
use super::fitness::{Board, GamesMeasure, Outcome};
use crate::queue::{self, work_through};
use crate::standings::Score;

/// A test of agents.
#[derive(Clone, Debug)]
pub struct Exam {
    /// Who is tested.
    pub agents: Vec<Agent>,
    /// Pairs of games for each, from the same position with colours exchanged.
    pub pairs: u32,
    /// The opponent and how games are played.
    pub games: GamesMeasure,
    /// What decides where games begin.
    pub seed: u64,
    /// How many pairs are played at once.
    pub concurrency: NonZeroUsize,
}

/// What an agent came to.
#[derive(Clone, PartialEq, Debug)]
pub struct ExamRow {
    /// Its name.
    pub name: String,
    /// Its games and pairs.
    pub score: Score,
    /// The document's fitness on average.
    pub fitness: f64,
}

impl Exam {
    /// How many pairs there are in all.
    pub fn len(&self) -> u32 {
        self.pairs * self.agents.len() as u32
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays what is left and gives the results there are then. In the chronicle an agent is a
    /// generation, and a pair an individual.
    ///
    /// # Errors
    /// If the opponent fails, or results cannot be kept.
    pub fn run(
        &self,
        chronicle: &mut dyn Chronicle,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Agent, &Outcome),
    ) -> Result<Vec<ExamRow>, EvolveError> {
        let mut known = Vec::with_capacity(self.agents.len());
        for agent in 0..self.agents.len() as u32 {
            known.push(chronicle.outcomes(agent)?);
        }
        let counter = AtomicU32::new(0);
        // The agents take turns, so that a test that is stopped has asked all of them.
        let agents = self.agents.len() as u32;
        let seen = known.clone();
        let next = || loop {
            let item = counter.fetch_add(1, Ordering::Relaxed);
            if item >= self.len() {
                return None;
            }
            if !seen[(item % agents) as usize].contains_key(&(item / agents)) {
                return Some(item);
            }
        };
        let worker = |_| Worker { exam: self, board: Board::default() };
        let mut workers: Vec<_> = (0..self.concurrency.get()).map(worker).collect();
        let mut failed = None;
        work_through(&mut workers, &next, stop, &mut |(item, outcome)| {
            let (agent, pair) = (item % agents, item / agents);
            if let Err(error) = chronicle.keep_outcome(agent, pair, &outcome) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            watch(&self.agents[agent as usize], &outcome);
            known[agent as usize].insert(pair, outcome);
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        Ok(self.agents.iter().zip(&known).map(|(agent, known)| self.row(agent, known)).collect())
    }

    fn row(&self, agent: &Agent, known: &BTreeMap<u32, Outcome>) -> ExamRow {
        let mut score = Score::default();
        // An earlier test may have been longer.
        let counted = || known.range(..self.pairs).map(|(_, outcome)| outcome);
        for outcome in counted() {
            score.games += outcome.games;
            let points = 2 * outcome.games.wins + outcome.games.draws;
            score.pairs.0[points.min(4) as usize] += 1;
        }
        let sum: f64 = counted().map(|outcome| outcome.fitness).sum();
        let fitness = sum / counted().count().max(1) as f64;
        ExamRow { name: agent.name.clone(), score, fitness }
    }
}

/// A thread with an opponent of its own.
struct Worker<'a> {
    exam: &'a Exam,
    board: Board,
}

impl queue::Worker for Worker<'_> {
    type Done = (u32, Outcome);
    type Error = EvolveError;

    fn work(&mut self, item: u32, halt: &AtomicBool) -> Result<Option<Self::Done>, EvolveError> {
        let agents = self.exam.agents.len() as u32;
        let agent = &self.exam.agents[(item % agents) as usize];
        let pair = u64::from(item / agents);
        let (games, seed) = (&self.exam.games, self.exam.seed);
        let played =
            games.play_from(&mut self.board, &agent.chromosome, seed, pair, false, halt)?;
        Ok(played.map(|(fitness, games)| (item, Outcome { fitness, parts: vec![fitness], games })))
    }
}
