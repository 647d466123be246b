//! Experiments with chess engines: matches, statistics, studies, data and tuning.

pub mod data;
mod random;
pub mod stats;
pub mod tune;

pub use random::Random;
