//! What can be wrong with a table.

use std::fmt;
use std::io;

/// Why a file is no table, or could not be read.
#[derive(Debug)]
pub enum TableError {
    /// The system refuses to read it.
    Unreadable(io::Error),
    /// It does not begin as a table of its kind does.
    Magic,
    /// It is shorter than it says itself.
    Truncated,
    /// It is longer than it says itself.
    TooLong,
    /// Its name tells of other pieces than the file.
    OtherPieces,
    /// It contradicts itself.
    Corrupt(&'static str),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Magic => f.write_str("is no Syzygy table of this kind"),
            Self::Truncated => f.write_str("is cut off: was it copied to the end?"),
            Self::TooLong => f.write_str("is longer than it should be"),
            Self::OtherPieces => f.write_str("is about other pieces than its name says"),
            Self::Corrupt(what) => write!(f, "is damaged: {what}"),
        }
    }
}

impl std::error::Error for TableError {}
