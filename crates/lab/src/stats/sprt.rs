//! The sequential probability ratio test.

use std::fmt;
use std::str::FromStr;

use super::elo::{NORMALIZED_SCALE, score_of_elo};
use super::likelihood::{Hypothesis, log_ratio};
use super::results::Results;

/// What the bounds of a test are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Model {
    /// Normalised Elo: the length of a test does not depend on how drawish the games are.
    #[default]
    Normalized,
    /// Logistic Elo: what rating lists print.
    Logistic,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        match text {
            "normalized" | "normalised" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            _ => Err(SprtError::Model(text.to_owned())),
        }
    }
}

/// Where a running test stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Go on.
    Undecided,
    /// H0: the new side is not stronger by `elo1`.
    Rejected,
    /// H1: the new side is stronger than by `elo0`.
    Accepted,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided => "undecided",
            Self::Rejected => "H0 accepted",
            Self::Accepted => "H1 accepted",
        })
    }
}

/// A generalised sequential probability ratio test of `elo1` (H1) against `elo0` (H0).
///
/// The mathematics is that of fishtest, OpenBench and fastchess.
///
/// ```
/// use ferz_lab::stats::{Model, Penta, Sprt, Verdict};
/// let sprt = Sprt::new(0.0, 2.0, 0.05, 0.05, Model::Normalized)?;
/// let (low, high) = sprt.bounds();
/// assert_eq!(format!("({low:.2}, {high:.2})"), "(-2.94, 2.94)");
/// let penta = Penta([365, 16618, 36229, 16974, 390]);
/// assert_eq!(format!("{:.2}", sprt.llr(&penta)), "2.25");
/// assert_eq!(sprt.verdict(&penta), Verdict::Undecided);
/// # Ok::<(), ferz_lab::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Beyond this the best fit of a normalised hypothesis may not exist.
const MAX_NORMALIZED: f64 = 200.0;
/// Beyond this the score of a logistic hypothesis is nearly certain.
const MAX_LOGISTIC: f64 = 1000.0;

impl Sprt {
    /// A test with bounds in Elo of the model's kind; `alpha` is how often H1 may be accepted
    /// though H0 is true, `beta` the reverse.
    ///
    /// # Errors
    /// When `elo0` is not below `elo1`, either is too large, or the error rates are not sensible.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        let limit = match model {
            Model::Normalized => MAX_NORMALIZED,
            Model::Logistic => MAX_LOGISTIC,
        };
        // Written so that a bound which is not a number is refused too.
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if elo0 < -limit || elo1 > limit {
            return Err(SprtError::TooLarge { elo0, elo1, limit });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The difference under H0.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often H1 may be accepted though H0 is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 may be accepted though H1 is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// What the differences are measured in.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratio; 0 without results.
    pub fn llr(&self, results: &impl Results) -> f64 {
        let sample = results.sample();
        if sample.is_empty() {
            return 0.0;
        }
        let games = sample.games_per_unit();
        log_ratio(&sample, self.hypothesis(self.elo0, games), self.hypothesis(self.elo1, games))
    }

    /// Below the first, H0 is accepted, above the second, H1.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Where the test stands.
    pub fn verdict(&self, results: &impl Results) -> Verdict {
        let (low, high) = self.bounds();
        let llr = self.llr(results);
        if llr >= high {
            Verdict::Accepted
        } else if llr <= low {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }

    /// A difference in Elo of the model's kind as standard deviations of a game.
    pub(super) fn deviations(&self, elo: f64, game_deviation: f64) -> f64 {
        match self.model {
            Model::Logistic => (score_of_elo(elo) - 0.5) / game_deviation,
            Model::Normalized => elo / NORMALIZED_SCALE,
        }
    }

    fn hypothesis(&self, elo: f64, games_per_unit: f64) -> Hypothesis {
        match self.model {
            Model::Logistic => Hypothesis::Mean(score_of_elo(elo)),
            // The mean of several games deviates less than one game.
            Model::Normalized => {
                Hypothesis::Deviations(elo / NORMALIZED_SCALE * games_per_unit.sqrt())
            }
        }
    }
}

/// Why a test cannot be made.
#[derive(Clone, PartialEq, Debug)]
pub enum SprtError {
    /// The bounds are not in order.
    Order {
        /// The bound of H0.
        elo0: f64,
        /// The bound of H1.
        elo1: f64,
    },
    /// A bound is beyond what the model can express.
    TooLarge {
        /// The bound of H0.
        elo0: f64,
        /// The bound of H1.
        elo1: f64,
        /// The largest that can be.
        limit: f64,
    },
    /// The error rates are not sensible.
    Rates {
        /// The rate of false acceptance.
        alpha: f64,
        /// The rate of false rejection.
        beta: f64,
    },
    /// No model has this name.
    Model(String),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { elo0, elo1 } => {
                write!(f, "elo0 must be below elo1, but they are {elo0} and {elo1}")
            }
            Self::TooLarge { elo0, elo1, limit } => {
                write!(f, "bounds must be within ±{limit} Elo, but they are {elo0} and {elo1}")
            }
            Self::Rates { alpha, beta } => write!(
                f,
                "alpha and beta must be above 0 and together below 1, but they are {alpha} and {beta}"
            ),
            Self::Model(text) => {
                write!(f, "expected \"normalized\" or \"logistic\", not \"{text}\"")
            }
        }
    }
}

impl std::error::Error for SprtError {}

#[cfg(test)]
mod tests;
