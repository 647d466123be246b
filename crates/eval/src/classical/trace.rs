//! How the evaluation shows what it counts, for explanation and for tuning.
//!
//! There is one evaluation, and it is generic over who watches it. Playing, nobody does and it
//! costs nothing.

use ferz_rules::Color;

use super::score::TaperedScore;
use super::side::Side;
use super::table::{WeightIndex, Weights};

/// Watches an evaluation.
pub trait Trace {
    /// A weight counts so many times for this player. Weights under [`Term::Danger`] are units
    /// of danger to this player's king, all others count as they are.
    ///
    /// [`Term::Danger`]: super::Term::Danger
    fn add(&mut self, color: Color, index: WeightIndex, count: i32);

    /// All units of danger to this player's king, and the score that the curve makes of them.
    fn danger(&mut self, color: Color, units: TaperedScore, score: TaperedScore);
}

/// Nobody watches; costs nothing.
impl Trace for () {
    #[inline(always)]
    fn add(&mut self, _: Color, _: WeightIndex, _: i32) {}

    #[inline(always)]
    fn danger(&mut self, _: Color, _: TaperedScore, _: TaperedScore) {}
}

/// The weights and who watches them: every term takes its scores through here, so that none can
/// forget to tell.
pub(super) struct Tally<'a, T> {
    weights: &'a Weights,
    trace: &'a mut T,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub(super) fn new(weights: &'a Weights, trace: &'a mut T) -> Self {
        Self { weights, trace }
    }

    /// A weight counted so many times for a player.
    #[inline(always)]
    pub(super) fn count<S: Side>(&mut self, index: WeightIndex, count: i32) -> TaperedScore {
        self.trace.add(S::US, index, count);
        self.weights[index] * count
    }

    /// A weight counted once for a player.
    #[inline(always)]
    pub(super) fn once<S: Side>(&mut self, index: WeightIndex) -> TaperedScore {
        self.trace.add(S::US, index, 1);
        self.weights[index]
    }

    /// A weight that counts for a player if the condition holds.
    #[inline(always)]
    pub(super) fn when<S: Side>(&mut self, condition: bool, index: WeightIndex) -> TaperedScore {
        if condition { self.once::<S>(index) } else { TaperedScore::ZERO }
    }

    /// Tells of the danger to a player's king and of what it costs.
    #[inline(always)]
    pub(super) fn danger<S: Side>(&mut self, units: TaperedScore, score: TaperedScore) {
        self.trace.danger(S::US, units, score);
    }
}
