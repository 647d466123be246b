//! Texel's method: the weights under which the evaluation foretells the results of games best.
//!
//! The evaluation is traced once for each position: how often every weight counts. After that it
//! is a formula of the weights, the curve of the king's danger included, whose gradient is exact
//! and cheap. [`Samples`] holds the positions so, [`fit()`] finds the weights.

mod adam;
mod fit;
mod label;
mod load;
mod model;
mod report;
mod samples;
mod scale;

pub use fit::{Epoch, FitSettings, fit};
pub use label::{EpdLabelError, epd_result};
pub use load::{Form, LoadError, Loaded, load};
pub use model::{Parameters, error, gradient};
pub use report::{FitReport, error_chart};
pub use samples::{Outcome, Sample, Samples};
pub use scale::fit_scale;
