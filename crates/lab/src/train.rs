//! Training: a network that foretells search scores and results, on the processor alone.
//!
//! The network is `(768 -> N) x 2 -> 1 x B` with clipped squares between the layers, as
//! [`ferz_eval::nnue`] defines it. [`Dataset`] holds the positions, [`TrainSettings`] says how to
//! learn from them, a [`Trainer`] does it batch by batch, and [`quantise()`] turns what was learned
//! into a [`Network`](ferz_eval::nnue::Network) and tells what the rounding costs.
//!
//! For a seed and a number of threads the result is always the same, bit for bit, whether or not
//! the training was interrupted and resumed from a checkpoint.

mod adam;
mod checkpoint;
mod dataset;
mod judge;
mod kernel;
mod lists;
mod objective;
mod parameters;
mod quantise;
mod report;
mod schedule;
mod settings;
mod start;
mod team;
mod trainer;
mod worker;

pub use checkpoint::CheckpointError;
pub use dataset::{Dataset, DatasetError, LoadSettings};
pub use judge::judge;
pub use objective::Errors;
pub use parameters::{Parameters, Shape};
pub use quantise::{QuantisationError, quantise};
pub use report::{loss_chart, training_report};
pub use schedule::{RateSchedule, RateShape, ShareSchedule};
pub use settings::TrainSettings;
pub use start::StartError;
pub use trainer::{Epoch, Event, Progress, Trainer};
