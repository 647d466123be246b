//! Differences of strength.

use std::fmt;

/// Normalised Elo of one standard deviation of a game's score.
///
/// Chosen so that logistic and normalised Elo agree near equality when games are never drawn.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference of strength with its interval of 95 %. The ends may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Elo {
    /// Half the width of the interval, for `value ± error`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Elo {
    /// Writes `value [low, high]` to two decimals, or as many as asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(2);
        let Self { value, low, high } = self;
        write!(f, "{value:.places$} [{low:.places$}, {high:.places$}]")
    }
}

/// The score that a player who is stronger by so much expects.
///
/// ```
/// use ferz_lab::stats::score_of_elo;
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert_eq!(format!("{:.4}", score_of_elo(100.0)), "0.6401");
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes a score expected; infinite beyond 0 and 1.
///
/// ```
/// use ferz_lab::stats::elo_of_score;
/// assert_eq!(format!("{:.2}", elo_of_score(0.75)), "190.85");
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Adding zero turns the negative zero of an even score into a plain one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}
