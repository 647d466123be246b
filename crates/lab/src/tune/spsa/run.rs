//! The games of a run: every iteration is a small contest between its two sides.
//!
//! An iteration waits for all its pairs before the next begins. Its values follow from the results
//! before it, its coins from its number and the seed, its openings from the numbers of its pairs.
//! So at fixed nodes a run has one result, whatever the number of threads, and the results of its
//! pairs are all that must be kept of it.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use ferz_rules::Color;
use ferz_search::{PARAMS, Params};

use super::line::Tunable;
use super::schedule::Schedule;
use super::tuner::{Probe, Tuner};
use crate::adjudicate::Rules;
use crate::book::Book;
use crate::contest::{Contest, ContestError, EncounterRecord, Format, Games};
use crate::player::{PlayerKind, PlayerSpec};
use crate::stats::Trinomial;
use crate::trial::{Keeper, KeeperError};

/// A run: who is tuned, in which parameters and by which games. Its `Display` is all that the
/// tuning adds to the description of a contest.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// Who plays on both sides.
    pub player: PlayerSpec,
    /// The parameters, which are options of the player.
    pub tunables: Vec<Tunable>,
    /// How many games are played, and what is done with them.
    pub schedule: Schedule,
    /// What the coins of all iterations come from.
    pub seed: u64,
    /// Where games start: each pair has its opening.
    pub book: Book,
    /// When games end before the rules end them.
    pub rules: Rules,
    /// How many games are played at once.
    pub concurrency: NonZeroUsize,
}

/// What an iteration came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The iteration, counted from one.
    pub iteration: u32,
    /// The games of the upper side against the lower.
    pub score: Trinomial,
    /// Where the parameters were after it.
    pub values: Vec<f64>,
}

/// A run as far as it has gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// Where the parameters are.
    pub tuner: Tuner,
    /// All iterations in order.
    pub steps: Vec<Step>,
}

impl Course {
    /// All games that have been learned from.
    pub fn games(&self) -> u64 {
        self.steps.iter().map(|step| step.score.games()).sum()
    }
}

/// What a run tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pair of games was played and kept.
    Pair(&'a EncounterRecord),
    /// All pairs of an iteration were, and their lesson was learned.
    Iteration(&'a Step),
}

/// Why a run cannot begin, or go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpsaError {
    /// A parameter of the search is a constant in this build.
    Constant(String),
    /// There are no games to be played, or too many to be counted.
    Length,
    /// The contest cannot go on.
    Contest(ContestError),
    /// Results cannot be kept.
    Keeper(KeeperError),
}

