//! Why a line is not a command.

use std::fmt;

use crate::text::excerpt;

/// Why a line is not a command. Each is one sentence, fit for `info string`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// No word of the line is a command.
    Unknown(String),
    /// A keyword without the number that belongs to it.
    Number {
        /// The keyword.
        keyword: String,
        /// What came instead, if anything did.
        got: Option<String>,
    },
    /// `position` without `startpos` or `fen`; what came instead, if anything did.
    PositionStart(Option<String>),
    /// `setoption` without `name` and a name.
    OptionName(String),
    /// `debug` without `on` or `off`; what came instead, if anything did.
    Debug(Option<String>),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(line) => {
                write!(f, "unknown command \"{}\"; try help", excerpt(line))
            }
            Self::Number { keyword, got } => {
                write!(f, "expected a number after \"{}\", got {}", excerpt(keyword), Got(got))
            }
            Self::PositionStart(got) => {
                write!(f, "expected startpos or fen after \"position\", got {}", Got(got))
            }
            Self::OptionName(line) => write!(
                f,
                "expected \"setoption name NAME value VALUE\", got \"setoption {}\"",
                excerpt(line)
            ),
            Self::Debug(got) => write!(f, "expected on or off after \"debug\", got {}", Got(got)),
        }
    }
}

impl std::error::Error for CommandError {}

/// A word in quotation marks, or the words for its absence.
struct Got<'a>(&'a Option<String>);

impl fmt::Display for Got<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, "\"{}\"", excerpt(text)),
            None => f.write_str("nothing"),
        }
    }
}
