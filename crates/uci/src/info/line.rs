//! A line of moves as somebody wrote it.

use std::fmt;

use ferz_rules::{CastlingStyle, Move, Position, UciMoveError};

use crate::text::push_word;

/// Moves as text, with single spaces. They may be anything: an engine's illegal line is evidence,
/// and must not be lost before it is reported.
///
/// ```
/// use ferz_rules::Position;
/// use ferz_uci::MoveLine;
/// let line = MoveLine::from_words(["e2e4", "e2e4"]);
/// let (legal, error) = line.play_out(&Position::startpos());
/// assert_eq!(legal.len(), 1);
/// assert!(error.is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveLine(pub(super) String);

impl MoveLine {
    /// A line of legal moves, with castling written in this style.
    pub fn from_moves(moves: impl IntoIterator<Item = Move>, style: CastlingStyle) -> Self {
        let mut text = String::new();
        for mv in moves {
            push_word(&mut text, &mv.uci(style).to_string());
        }
        Self(text)
    }

    /// A line of words; white space inside a word separates it.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut text = String::new();
        for word in words.into_iter().flat_map(str::split_ascii_whitespace) {
            push_word(&mut text, word);
        }
        Self(text)
    }

    /// Whether there is no move in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.0.split_ascii_whitespace()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Plays the line from a position: the legal moves at its beginning, and what is wrong with
    /// the first one that is not.
    pub fn play_out(&self, start: &Position) -> (Vec<Move>, Option<UciMoveError>) {
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for word in self.words() {
            match position.parse_uci(word) {
                Ok(mv) => {
                    position.play(mv);
                    moves.push(mv);
                }
                Err(error) => return (moves, Some(error)),
            }
        }
        (moves, None)
    }
}

impl fmt::Display for MoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
