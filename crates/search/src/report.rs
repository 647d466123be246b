//! What a search tells while it runs, and in the end.

use std::time::Duration;

use ferz_rules::Move;

use crate::score::Score;
use crate::statistics::Statistics;
use crate::tt::Bound;

/// One line of analysis. Lines that are only bounds come while an iteration is still at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The iteration.
    pub depth: i32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Which of several best lines this is, counted from one.
    pub multipv: usize,
    /// Its score for the player to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The line.
    pub pv: Vec<Move>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// How often endgame tables had the answer.
    pub tb_hits: u64,
}

/// A root move whose search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The iteration.
    pub depth: i32,
    /// The move.
    pub mv: Move,
    /// Which of the root's moves it is, counted from one.
    pub number: usize,
    /// Time so far.
    pub time: Duration,
}

/// Hears of every root move whose search begins.
pub type RootMoveHook = Box<dyn FnMut(&RootMove) + Send>;

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move, unless there is no legal one.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The score of the best move for the player to move.
    pub score: Score,
    /// The last iteration that was completed.
    pub depth: i32,
    /// All nodes.
    pub nodes: u64,
    /// The line of the best move, which it begins with. A stopped search may decide for another
    /// line than the last it reported.
    pub pv: Vec<Move>,
    /// The best lines as they stood at the end, with the final counts of nodes and time. A search
    /// that was stopped within an iteration has reported none of this yet.
    pub lines: Vec<Report>,
    /// What each technique has done.
    pub statistics: Statistics,
}
