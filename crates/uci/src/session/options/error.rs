//! Why an option cannot be set.

use std::fmt;

use ferz_engine::LoadError;
use ferz_search::{FeatureError, NoRoom};

use crate::option::OptionError;
use crate::session::opponent::OpponentError;

/// Why an option of our engine cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineOptionError {
    /// There is no such option, or it does not take the value.
    Option(OptionError),
    /// A list of features names one that does not exist.
    Feature(FeatureError),
    /// The machine has no memory for the table.
    NoRoom {
        /// What was asked for.
        error: NoRoom,
        /// The megabytes of the table that stays.
        kept: usize,
    },
    /// An opponent that is not described as the protocol wants it.
    Opponent(OpponentError),
    /// A log that cannot be written: its path, and why.
    Log(String, String),
    /// A file that gives neither network nor agent: its path, and why.
    EvalFile(String, LoadError),
    /// A file that gives no book: its path, and why.
    Book(String, String),
    /// The program carries no network.
    NoNetwork,
}

impl fmt::Display for EngineOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(error) => error.fmt(f),
            Self::Feature(error) => error.fmt(f),
            Self::NoRoom { error, kept } => write!(f, "{error}; it keeps its {kept} MB"),
            Self::Opponent(error) => error.fmt(f),
            Self::EvalFile(path, error) => {
                let what = if matches!(error, LoadError::Agent(_)) { "agent" } else { "network" };
                write!(f, "cannot load the {what} \"{path}\": {error}; it keeps what it had")
            }
            Self::Book(path, error) => {
                write!(f, "cannot load the book \"{path}\": {error}; it keeps what it had")
            }
            Self::NoNetwork => f.write_str("this build carries no network; it keeps what it had"),
            Self::Log(path, error) => write!(f, "cannot write the log \"{path}\": {error}"),
        }
    }
}

impl std::error::Error for EngineOptionError {}
