//! Where games start: books of openings in EPD or PGN.

mod read;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ferz_rules::{Epd, Game, Move, Position, StartNumber};

use crate::group::Group;
use crate::random::Random;

/// A position and the moves that led from it to where the players take over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Where the game starts.
    pub start: Position,
    /// The moves of the book, all of them legal.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game when the players take over.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.start.clone());
        for &mv in &self.moves {
            game.play(mv).expect("the book was checked when it was read");
        }
        game
    }
}

impl From<Position> for Opening {
    fn from(start: Position) -> Self {
        Self { start, moves: Vec::new() }
    }
}

/// How a book is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookFormat {
    /// A position to a line.
    Epd,
    /// Games, of which the moves are played.
    Pgn,
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
    /// No more than so many half-moves of a game.
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
        Ok(spec)
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
        };
        write!(f, "file={} format={format} order={order}", self.file.display())?;
        write!(f, " start={}", self.start)?;
        self.plies.map_or(Ok(()), |plies| write!(f, " plies={plies}"))
    }
}

impl FromStr for BookFormat {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        match text {
            "epd" => Ok(Self::Epd),
            "pgn" => Ok(Self::Pgn),
            _ => Err(BookError::Value { key: "format".to_owned(), value: text.to_owned() }),
        }
    }
}

/// Openings in the order in which they are played. It never ends: after the last comes the first.
#[derive(Clone, Debug)]
pub struct Book {
    lines: Vec<BookLine>,
    order: Vec<usize>,
    start: usize,
    fingerprint: String,
}

/// Positions stay text until they are needed: a book has hundreds of thousands of them.
#[derive(Clone, Debug)]
enum BookLine {
    Text(String),
    Ready(Box<Opening>),
}

impl BookLine {
    fn ready(opening: Opening) -> Self {
        Self::Ready(Box::new(opening))
    }
}

impl Book {
    /// Every game from the ordinary starting position.
    pub fn standard() -> Self {
        Self::from_lines(vec![BookLine::ready(Position::startpos().into())], "startpos")
    }

    /// The starting positions of Chess960 in an order given by the seed.
    pub fn chess960(seed: u64) -> Self {
        let positions = StartNumber::all().map(Position::chess960);
        let lines = positions.map(|start| BookLine::ready(start.into())).collect();
        let mut book = Self::from_lines(lines, "chess960");
        Random::new(seed).shuffle(&mut book.order);
        book
    }

    /// Reads a book, all of it, so that a mistake is found before any game starts.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no opening.
    pub fn read(spec: &BookSpec, seed: u64) -> Result<Self, BookError> {
        let (lines, fingerprint) = read::lines(spec)?;
        let mut book = Self::from_lines(lines, &fingerprint);
        book.start = spec.start - 1;
        if spec.order == BookOrder::Random {
            Random::new(seed).shuffle(&mut book.order);
        }
        Ok(book)
    }

    fn from_lines(lines: Vec<BookLine>, fingerprint: &str) -> Self {
        let order = (0..lines.len()).collect();
        Self { lines, order, start: 0, fingerprint: fingerprint.to_owned() }
    }

    /// How many openings there are before they come again.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Never: a book without openings is refused when it is read.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What tells this book from others: the SHA-256 of its file.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The opening of this number, counted from zero.
    pub fn opening(&self, number: usize) -> Opening {
        let index = self.order[(self.start + number) % self.order.len()];
        match &self.lines[index] {
            BookLine::Ready(opening) => (**opening).clone(),
            BookLine::Text(line) => {
                let epd: Epd = line.parse().expect("the book was checked when it was read");
                epd.position.into()
            }
        }
    }
}

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
                write!(f, "is {} format=epd or format=pgn?", file.display())
            }
            Self::Read { file, message } => write!(f, "cannot read {}: {message}", file.display()),
            Self::Content { file, message } => write!(f, "{}, {message}", file.display()),
            Self::Empty(file) => write!(f, "{} has no openings", file.display()),
        }
    }
}

impl std::error::Error for BookError {}
