//! Experiments with chess engines: matches, statistics, studies, data and tuning.

pub mod stats;
