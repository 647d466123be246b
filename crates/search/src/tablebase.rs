//! Endgame tables, as the tree sees them.
//!
//! The search does not know where tables are or how they are read: it asks a [`Tablebase`] for
//! results and counts how often that helped. Without tables a search pays one branch for each node.

use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferz_rules::Position;

use crate::score::Score;

/// The result of a position with best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule saves the game.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        }
    }

    /// From -2 for a loss to 2 for a win.
    pub const fn number(self) -> i32 {
        self as i32 - 2
    }

    /// The result when the fifty-move rule is in force, or when it is not.
    #[must_use]
    pub const fn under(self, fifty_moves: bool) -> Self {
        match (self, fifty_moves) {
            (Self::BlessedLoss | Self::CursedWin, true) => Self::Draw,
            (Self::BlessedLoss, false) => Self::Loss,
            (Self::CursedWin, false) => Self::Win,
            (same, _) => same,
        }
    }
}

/// The same result for the other player.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// Knows the results of positions with few pieces.
pub trait Tablebase: Send + Sync {
    /// The result of a position without castling rights whose count of moves without progress
    /// has just begun; nothing if there is no table for it, or if it cannot be read.
    fn result(&self, position: &Position) -> Option<Wdl>;
}

/// How a search uses tables.
#[derive(Clone)]
pub struct TableUse {
    /// The tables.
    pub tables: Arc<dyn Tablebase>,
    /// The most pieces that are looked up.
    pub pieces: u32,
    /// With exactly that many pieces, the least depth at which they are.
    pub depth: i32,
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
    /// How often a table had the answer, for all threads together.
    pub hits: Arc<AtomicU64>,
}

impl TableUse {
    /// What the tables say about a node, if they are to be asked.
    pub(crate) fn probe(&self, position: &Position, depth: i32) -> Option<Wdl> {
        let pieces = position.occupied().len();
        let asks = pieces < self.pieces || (pieces == self.pieces && depth >= self.depth);
        if !asks || position.halfmove_clock() != 0 || !position.castling().is_empty() {
            return None;
        }
        let result = self.tables.result(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(result)
    }

    /// The score of a result at a ply. A draw that only the fifty-move rule makes is a little
    /// better or worse than others.
    pub(crate) fn score(&self, result: Wdl, ply: usize) -> Score {
        match result.under(self.fifty_moves) {
            Wdl::Win => Score::tablebase_win(ply),
            Wdl::Loss => -Score::tablebase_win(ply),
            _ => Score::centipawns(2 * result.number()),
        }
    }
}

/// Two searches use tables in the same way if they use the same ones under the same rules.
impl PartialEq for TableUse {
    fn eq(&self, other: &Self) -> bool {
        let rules = |this: &Self| (this.pieces, this.depth, this.fifty_moves);
        Arc::ptr_eq(&self.tables, &other.tables) && rules(self) == rules(other)
    }
}

impl Eq for TableUse {}

impl std::fmt::Debug for TableUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pieces, depth, fifty_moves, .. } = self;
        f.debug_struct("TableUse")
            .field("pieces", pieces)
            .field("depth", depth)
            .field("fifty_moves", fifty_moves)
            .finish_non_exhaustive()
    }
}
