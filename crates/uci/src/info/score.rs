//! Scores as the protocol prints them.

use std::fmt;

/// How good a position is for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, not plies; negative if the player to move is mated, and 0 if that
    /// has happened already.
    Mate(i32),
}

/// Whether a score is what it says or only a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A score with its bound.
///
/// ```
/// use ferz_uci::{Bound, InfoScore, ScoreValue};
/// let score = InfoScore { value: ScoreValue::Mate(-3), bound: Bound::Lower };
/// assert_eq!(score.to_string(), "mate -3 lowerbound");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoScore {
    /// The score.
    pub value: ScoreValue,
    /// What it is worth.
    pub bound: Bound,
}

impl From<ScoreValue> for InfoScore {
    fn from(value: ScoreValue) -> Self {
        Self { value, bound: Bound::Exact }
    }
}

impl fmt::Display for ScoreValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for InfoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

/// The chances of the player to move, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
