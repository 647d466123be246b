//! The window of alpha-beta: between what one player has already and what the other allows.

use std::ops::Neg;

use crate::score::Score;

/// An open interval of scores. A score at or below alpha fails low, at or above beta fails high.
///
/// ```
/// use ferz_search::{Score, Window};
/// let mut window = Window::new(Score::centipawns(10), Score::centipawns(50));
/// assert!(window.fails_low(Score::centipawns(10)));
/// assert!(window.fails_high(Score::centipawns(50)));
/// window.raise_alpha(Score::centipawns(20));
/// assert_eq!(-window, Window::new(Score::centipawns(-50), Score::centipawns(-20)));
/// assert!(window.scout().is_null());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::NEG_INFINITY, beta: Score::INFINITY };

    /// The scores between two.
    #[inline(always)]
    pub fn new(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta, "{alpha:?} is not below {beta:?}");
        Self { alpha, beta }
    }

    /// The window that asks only whether a score is at least this.
    #[inline(always)]
    pub fn null(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// What the player to move has already.
    #[inline(always)]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// What the opponent allows.
    #[inline(always)]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Whether there is no score between alpha and beta.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether the score is no better than what the player to move has already.
    #[inline(always)]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// Whether the score is more than the opponent allows.
    #[inline(always)]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// The null window just above alpha, with which later moves are tried.
    #[inline(always)]
    #[must_use]
    pub fn scout(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Notes that the player to move has a better score.
    #[inline(always)]
    pub fn raise_alpha(&mut self, score: Score) {
        debug_assert!(self.alpha < score && score < self.beta);
        self.alpha = score;
    }

    /// The part of the window between two scores; nothing if there is none.
    #[inline(always)]
    #[must_use]
    pub fn within(self, low: Score, high: Score) -> Option<Self> {
        let (alpha, beta) = (self.alpha.max(low), self.beta.min(high));
        (alpha < beta).then_some(Self { alpha, beta })
    }
}

/// The window as the opponent sees it.
impl Neg for Window {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
