//! A book as the command line describes it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::book::BookError;
use crate::group::Group;

/// How deep a Polyglot book is followed unless the user says otherwise: deep enough for variety,
/// shallow enough to leave the game to the players.
const POLYGLOT_PLIES: usize = 8;

/// How a book is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookFormat {
    /// A position to a line.
    Epd,
    /// Games, of which the moves are played.
    Pgn,
    /// Positions with weighted moves, from which lines are drawn.
    Polyglot,
}

/// In which order openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookOrder {
    /// As in the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// A book as the command line describes it.
///
/// ```
/// use ferz_lab::{BookFormat, BookSpec};
/// let spec = BookSpec::from_group(&"file=book.epd order=sequential start=3".parse()?)?;
/// assert_eq!((spec.format, spec.start), (BookFormat::Epd, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSpec {
    /// The file.
    pub file: PathBuf,
    /// How it is written; by the file's name if it is not said.
    pub format: BookFormat,
    /// In which order it is read.
    pub order: BookOrder,
    /// The first opening to take, counted from one.
    pub start: usize,
    /// No more than so many half-moves of a game or of a Polyglot line.
    pub plies: Option<usize>,
}

impl BookSpec {
    /// A book read in random order from its beginning.
    ///
    /// # Errors
    /// If the name of the file does not tell how it is written.
    pub fn new(file: &Path) -> Result<Self, BookError> {
        let extension =
            file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let format = match extension.as_deref() {
            Some("epd" | "fen" | "txt") => BookFormat::Epd,
            Some("pgn") => BookFormat::Pgn,
            Some("bin") => BookFormat::Polyglot,
            _ => return Err(BookError::UnknownFormat(file.to_owned())),
        };
        Ok(Self { file: file.to_owned(), format, order: BookOrder::Random, start: 1, plies: None })
    }

    /// Reads a description.
    ///
    /// # Errors
    /// At the first key that is unknown or has no legal value.
    pub fn from_group(group: &Group) -> Result<Self, BookError> {
        // A bare file name is read as the command of a group.
        let file = group.get("file").or_else(|| group.get("cmd")).ok_or(BookError::NoFile)?;
        let mut spec = match group.get("format") {
            None => Self::new(Path::new(file))?,
            Some(format) => Self {
                file: PathBuf::from(file),
                format: format.parse()?,
                order: BookOrder::Random,
                start: 1,
                plies: None,
            },
        };
        for (key, value) in group.pairs() {
            let wrong = || BookError::Value { key: key.to_owned(), value: value.to_owned() };
            match key {
                "file" | "cmd" | "format" => {}
                "order" => {
                    spec.order = match value {
                        "random" => BookOrder::Random,
                        "sequential" => BookOrder::Sequential,
                        _ => return Err(wrong()),
                    }
                }
                "start" => {
                    let start = value.parse().ok().filter(|&start| start > 0);
                    spec.start = start.ok_or_else(wrong)?;
                }
                "plies" => spec.plies = Some(value.parse().map_err(|_| wrong())?),
                _ => return Err(BookError::Key(key.to_owned())),
            }
        }
        if spec.format == BookFormat::Polyglot && spec.order == BookOrder::Sequential {
            return Err(BookError::NoOrder);
        }
        Ok(spec)
    }

    /// After how many half-moves the players take over, if the book does not end before.
    pub(super) fn depth(&self) -> Option<usize> {
        let default = (self.format == BookFormat::Polyglot).then_some(POLYGLOT_PLIES);
        self.plies.or(default)
    }
}

impl fmt::Display for BookSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.order {
            BookOrder::Sequential => "sequential",
            BookOrder::Random => "random",
        };
        let format = match self.format {
            BookFormat::Epd => "epd",
            BookFormat::Pgn => "pgn",
            BookFormat::Polyglot => "polyglot",
        };
        write!(f, "file={} format={format} order={order}", self.file.display())?;
        write!(f, " start={}", self.start)?;
        self.depth().map_or(Ok(()), |plies| write!(f, " plies={plies}"))
    }
}

impl FromStr for BookFormat {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        match text {
            "epd" => Ok(Self::Epd),
            "pgn" => Ok(Self::Pgn),
            "polyglot" | "bin" => Ok(Self::Polyglot),
            _ => Err(BookError::Value { key: "format".to_owned(), value: text.to_owned() }),
        }
    }
}
