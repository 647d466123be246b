//! Experiments with chess engines: matches, statistics, studies, data and tuning.

mod random;
pub mod stats;

pub use random::Random;
