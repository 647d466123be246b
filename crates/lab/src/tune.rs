//! Tuning: numbers of the engine that are found and not guessed.

pub mod spsa;
pub mod texel;
pub mod wdl;
