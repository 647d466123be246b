//! The end of a search: `bestmove`.

use std::fmt;
use std::str::FromStr;

use ferz_rules::{Move, Position, UciMoveError};

use crate::move_text::{MoveText, MoveTextError};
use crate::text::Words;

/// How engines write that there is no move to play.
const NO_MOVE: [&str; 4] = ["(none)", "0000", "none", "NULL"];

/// The move that an engine has decided on.
///
/// ```
/// use ferz_uci::BestMove;
/// let best: BestMove = "bestmove e2e4 ponder e7e5".parse()?;
/// assert_eq!(best.to_string(), "bestmove e2e4 ponder e7e5");
/// assert_eq!("bestmove 0000".parse::<BestMove>()?.to_string(), "bestmove (none)");
/// assert!("bestmove castles".parse::<BestMove>().is_err());
/// # Ok::<(), ferz_uci::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move; `None` where the game is over.
    pub best: Option<MoveText>,
    /// The answer it expects, to ponder on.
    pub ponder: Option<MoveText>,
}

impl BestMove {
    /// The legal move that was meant; `None` if the engine has none to play.
    ///
    /// # Errors
    /// If the move is not legal in the position.
    pub fn to_move(self, position: &Position) -> Result<Option<Move>, UciMoveError> {
        self.best.map(|text| text.to_move(position)).transpose()
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => return f.write_str("bestmove (none)"),
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

impl FromStr for BestMove {
    type Err = MoveTextError;

    /// Reads the line. The move must have the form of one; an unreadable ponder move is no
    /// reason to lose the game, and is left out.
    fn from_str(line: &str) -> Result<Self, MoveTextError> {
        let mut words = Words::new(line);
        if !words.accept("bestmove") {
            return Err(MoveTextError(line.to_owned()));
        }
        let text = words.next().unwrap_or("");
        if NO_MOVE.contains(&text) {
            return Ok(Self::default());
        }
        let best = Some(text.parse()?);
        let ponder = words.accept("ponder").then(|| words.next()?.parse().ok()).flatten();
        Ok(Self { best, ponder })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, printed: &str) {
        assert_eq!(line.parse::<BestMove>().map(|best| best.to_string()), Ok(printed.to_owned()));
    }

    #[test]
    fn lines() {
        check("bestmove e7e8q", "bestmove e7e8q");
        check("  bestmove  g1f3\tponder  d7d5 \r\n", "bestmove g1f3 ponder d7d5");
        check("bestmove g1f3 ponder", "bestmove g1f3");
        check("bestmove g1f3 ponder (none)", "bestmove g1f3");
        check("bestmove g1f3 x d7d5", "bestmove g1f3");
        check("bestmove (none)", "bestmove (none)");
        check("bestmove NULL ponder e2e4", "bestmove (none)");
        for line in ["bestmove", "bestmove Nf3", "bestmove e2e9", "bestmove ponder", "go", ""] {
            assert!(line.parse::<BestMove>().is_err(), "{line}");
        }
    }
}
