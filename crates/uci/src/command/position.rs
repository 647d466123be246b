//! The position and moves that a `position` line describes.

use std::fmt;

use ferz_rules::{FenError, Game, Position, UciMoveError};

use crate::command::CommandError;
use crate::text::{Words, excerpt};

/// Where the described game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartText {
    /// `startpos`.
    Standard,
    /// `fen` and its four to six fields, with single spaces, not yet checked.
    Fen(String),
}

/// The parts of a `position` line. Only [`PositionText::game`] looks at the board.
///
/// ```
/// use ferz_uci::{PositionText, StartText};
/// let text = PositionText {
///     start: StartText::Standard,
///     moves: vec!["e2e4".to_owned(), "e2e4".to_owned()],
/// };
/// assert_eq!(text.to_string(), "position startpos moves e2e4 e2e4");
/// let error = text.game().unwrap_err();
/// assert_eq!(error.to_string(), "move 2 of 2 cannot be played: illegal move \"e2e4\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// Where the game starts.
    pub start: StartText,
    /// The words after `moves`, not yet checked.
    pub moves: Vec<String>,
}

impl PositionText {
    /// The start of an ordinary game.
    pub const fn standard() -> Self {
        Self { start: StartText::Standard, moves: Vec::new() }
    }

    /// Reads what follows `position`. Words between `startpos` and `moves` are added to
    /// `skipped`.
    pub(super) fn read(
        words: &mut Words<'_>,
        skipped: &mut Vec<String>,
    ) -> Result<Self, CommandError> {
        let start = match words.next() {
            Some("startpos") => {
                let between = words.phrase_until(|word| word == "moves");
                skipped.extend(between.split_ascii_whitespace().map(str::to_owned));
                StartText::Standard
            }
            Some("fen") => StartText::Fen(words.phrase_until(|word| word == "moves")),
            other => return Err(CommandError::PositionStart(other.map(str::to_owned))),
        };
        words.accept("moves");
        Ok(Self { start, moves: words.map(str::to_owned).collect() })
    }

    /// Sets up the position and plays the moves, each of which must be legal.
    ///
    /// # Errors
    /// If the FEN describes no position or a move cannot be played; the error says which.
    pub fn game(&self) -> Result<Game, GameTextError> {
        let mut game = match &self.start {
            StartText::Standard => Game::default(),
            StartText::Fen(fen) => Game::from_position(
                fen.parse::<Position>()
                    .map_err(|error| GameTextError::Fen { text: fen.clone(), error })?,
            ),
        };
        for (index, text) in self.moves.iter().enumerate() {
            let played = game
                .position()
                .parse_uci(text)
                .and_then(|mv| game.play(mv).map_err(|_| UciMoveError::Illegal(text.clone())));
            played.map_err(|error| GameTextError::Move {
                number: index + 1,
                of: self.moves.len(),
                error,
            })?;
        }
        Ok(game)
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            StartText::Standard => f.write_str("position startpos")?,
            StartText::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Why a `position` line describes no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameTextError {
    /// The FEN is wrong.
    Fen {
        /// The FEN.
        text: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move is wrong.
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The length of the list.
        of: usize,
        /// What is wrong with it.
        error: UciMoveError,
    },
}

impl fmt::Display for GameTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen { text, error } => write!(f, "bad FEN \"{}\": {error}", excerpt(text)),
            Self::Move { number, of, error } => {
                write!(f, "move {number} of {of} cannot be played: {error}")
            }
        }
    }
}

impl std::error::Error for GameTextError {}
