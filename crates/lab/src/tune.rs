//! Tuning: numbers of the engine that are found and not guessed.

pub mod texel;
pub mod wdl;
