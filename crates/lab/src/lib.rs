//! Experiments with chess engines: matches, statistics, studies, data and tuning.

pub mod data;
pub mod openings;
mod random;
pub mod stats;
pub mod tune;

pub use random::Random;
