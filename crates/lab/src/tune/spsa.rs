//! Simultaneous perturbation stochastic approximation: numbers of the search, found by games.
//!
//! An iteration moves every parameter a little up or down at random, plays the values so made
//! against those on the other side, and goes a small step towards the winner in all parameters at
//! once. The formulas and the lines of text are those of OpenBench. [`Tuner`] is the mathematics,
//! which knows no chess; [`Spsa`] plays the games.

mod choose;
mod line;
mod report;
mod run;
mod schedule;
mod source;
mod tuner;

pub use choose::{ChoiceError, choose};
pub use line::{Kind, LineError, LinesError, Tunable, read_lines};
pub use report::SpsaReport;
pub use run::{Course, Event, Spsa, SpsaError, Step};
pub use schedule::{Gain, Schedule};
pub use source::{SourceError, apply_to_source};
pub use tuner::{Probe, Tuner};
