//! Why a game could not be read, and what was left out of one that could.

use std::error::Error;
use std::{fmt, io};

use super::headers::Headers;
use super::tree::MAX_VARIATION_DEPTH;
use crate::notation::excerpt;
use crate::notation::fen::FenError;
use crate::notation::san::SanError;

/// A game that could not be read.
///
/// ```
/// use ferz_rules::pgn::Reader;
/// let text = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 Qd4 1-0";
/// let error = Reader::new(text.as_bytes()).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "game 1 (Ann - Bob, Cup), line 5: illegal move \"Qd4\"");
/// ```
#[derive(Debug)]
pub struct PgnError {
    /// The number of the game in the file, broken ones included, counted from one.
    pub game: u64,
    /// The line in which the fault was found, counted from one.
    pub line: u64,
    /// The headers of the game, as far as they could be read.
    pub headers: Headers,
    /// What is wrong with it.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Debug)]
pub enum PgnErrorKind {
    /// The file could not be read any further.
    Io(io::Error),
    /// A word in the moves is no legal move.
    Move(SanError),
    /// The starting position is none.
    Fen(FenError),
    /// A variant that is neither chess nor Chess960.
    Variant(String),
    /// A `{` without its `}`.
    UnterminatedComment(String),
    /// The value of a tag without its closing quote.
    UnterminatedTag(String),
    /// A `(` before any move that the variation could replace.
    VariationBeforeMove,
    /// A `)` without its `(`.
    UnopenedVariation,
    /// This many `(` without their `)`.
    UnclosedVariations(usize),
    /// Variations nested deeper than [`MAX_VARIATION_DEPTH`].
    TooDeep,
    /// More tags than anybody writes.
    TooManyTags,
    /// More text than the reader allows for one game.
    TooLong {
        /// How many bytes it allows.
        limit: u64,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        let [white, black, event] =
            ["White", "Black", "Event"].map(|tag| self.headers.get(tag).map(excerpt));
        if white.is_some() || black.is_some() || event.is_some() {
            let player = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            write!(f, " ({} - {}", player(white), player(black))?;
            if let Some(event) = event {
                write!(f, ", {event}")?;
            }
            write!(f, ")")?;
        }
        write!(f, ", line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read on: {error}"),
            Self::Move(error) => error.fmt(f),
            Self::Fen(error) => write!(f, "bad FEN header: {error}"),
            Self::Variant(name) => {
                write!(f, "expected chess or Chess960, got the variant \"{}\"", excerpt(name))
            }
            Self::UnterminatedComment(text) => {
                write!(f, "expected '}}' at the end of the comment \"{}\"", excerpt(text))
            }
            Self::UnterminatedTag(text) => {
                write!(f, "expected '\"]' at the end of the tag \"{}\"", excerpt(text))
            }
            Self::VariationBeforeMove => f.write_str("expected a move before '('"),
            Self::UnopenedVariation => f.write_str("')' without '('"),
            Self::UnclosedVariations(count) => {
                write!(f, "expected ')' before the end of the game, {count} missing")
            }
            Self::TooDeep => {
                write!(f, "expected at most {MAX_VARIATION_DEPTH} variations inside each other")
            }
            Self::TooManyTags => f.write_str("expected fewer tags in one game"),
            Self::TooLong { limit } => {
                write!(f, "expected at most {limit} bytes for one game")
            }
        }
    }
}

impl Error for PgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            PgnErrorKind::Io(error) => Some(error),
            PgnErrorKind::Move(error) => Some(error),
            PgnErrorKind::Fen(error) => Some(error),
            _ => None,
        }
    }
}

/// Something in a game that the reader passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line of the file, counted from one.
    pub line: u64,
    /// What it was.
    pub kind: WarningKind,
}

/// What the reader passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WarningKind {
    /// A null move in the main line or in check: the rest of its line was dropped, since no legal
    /// game contains one. Variations keep theirs.
    NullMove(String),
    /// Text that is no part of a game.
    Unknown(String),
    /// The header and the end of the moves disagree about the result; the latter counts, unless
    /// it is `*`.
    ResultMismatch {
        /// What the header says.
        header: String,
        /// What stands at the end of the moves.
        end: &'static str,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            WarningKind::NullMove(text) => {
                write!(f, "the line is dropped from its null move \"{}\" on", excerpt(text))
            }
            WarningKind::Unknown(text) => write!(f, "skipped \"{}\"", excerpt(text)),
            WarningKind::ResultMismatch { header, end } => {
                let header = excerpt(header);
                write!(f, "the header's result is \"{header}\" but the moves end with \"{end}\"")
            }
        }
    }
}
