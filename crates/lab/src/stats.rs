//! The mathematics of matches, as pure functions.
//!
//! Results are counted as [`Trinomial`] (single games) or as [`Penta`] (pairs of games from one
//! opening with colours swapped, whose results are not independent of each other). What can be
//! concluded from either is the same and stands in the trait [`Results`]. A [`Sprt`] decides
//! while a match is running. All counts are from the view of one side, the *new* one.
//!
//! ```
//! use ferz_lab::stats::{Model, Penta, Results, Sprt, Verdict};
//! let penta: Penta = "39,8843,26675,9240,44".parse()?;
//! let sprt = Sprt::new(0.5, 2.5, 0.05, 0.05, Model::Normalized)?;
//! assert_eq!(format!("{:.4}", sprt.llr(&penta)), "2.9417");
//! assert_eq!(sprt.verdict(&penta), Verdict::Undecided);
//! assert_eq!(penta.elo().to_string(), "1.58 [0.55, 2.61]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod elo;
mod fit;
mod forecast;
mod likelihood;
mod normal;
mod performance;
mod rating;
mod results;
mod simulate;
mod spread;
mod sprt;

pub use counts::{CountsError, Penta, Points, Trinomial};
pub use elo::{Elo, elo_of_score, score_of_elo};
pub use fit::{Amdahl, LogFit, fit_amdahl, fit_logarithm};
pub use forecast::Forecast;
pub use normal::normal_cdf;
pub use performance::performance;
pub use rating::{Encounter, Rating, fit_ratings};
pub use results::{Results, Sample};
pub use simulate::{PairModel, simulate};
pub use spread::{Spread, standard_deviation};
pub use sprt::{Model, Sprt, SprtError, Verdict};
