//! What an agent is good for: whole games, as in the document, or what its discussion and the
//! literature point to.
//!
//! Every measure is of the same size, about a thousand for the best there is, so that weights of a
//! mixture mean what they say.

mod games;
mod mentor;
mod moves;
mod tactics;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use ferz_eval::evolved::Chromosome;

pub use games::GamesMeasure;
pub use mentor::MentorMeasure;
pub use moves::MovesMeasure;
pub use tactics::TacticsMeasure;

use super::error::EvolveError;
use super::operators::{Purpose, stream};
use crate::fingerprint::fingerprint;
use crate::stats::Trinomial;
pub(super) use games::Board;

/// The best that a measure gives.
const FULL: f64 = 1000.0;

/// A kind of fitness by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FitnessKind {
    /// Whole games.
    Games,
    /// The strong move in labelled positions.
    Moves,
    /// Agreement with another evaluation.
    Mentor,
    /// Tactics solved within so many nodes.
    Tactics,
}

impl FitnessKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Games, Self::Moves, Self::Mentor, Self::Tactics];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Moves => "moves",
            Self::Mentor => "mentor",
            Self::Tactics => "tactics",
        }
    }
}

/// Kinds of fitness with their weights.
///
/// ```
/// use ferz_lab::evolve::{FitnessKind, Mixture};
/// let mixture: Mixture = "games,moves=0.5".parse()?;
/// assert_eq!(mixture.0, [(FitnessKind::Games, 1.0), (FitnessKind::Moves, 0.5)]);
/// assert_eq!(mixture.to_string(), "games=1,moves=0.5");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Mixture(pub Vec<(FitnessKind, f64)>);

impl FromStr for Mixture {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts: Vec<(FitnessKind, f64)> = Vec::new();
        for word in text.split(',') {
            let (name, weight) = word.split_once('=').unwrap_or((word, "1"));
            let kind = FitnessKind::ALL.into_iter().find(|kind| kind.name() == name);
            let kind = kind.ok_or_else(|| {
                format!("expected games, moves, mentor or tactics, got \"{name}\"")
            })?;
            let weight =
                weight.parse().ok().filter(|weight| *weight > 0.0 && f64::is_finite(*weight));
            let weight = weight.ok_or_else(|| format!("the weight of {name} must be above 0"))?;
            if parts.iter().any(|(known, _)| *known == kind) {
                return Err(format!("{name} is there twice"));
            }
            parts.push((kind, weight));
        }
        Ok(Self(parts))
    }
}

impl fmt::Display for Mixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.iter().map(|(kind, weight)| format!("{}={weight}", kind.name()));
        f.write_str(&words.collect::<Vec<_>>().join(","))
    }
}

/// One way to measure an agent, with all that it needs.
#[derive(Clone, Debug)]
pub enum Measure {
    /// Whole games.
    Games(Box<GamesMeasure>),
    /// The strong move in labelled positions.
    Moves(MovesMeasure),
    /// Agreement with another evaluation.
    Mentor(MentorMeasure),
    /// Tactics solved within so many nodes.
    Tactics(TacticsMeasure),
}

impl fmt::Display for Measure {
    /// Everything that decides about its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(measure) => measure.fmt(f),
            Self::Moves(measure) => measure.fmt(f),
            Self::Mentor(measure) => measure.fmt(f),
            Self::Tactics(measure) => measure.fmt(f),
        }
    }
}

/// Measures with their weights.
#[derive(Clone, Debug)]
pub struct Fitness {
    /// The measures.
    pub parts: Vec<(Measure, f64)>,
    /// What decides which positions and games it is about.
    pub seed: u64,
}

impl fmt::Display for Fitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: f64 = self.parts.iter().map(|(_, weight)| weight).sum();
        let part = |(measure, weight): &(Measure, f64)| match self.parts.len() {
            1 => measure.to_string(),
            _ => format!("{:.0} %: {measure}", 100.0 * weight / total),
        };
        f.write_str(&self.parts.iter().map(part).collect::<Vec<_>>().join("; "))
    }
}

/// What came of measuring an agent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The weighted mean of the measures.
    pub fitness: f64,
    /// Each measure.
    pub parts: Vec<f64>,
    /// The games, if there were any.
    pub games: Trinomial,
}

/// Somebody who measures agents, with a board and an opponent of its own.
pub(super) struct Judge<'a> {
    fitness: &'a Fitness,
    board: Board,
}

impl<'a> Judge<'a> {
    pub(super) fn new(fitness: &'a Fitness) -> Self {
        Self { fitness, board: Board::default() }
    }

    /// Measures an agent in a generation; none if it was stopped. All agents of a generation meet
    /// the same positions and the same beginnings of games: who is better is seen sooner when luck
    /// is the same for all.
    pub(super) fn measure(
        &mut self,
        chromosome: &Chromosome,
        generation: u32,
        stop: &AtomicBool,
    ) -> Result<Option<Outcome>, EvolveError> {
        let mut outcome = Outcome::default();
        let (mut sum, mut total) = (0.0, 0.0);
        let seed = self.fitness.seed;
        for (measure, weight) in &self.fitness.parts {
            let value = match measure {
                Measure::Games(games) => {
                    let Some((value, counts)) =
                        games.play(&mut self.board, chromosome, seed, generation, stop)?
                    else {
                        return Ok(None);
                    };
                    outcome.games = counts;
                    value
                }
                Measure::Moves(moves) => moves.measure(chromosome, seed, generation),
                Measure::Mentor(mentor) => mentor.measure(chromosome, seed, generation),
                Measure::Tactics(tactics) => tactics.measure(chromosome, seed, generation),
            };
            outcome.parts.push(value);
            sum += weight * value;
            total += weight;
        }
        outcome.fitness = if total > 0.0 { sum / total } else { 0.0 };
        Ok(Some(outcome))
    }
}

/// So many of these indices, others in every generation; all if so many are not there.
fn sample(count: usize, size: Option<usize>, seed: u64, generation: u32) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    if let Some(size) = size.filter(|size| *size < count) {
        stream(seed, Purpose::Samples, 0, generation.into()).shuffle(&mut all);
        all.truncate(size);
    }
    all
}

/// What tells positions and their labels from others.
fn digest<T: fmt::Debug>(rows: &[T]) -> String {
    let mut text = fingerprint(format!("{rows:?}").as_bytes());
    text.truncate(12);
    text
}

/// The mean; 0 of nothing.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_are_read_or_refused_in_one_sentence() {
        for (text, sentence) in [
            ("chess", "expected games, moves, mentor or tactics, got \"chess\""),
            ("games=0", "the weight of games must be above 0"),
            ("games=x", "the weight of games must be above 0"),
            ("moves,moves", "moves is there twice"),
        ] {
            assert_eq!(text.parse::<Mixture>(), Err(sentence.to_owned()));
        }
    }

    #[test]
    fn samples_differ_by_generation_and_not_by_agent() {
        assert_eq!(sample(5, None, 1, 0), [0, 1, 2, 3, 4]);
        assert_eq!(sample(5, Some(9), 1, 0), [0, 1, 2, 3, 4]);
        let one = sample(100, Some(10), 1, 0);
        assert_eq!((one.len(), sample(100, Some(10), 1, 0)), (10, one.clone()));
        assert_ne!(sample(100, Some(10), 1, 1), one);
    }
}
