//! A game as a PGN tells it.

use std::fmt;

use super::error::Warning;
use super::headers::Headers;
use super::tree::{Line, Node};
use crate::color::Color;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::position::{IllegalMove, Position};

/// How a game ended. An unknown or unfinished one, `*` in the file, is `None` of these.
///
/// ```
/// use ferz_rules::{Color, pgn::GameResult};
/// assert_eq!(GameResult::from_text("0-1"), Some(GameResult::Win(Color::Black)));
/// assert_eq!(GameResult::from_text("*"), None);
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This player has won.
    Win(Color),
    /// Nobody has won.
    Draw,
}

impl GameResult {
    /// Reads `1-0`, `0-1` or `1/2-1/2`, also with `½` and with long dashes.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" | "1–0" => Some(Self::Win(Color::White)),
            "0-1" | "0–1" => Some(Self::Win(Color::Black)),
            "1/2-1/2" | "1/2–1/2" | "1/2" | "½-½" | "½–½" | "½" => Some(Self::Draw),
            _ => None,
        }
    }

    /// The text of a result that may be unknown.
    pub(super) const fn text(result: Option<Self>) -> &'static str {
        match result {
            Some(Self::Win(Color::White)) => "1-0",
            Some(Self::Win(Color::Black)) => "0-1",
            Some(Self::Draw) => "1/2-1/2",
            None => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::text(Some(*self)))
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::Win)
    }
}

/// A game with everything its PGN says.
///
/// The fields are free to edit. Printing takes the start and the result from their fields,
/// whatever the headers say of them.
///
/// ```
/// use ferz_rules::{Color, Position, pgn::{GameResult, PgnGame}};
/// let start = Position::startpos();
/// let mut game = PgnGame::from_moves(start.clone(), [start.parse_san("e4")?])?;
/// game.headers.set("White", "Ann");
/// game.result = Some(GameResult::Win(Color::White));
/// let text = game.to_string();
/// assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"));
/// assert!(text.contains("[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"));
/// assert!(text.ends_with("\n\n1. e4 1-0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The tag pairs.
    pub headers: Headers,
    /// Where the game starts.
    pub start: Position,
    /// The main line, with variations and comments in it.
    pub moves: Line,
    /// How the game ended, if it is known.
    pub result: Option<GameResult>,
    /// What the reader had to leave out or to guess. Not written.
    pub warnings: Vec<Warning>,
}

impl PgnGame {
    /// A game without moves or headers.
    pub fn new(start: Position) -> Self {
        Self {
            headers: Headers::default(),
            start,
            moves: Line::default(),
            result: None,
            warnings: Vec::new(),
        }
    }

    /// A game without headers that goes through these moves.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn from_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMove> {
        let mut position = start.clone();
        let mut game = Self::new(start);
        for mv in moves {
            position.try_play(mv)?;
            game.moves.nodes.push(Node::from(mv));
        }
        Ok(game)
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.moves()
    }
}
