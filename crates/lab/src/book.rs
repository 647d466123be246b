//! Where games start: books of openings in EPD, PGN or Polyglot's format.

mod error;
mod polyglot;
mod read;
mod spec;

use std::path::Path;

use ferz_rules::{Epd, Game, Move, Position, StartNumber};

use crate::fingerprint::fingerprint;
use crate::random::Random;

pub use error::BookError;
pub use spec::{BookFormat, BookOrder, BookSpec};

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
        let (lines, fingerprint) = read::lines(spec, seed)?;
        let mut book = Self::from_lines(lines, &fingerprint);
        book.start = spec.start - 1;
        // The lines of a Polyglot book are drawn by the seed already, likely ones first.
        if spec.order == BookOrder::Random && spec.format != BookFormat::Polyglot {
            Random::new(seed).shuffle(&mut book.order);
        }
        Ok(book)
    }

    /// The openings of a text, a position to a line, in an order given by the seed.
    ///
    /// # Errors
    /// If something in it is no opening, or there is none; `name` tells which text it was.
    ///
    /// ```
    /// use std::path::Path;
    /// use ferz_lab::Book;
    /// let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/3P4/4K3 w - -";
    /// let book = Book::from_epd(Path::new("two.epd"), text, 1)?;
    /// assert_eq!(book.len(), 2);
    /// # Ok::<(), ferz_lab::BookError>(())
    /// ```
    pub fn from_epd(name: &Path, text: &str, seed: u64) -> Result<Self, BookError> {
        let lines = read::epd(name, text.as_bytes())?;
        if lines.is_empty() {
            return Err(BookError::Empty(name.to_owned()));
        }
        let mut book = Self::from_lines(lines, &fingerprint(text.as_bytes()));
        Random::new(seed).shuffle(&mut book.order);
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
