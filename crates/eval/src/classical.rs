//! The classical evaluation: a sum of terms that a person can name, each weighted for the middle
//! game and for the endgame.
//!
//! Every weight is in one table ([`weights`]), and every term takes it through a
//! [`Trace`], so the number played by, the breakdown printed and the coefficients of a tuner
//! come from the same code. It knows no tactics beyond one move: that is the search's.

mod activity;
mod breakdown;
mod king;
mod passed;
mod pawn_cache;
mod pawns;
mod phase;
mod pieces;
mod render;
mod scale;
mod score;
mod side;
mod space;
mod survey;
mod table;
mod threats;
mod trace;
pub mod weights;

pub use breakdown::Breakdown;
pub use king::king_curve;
pub use phase::Phase;
pub use scale::Scale;
pub use score::TaperedScore;
pub use table::{Group, Row, Shape, Term, Weight, WeightIndex, Weights};
pub use trace::Trace;

use ferz_rules::{Color, Position};

use crate::Evaluator;
use crate::endings::{Ending, known_ending};
use pawn_cache::PawnCache;
use pawns::PawnEntry;
use side::{Black, Side, White};
use survey::Survey;
use trace::Tally;

/// No score is further from zero: what is beyond belongs to mates, which a search proves.
pub const MAX_SCORE: i32 = 20_000;

/// The classical evaluation with its weights and its memory of pawn structures.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Weights,
    pawns: PawnCache,
}

/// What an evaluation found, before anybody asks whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalReport {
    /// The sum of all terms, White's minus Black's.
    pub total: TaperedScore,
    /// How far the endgame is.
    pub phase: Phase,
    /// How much of the endgame half counts.
    pub scale: Scale,
    /// The known ending that replaces the sum, if it is one.
    pub ending: Option<Ending>,
    /// Centipawns from White's point of view.
    pub score: i32,
}

impl Classical {
    /// An evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights, pawns: PawnCache::new() }
    }

    /// The weights it evaluates with.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Evaluates anew, without memory, and lets the trace watch.
    pub fn trace<T: Trace>(&self, position: &Position, trace: &mut T) -> EvalReport {
        let mut tally = Tally::new(&self.weights, trace);
        let pawns = PawnEntry::new(position, &mut tally);
        let total = sum(position, &pawns, &mut tally);
        report(position, &pawns, total)
    }

    /// The evaluation, term by term.
    pub fn explain(&self, position: &Position) -> Breakdown {
        Breakdown::new(self, position)
    }
}

impl Default for Classical {
    fn default() -> Self {
        Self::new(Weights::default())
    }
}

impl Evaluator for Classical {
    /// Nothing to do: the memory of pawns is true of every game.
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        let score = if let Some((_, score)) = known_ending(position) {
            score
        } else {
            let pawns = self.pawns.get(position, &self.weights);
            let total = sum(position, pawns, &mut Tally::new(&self.weights, &mut ()));
            taper(position, pawns, total).2
        };
        match position.turn() {
            Color::White => score,
            Color::Black => -score,
        }
    }
}

/// All terms, White's minus Black's.
#[inline(always)]
fn sum<T: Trace>(position: &Position, pawns: &PawnEntry, tally: &mut Tally<'_, T>) -> TaperedScore {
    let mut survey = Survey::new(position, pawns);
    let mut total = pawns.score;
    total += pieces::pieces::<White, T>(&mut survey, tally);
    total -= pieces::pieces::<Black, T>(&mut survey, tally);
    total += interaction::<White, T>(&survey, tally);
    total -= interaction::<Black, T>(&survey, tally);
    total + tempo(position, tally)
}

/// The terms that need to know what both players attack.
#[inline(always)]
fn interaction<S: Side, T: Trace>(survey: &Survey<'_>, tally: &mut Tally<'_, T>) -> TaperedScore {
    let mut score = king::shelter::<S, T>(survey, tally);
    score += king::danger::<S, T>(survey, tally);
    score += threats::threats::<S, T>(survey, tally);
    score += passed::passed::<S, T>(survey, tally);
    score + space::space::<S, T>(survey, tally)
}

/// The right to move, as a weight like any other: in a dead drawn ending it is scaled to nothing
/// with the rest.
#[inline(always)]
fn tempo<T: Trace>(position: &Position, tally: &mut Tally<'_, T>) -> TaperedScore {
    match position.turn() {
        Color::White => tally.once::<White>(weights::TEMPO),
        Color::Black => -tally.once::<Black>(weights::TEMPO),
    }
}

/// The phase, the scale, and the score between the two halves from White's point of view.
#[inline(always)]
fn taper(position: &Position, pawns: &PawnEntry, total: TaperedScore) -> (Phase, Scale, i32) {
    let phase = Phase::of(position);
    let strong = if total.eg() >= 0 { Color::White } else { Color::Black };
    let scale = Scale::of(position, strong, &pawns.passed);
    let score = phase.interpolate(total, scale);
    (phase, scale, score.clamp(-MAX_SCORE, MAX_SCORE))
}

fn report(position: &Position, pawns: &PawnEntry, total: TaperedScore) -> EvalReport {
    let (phase, scale, sum) = taper(position, pawns, total);
    let known = known_ending(position);
    let score = known.map_or(sum, |(_, score)| score);
    EvalReport { total, phase, scale, ending: known.map(|(ending, _)| ending), score }
}