impl fmt::Display for SpsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(name) => write!(
                f,
                "{name} is a constant in this build: tuning needs one made by \
                 `cargo build --release --features tune`"
            ),
            Self::Length => f.write_str("iterations times pairs must be from 1 to 4294967295"),
            Self::Contest(error) => error.fmt(f),
            Self::Keeper(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpsaError {}

/// What the first player of each finished encounter got from it, by the encounters' numbers.
type Results = BTreeMap<u32, Trinomial>;

impl Spsa {
    /// Finds what can be found before the first game: starts a player with all parameters at
    /// their lower ends and one at the upper, and says what they call themselves.
    ///
    /// # Errors
    /// If parameters cannot be set or do not take their values, or the player cannot play.
    pub fn check(&self) -> Result<Vec<String>, SpsaError> {
        let is_fixed = |tunable: &&Tunable| PARAMS.iter().any(|row| row.name == tunable.name);
        if self.player.kind == PlayerKind::Inside
            && !Params::CAN_BE_SET
            && let Some(tunable) = self.tunables.iter().find(is_fixed)
        {
            return Err(SpsaError::Constant(tunable.name.clone()));
        }
        if self.schedule.all_pairs().is_none_or(|pairs| pairs == 0) {
            return Err(SpsaError::Length);
        }
        let ends = |end: fn(&Tunable) -> f64| self.tunables.iter().map(end).collect::<Vec<_>>();
        let contest = self.contest_of(&ends(|tunable| tunable.min), &ends(|tunable| tunable.max));
        contest.check().map_err(SpsaError::Contest)
    }

    /// The whole run as one contest between two players with the values at the start, for its
    /// description.
    pub fn contest(&self) -> Contest {
        let start: Vec<f64> = self.tunables.iter().map(|tunable| tunable.value).collect();
        self.contest_of(&start, &start)
    }

    fn contest_of(&self, plus: &[f64], minus: &[f64]) -> Contest {
        Contest {
            players: self.players(plus, minus),
            format: Format::RoundRobin,
            rounds: self.schedule.all_pairs().unwrap_or(u32::MAX),
            games: Games::Pair,
            book: self.book.clone(),
            rules: self.rules.clone(),
            chess960: false,
            concurrency: self.concurrency,
            affinity: false,
        }
    }

    fn players(&self, plus: &[f64], minus: &[f64]) -> Vec<PlayerSpec> {
        let player = |name: &str, values: &[f64]| {
            let mut spec = PlayerSpec { name: name.to_owned(), ..self.player.clone() };
            let options = self.tunables.iter().zip(values);
            spec.options.extend(
                options.map(|(tunable, value)| (tunable.name.clone(), tunable.show(*value))),
            );
            spec
        };
        vec![player("plus", plus), player("minus", minus)]
    }

    /// The numbers of an iteration's pairs among all pairs.
    fn numbers(&self, iteration: u32) -> Range<u32> {
        let pairs = self.schedule.pairs;
        (iteration - 1) * pairs..iteration * pairs
    }

    /// Plays what is left to play, and learns from all of it. `earlier` has the pairs that were
    /// finished in earlier runs; `watch` hears only of new ones.
    ///
    /// # Errors
    /// If a player can no longer be brought to play, or results cannot be kept.
    pub fn run(
        &self,
        earlier: BTreeMap<u32, Trinomial>,
        keeper: &mut dyn Keeper,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Course, SpsaError> {
        let mut results: Results = earlier;
        let mut contest = self.contest();
        let mut tuner = Tuner::new(self.tunables.clone(), self.schedule, self.seed);
        let mut steps = Vec::new();
        while !tuner.is_finished() {
            let probe = tuner.probe();
            let numbers = self.numbers(probe.iteration);
            let is_new = total(&results, &numbers).is_none();
            if is_new {
                self.seat(&mut contest, &probe);
                let fresh = play(&contest, &numbers, &results, keeper, stop, watch)?;
                results.extend(fresh);
            }
            // An iteration that was interrupted teaches nothing yet.
            let Some(score) = total(&results, &numbers) else { break };
            tuner.learn(&probe, score.wins as f64 - score.losses as f64);
            let values = tuner.values().to_vec();
            let step = Step { iteration: probe.iteration, score, values };
            if is_new {
                watch(&Event::Iteration(&step));
            }
            steps.push(step);
        }
        Ok(Course { tuner, steps })
    }

    /// Seats the two sides of an iteration. Later pairs are not this contest's.
    fn seat(&self, contest: &mut Contest, probe: &Probe) {
        contest.players = self.players(&probe.plus, &probe.minus);
        contest.rounds = self.numbers(probe.iteration).end;
    }
}

/// Plays those pairs of an iteration that have no result yet.
fn play(
    contest: &Contest,
    numbers: &Range<u32>,
    known: &Results,
    keeper: &mut dyn Keeper,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Event<'_>),
) -> Result<Results, SpsaError> {
    let (mut fresh, mut failure) = (Results::new(), None);
    let is_done = |number: u32| !numbers.contains(&number) || known.contains_key(&number);
    let played = contest.run(&is_done, stop, &mut |record| {
        if let Err(error) = keeper.keep(&record) {
            failure = Some(SpsaError::Keeper(error));
            return ControlFlow::Break(());
        }
        fresh.insert(record.encounter.number, score(&record));
        watch(&Event::Pair(&record));
        ControlFlow::Continue(())
    });
    match failure {
        Some(error) => Err(error),
        None => played.map(|()| fresh).map_err(SpsaError::Contest),
    }
}

/// What the first player got.
fn score(record: &EncounterRecord) -> Trinomial {
    let mut score = Trinomial::default();
    for (white, game) in &record.games {
        let is_white = *white == record.encounter.first;
        let color = if is_white { Color::White } else { Color::Black };
        score.record(game.ending.points(color));
    }
    score
}

/// The sum of an iteration's pairs, if all are there.
fn total(results: &Results, numbers: &Range<u32>) -> Option<Trinomial> {
    let mut sum = Trinomial::default();
    for number in numbers.clone() {
        sum += *results.get(&number)?;
    }
    Some(sum)
}

impl fmt::Display for Spsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Schedule { iterations, pairs, alpha, gamma, a_ratio } = self.schedule;
        write!(f, "iterations={iterations} pairs={pairs} alpha={alpha} gamma={gamma}")?;
        write!(f, " a_ratio={a_ratio}")?;
        self.tunables.iter().try_for_each(|tunable| write!(f, "\n{tunable}"))
    }
}
