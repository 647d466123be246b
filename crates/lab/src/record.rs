//! A game that was played, move by move, and how it ended.

mod pgn;

use std::fmt;
use std::time::Duration;

use ferz_rules::pgn::GameResult;
use ferz_rules::{Color, Move, Outcome, Position};

pub use pgn::{PgnHead, pgn_of};

use crate::adjudicate::Adjudication;
use crate::player::{Fault, Opinion};
use crate::stats::Points;

/// A game from its opening to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Where it started.
    pub start: Position,
    /// Every move, those of the book included.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub ending: Ending,
    /// How long it took.
    pub duration: Duration,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// The move.
    pub mv: Move,
    /// What its player thought; nothing if it came from the book.
    pub opinion: Option<Opinion>,
    /// How long its player thought.
    pub elapsed: Duration,
    /// What was left on its player's clock after it.
    pub clock: Option<Duration>,
}

impl MoveRecord {
    /// A move that nobody had to think about.
    pub const fn book(mv: Move) -> Self {
        Self { mv, opinion: None, elapsed: Duration::ZERO, clock: None }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of chess.
    Rules(Outcome),
    /// By the referee.
    Adjudicated(Adjudication),
    /// By something that a player did wrong.
    Fault {
        /// The player.
        by: Color,
        /// What it did.
        fault: Fault,
    },
}

impl Ending {
    /// The result.
    pub fn result(&self) -> GameResult {
        match self {
            Self::Rules(outcome) => GameResult::from(*outcome),
            Self::Adjudicated(
                Adjudication::Draw | Adjudication::Length | Adjudication::TableDraw,
            ) => GameResult::Draw,
            Self::Adjudicated(Adjudication::TableWin(winner)) => GameResult::Win(*winner),
            Self::Adjudicated(Adjudication::Resign(loser)) | Self::Fault { by: loser, .. } => {
                GameResult::Win(!*loser)
            }
        }
    }

    /// What a player of this color got.
    pub fn points(&self, color: Color) -> Points {
        match self.result() {
            GameResult::Draw => Points::Draw,
            GameResult::Win(winner) if winner == color => Points::Win,
            GameResult::Win(_) => Points::Loss,
        }
    }

    /// The word for the `Termination` tag, as other match runners write it.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::Adjudicated(_) => "adjudication",
            Self::Fault { fault, .. } => match fault {
                Fault::TimeLoss { .. } => "time forfeit",
                Fault::Stall(_) => "stalled connection",
                Fault::Crash(_) | Fault::Flood(_) => "abandoned",
                Fault::IllegalMove(_) | Fault::NoMove => "illegal move",
            },
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Adjudicated(adjudication) => {
                write!(f, "{}: ", self.result())?;
                f.write_str(match adjudication {
                    Adjudication::Draw => "drawn by adjudication",
                    Adjudication::Resign(Color::White) => "White is lost by adjudication",
                    Adjudication::Resign(Color::Black) => "Black is lost by adjudication",
                    Adjudication::Length => "drawn by length",
                    Adjudication::TableWin(Color::White) => "White wins by endgame tables",
                    Adjudication::TableWin(Color::Black) => "Black wins by endgame tables",
                    Adjudication::TableDraw => "drawn by endgame tables",
                })
            }
            Self::Fault { by, fault } => {
                let name = match by {
                    Color::White => "White",
                    Color::Black => "Black",
                };
                write!(f, "{}: {name} {fault}", self.result())
            }
        }
    }
}
