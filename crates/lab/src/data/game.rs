//! A game as it is stored.

use ferz_rules::{Color, Game, Move, Position};

use super::packed::PackedHeader;
use super::packed_move::pack_move;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wdl {
    /// Black won.
    BlackWin,
    /// Nobody won.
    Draw,
    /// White won.
    WhiteWin,
}

impl Wdl {
    /// The result of this winner, or of none.
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWin,
            Some(Color::Black) => Self::BlackWin,
            None => Self::Draw,
        }
    }

    /// The result with this number in files.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::BlackWin),
            1 => Some(Self::Draw),
            2 => Some(Self::WhiteWin),
            _ => None,
        }
    }

    /// White's points: 0, a half or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }

    /// -1, 0 or 1 from White's point of view.
    pub const fn sign(self) -> i32 {
        self as i32 - 1
    }
}

/// A score in centipawns from White's point of view. Beyond [`MATE`](Self::MATE) it is a mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DataScore(i16);

impl DataScore {
    /// No evaluation gets so far.
    pub const MATE: i16 = 28_000;

    /// A score of so many centipawns for White.
    pub const fn new(centipawns: i16) -> Self {
        Self(centipawns)
    }

    /// What a search said to the player to move.
    pub const fn from_search(score: ferz_search::Score, turn: Color) -> Self {
        let value = score.get() as i16;
        match turn {
            Color::White => Self(value),
            Color::Black => Self(-value),
        }
    }

    /// Centipawns for White.
    pub const fn get(self) -> i16 {
        self.0
    }

    /// Whether a mate was found.
    pub const fn is_mate(self) -> bool {
        self.0.unsigned_abs() >= Self::MATE.unsigned_abs()
    }

    /// The distance from zero.
    pub const fn magnitude(self) -> u16 {
        self.0.unsigned_abs()
    }
}

/// A whole game with a score for each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// Where it started.
    pub start: Position,
    /// How it ended.
    pub result: Wdl,
    /// Each move, with what the search that chose it said of the position before it.
    pub moves: Vec<(Move, DataScore)>,
}

impl RecordedGame {
    /// Adds the bytes of the game.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let score = self.moves.first().map_or_else(DataScore::default, |&(_, score)| score);
        let header = PackedHeader { position: self.start.clone(), score, result: self.result };
        bytes.extend(header.to_bytes());
        for &(mv, score) in &self.moves {
            bytes.extend(pack_move(mv).to_le_bytes());
            bytes.extend(score.get().to_le_bytes());
        }
        bytes.extend([0; 4]);
    }

    /// Shows each position from which a move was played, the move, and its score.
    pub fn visit(&self, mut see: impl FnMut(&Position, Move, DataScore)) {
        let mut position = self.start.clone();
        for &(mv, score) in &self.moves {
            see(&position, mv, score);
            position.play(mv);
        }
    }

    /// The game for those who need its past; moves are checked once more.
    pub fn to_game(&self) -> Game {
        let mut game = Game::from_position(self.start.clone());
        for &(mv, _) in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}
