//! Why there is no book.

use std::fmt;
use std::path::PathBuf;

use ferz_engine::PolyglotError;

/// Why there is no book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// No file is named.
    NoFile,
    /// A key means nothing.
    Key(String),
    /// A key does not take the value.
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// The file's name does not tell how it is written.
    UnknownFormat(PathBuf),
    /// The file cannot be read.
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        message: String,
    },
    /// Something in the file is no opening.
    Content {
        /// The file.
        file: PathBuf,
        /// Where it is and what is wrong.
        message: String,
    },
    /// The file is no Polyglot book.
    Polyglot {
        /// The file.
        file: PathBuf,
        /// Why.
        error: PolyglotError,
    },
    /// A Polyglot book does not know how a game starts.
    NoFirstMove(PathBuf),
    /// A Polyglot book was to be read in its order.
    NoOrder,
    /// There is nothing in the file.
    Empty(PathBuf),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => f.write_str("openings need a file: file=PATH"),
            Self::Key(key) => write!(
                f,
                "openings have no \"{key}\": expected file, format, order, start or plies"
            ),
            Self::Value { key, value } => write!(f, "openings: {key} cannot be \"{value}\""),
            Self::UnknownFormat(file) => {
                write!(f, "is {} format=epd, format=pgn or format=polyglot?", file.display())
            }
            Self::Read { file, message } => write!(f, "cannot read {}: {message}", file.display()),
            Self::Content { file, message } => write!(f, "{}, {message}", file.display()),
            Self::Polyglot { file, error } => write!(f, "{}: {error}", file.display()),
            Self::NoFirstMove(file) => write!(
                f,
                "{} has no legal move for the starting position, so it is no Polyglot book of \
                 openings",
                file.display()
            ),
            Self::NoOrder => f.write_str(
                "a Polyglot book has no order: its lines are drawn by the seed and the weights of \
                 their moves",
            ),
            Self::Empty(file) => write!(f, "{} has no openings", file.display()),
        }
    }
}

impl std::error::Error for BookError {}
