//! Networks: a position to a number by weights that were learnt from games.
//!
//! The architecture is `(768 -> N) x 2 -> 1 x B`. Each player sees the pieces from their own side
//! ([`feature()`]); the rows of weights of what they see add up to an accumulator of `N` numbers.
//! Both accumulators, clipped and squared, are weighed by one of `B` sets of output weights, chosen
//! by the number of pieces ([`output_bucket`]). All arithmetic is of whole numbers and exact.

mod blend;
mod bullet;
mod error;
mod evaluator;
mod facts;
mod feature;
mod file;
mod line;
mod network;
mod parts;
mod refresh;
mod report;
mod simd;
mod step;
mod survey;

pub use error::NetworkError;
pub use evaluator::Nnue;
pub use facts::{Facts, FactsError};
pub use feature::{FEATURES, active_features, feature, output_bucket};
pub use network::Network;
pub use parts::NetworkParts;
pub use report::NetworkReport;
pub use simd::Kernel;
pub use survey::Disagreement;

/// What one means in an accumulator.
pub const QA: i32 = 255;

/// What one means in an output weight.
pub const QB: i32 = 64;

/// What an output of one means in centipawns.
pub const SCALE: i32 = 400;

/// Hidden sizes are multiples of this, so that rows of weights fill whole cache lines.
pub const HIDDEN_STEP: usize = line::LANES;

/// The largest hidden size.
pub const MAX_HIDDEN: usize = 2048;

/// The largest number of output buckets.
pub const MAX_BUCKETS: usize = 32;

/// The largest output weight either way: a clipped accumulator times a weight must fit 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;
