//! What came out of a search.

use std::time::Duration;

use crate::best_move::BestMove;
use crate::info::{Bound, Info};

/// An `info` line and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedInfo {
    /// The line.
    pub info: Info,
    /// How long after `go`, by our clock.
    pub after: Duration,
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The move.
    pub best: BestMove,
    /// The time from `go` being flushed, or `ponderhit` after a ponder search, to the arrival of
    /// `bestmove`.
    pub elapsed: Duration,
}

/// A search from `go` to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// How it ended.
    pub decision: Decision,
    /// The `info` lines in order; of very many, the last.
    pub infos: Vec<ReceivedInfo>,
}

impl Thought {
    /// The last line with an exact score for the best move: what the engine thinks of the
    /// position in the end.
    pub fn verdict(&self) -> Option<&Info> {
        let is_main = |info: &&Info| {
            info.multipv.is_none_or(|number| number == 1)
                && info.score.is_some_and(|score| score.bound == Bound::Exact)
        };
        self.infos.iter().rev().map(|received| &received.info).find(is_main)
    }
}
