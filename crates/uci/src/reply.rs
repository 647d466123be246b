//! What an engine says to a GUI: one line, one [`Reply`].

use std::fmt;

use crate::best_move::BestMove;
use crate::info::Info;
use crate::move_text::MoveTextError;
use crate::option::{OptionLineError, UciOption};
use crate::text::Words;

/// A line of an engine. Its `Display` is the line, without the line's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// `option`.
    Option(UciOption),
    /// `uciok`: the introduction is over.
    UciOk,
    /// `readyok`: everything before `isready` is done.
    ReadyOk,
    /// `info`.
    Info(Box<Info>),
    /// `bestmove`.
    BestMove(BestMove),
    /// Anything else: engines greet, and print what humans ask for.
    Other(String),
}

impl Reply {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line is an `option` or a `bestmove` that cannot be read. Other lines always can.
    ///
    /// ```
    /// use ferz_uci::Reply;
    /// assert_eq!(Reply::parse("readyok")?, Reply::ReadyOk);
    /// assert_eq!(Reply::parse("id name Ferz 1")?, Reply::Name("Ferz 1".to_owned()));
    /// assert!(Reply::parse("bestmove Nf3").is_err());
    /// # Ok::<(), ferz_uci::ReplyError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, ReplyError> {
        let mut words = Words::new(line);
        let whole = words.rest();
        Ok(match words.next() {
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Box::new(Info::parse(whole))),
            Some("bestmove") => Self::BestMove(whole.parse().map_err(ReplyError::BestMove)?),
            Some("option") => Self::Option(whole.parse().map_err(ReplyError::Option)?),
            Some("id") if words.accept("name") => Self::Name(words.rest().to_owned()),
            Some("id") if words.accept("author") => Self::Author(words.rest().to_owned()),
            _ => Self::Other(whole.to_owned()),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best) => best.fmt(f),
            Self::Other(line) => line.fmt(f),
        }
    }
}

/// Why an engine's line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyError {
    /// A best move that does not have the form of a move.
    BestMove(MoveTextError),
    /// A declaration of no option.
    Option(OptionLineError),
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BestMove(error) => write!(f, "unreadable bestmove: {error}"),
            Self::Option(error) => write!(f, "unreadable option: {error}"),
        }
    }
}

impl std::error::Error for ReplyError {}
