//! What a position is worth, from the side of the player to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply a search reaches.
pub const MAX_PLY: usize = 246;

/// A value in centipawns, or a distance to mate.
///
/// Centipawns can be added to and compared; two scores can only be subtracted, which gives a
/// plain number. Mates are counted in half-moves from the root, so that shorter mates are better.
///
/// ```
/// use ferz_search::{Score, Verdict};
/// let small = Score::centipawns(30);
/// let mate = Score::mate_in(3);
/// assert!(mate > small && -mate < small);
/// assert_eq!(small + 20, Score::centipawns(50));
/// assert_eq!(mate.verdict(), Verdict::Mate { plies: 3 });
/// assert_eq!((-mate).verdict(), Verdict::Mated { plies: 3 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// What a score says, for those who print it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Worth so much.
    Centipawns(i32),
    /// The player to move mates within so many half-moves.
    Mate {
        /// Half-moves up to and including the mating one.
        plies: u32,
    },
    /// The player to move is mated within so many half-moves.
    Mated {
        /// Half-moves up to and including the mating one.
        plies: u32,
    },
    /// Endgame tables know that the player to move wins.
    TablebaseWin {
        /// Half-moves to the position that they know.
        plies: u32,
    },
    /// Endgame tables know that the player to move loses.
    TablebaseLoss {
        /// Half-moves to the position that they know.
        plies: u32,
    },
}

/// Beyond every other value.
const INFINITY: i32 = 32_000;
/// Mate on the board.
const MATE: i32 = 31_000;
/// The weakest mate there is.
const WEAKEST_MATE: i32 = MATE - MAX_PLY as i32;
/// A win by endgame tables on the board.
const TABLEBASE: i32 = WEAKEST_MATE - 1;
/// The weakest win by tables there is.
const WEAKEST_TABLEBASE: i32 = TABLEBASE - MAX_PLY as i32;
/// The largest value that an evaluation or a search without proof may give.
const LARGEST_HEURISTIC: i32 = WEAKEST_TABLEBASE - 1;

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITY: Self = Self(INFINITY);
    /// Below every score.
    pub const NEG_INFINITY: Self = Self(-INFINITY);

    /// A value in centipawns, kept away from the mates.
    #[inline(always)]
    pub const fn centipawns(value: i32) -> Self {
        Self(clamp(value, -LARGEST_HEURISTIC, LARGEST_HEURISTIC))
    }

    /// The player to move mates after so many half-moves.
    #[inline(always)]
    pub const fn mate_in(plies: usize) -> Self {
        Self(MATE - plies as i32)
    }

    /// The player to move is mated after so many half-moves.
    #[inline(always)]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - MATE)
    }

    /// The player to move reaches a position after so many half-moves that tables know as won.
    ///
    /// ```
    /// use ferz_search::{Score, Verdict};
    /// let win = Score::tablebase_win(4);
    /// assert!(Score::centipawns(99_999) < win && win < Score::mate_in(200));
    /// assert_eq!((-win).verdict(), Verdict::TablebaseLoss { plies: 4 });
    /// ```
    #[inline(always)]
    pub const fn tablebase_win(plies: usize) -> Self {
        Self(TABLEBASE - plies as i32)
    }

    /// The bare number, for formulas that weigh it.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether the score says that the player to move mates, or wins by endgame tables.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 >= WEAKEST_TABLEBASE
    }

    /// Whether the score says that the player to move is mated, or loses by endgame tables.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 <= -WEAKEST_TABLEBASE
    }

    /// Whether the score is a proven win or loss.
    #[inline(always)]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The score as a table stores it at this ply: mates counted from the node and not from the
    /// root, since other lines reach the node at other plies.
    ///
    /// ```
    /// use ferz_search::Score;
    /// let mate = Score::mate_in(9);
    /// assert_eq!(mate.to_node(4), Score::mate_in(5));
    /// assert_eq!(Score::from_node(mate.to_node(4), 4), mate);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn to_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i32)
        } else if self.is_loss() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The score of a table's entry as seen from the root; the inverse of
    /// [`to_node`](Self::to_node).
    #[inline(always)]
    #[must_use]
    pub const fn from_node(stored: Self, ply: usize) -> Self {
        if stored.is_win() {
            Self(stored.0 - ply as i32)
        } else if stored.is_loss() {
            Self(stored.0 + ply as i32)
        } else {
            stored
        }
    }

    /// The score as sixteen bits, which every score fits into.
    #[inline(always)]
    pub(crate) const fn to_bits(self) -> i16 {
        self.0 as i16
    }

    /// The score of sixteen bits that a table holds.
    #[inline(always)]
    pub(crate) const fn from_bits(bits: i16) -> Self {
        Self(clamp(bits as i32, -INFINITY, INFINITY))
    }

    /// What the score says.
    pub const fn verdict(self) -> Verdict {
        if self.0 >= WEAKEST_MATE {
            Verdict::Mate { plies: (MATE - self.0).unsigned_abs() }
        } else if self.0 <= -WEAKEST_MATE {
            Verdict::Mated { plies: (MATE + self.0).unsigned_abs() }
        } else if self.is_win() {
            Verdict::TablebaseWin { plies: (TABLEBASE - self.0).unsigned_abs() }
        } else if self.is_loss() {
            Verdict::TablebaseLoss { plies: (TABLEBASE + self.0).unsigned_abs() }
        } else {
            Verdict::Centipawns(self.0)
        }
    }
}

const fn clamp(value: i32, low: i32, high: i32) -> i32 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// A margin added; the result stays within the infinities.
impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, margin: i32) -> Self {
        Self((self.0 + margin).clamp(-INFINITY, INFINITY))
    }
}

/// A margin taken away; the result stays within the infinities.
impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, margin: i32) -> Self {
        self + -margin
    }
}

/// How much better one score is than another.
impl Sub for Score {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict() {
            Verdict::Centipawns(value) => write!(f, "{value}cp"),
            Verdict::Mate { plies } => write!(f, "mate in {plies} plies"),
            Verdict::Mated { plies } => write!(f, "mated in {plies} plies"),
            Verdict::TablebaseWin { plies } => write!(f, "known win in {plies} plies"),
            Verdict::TablebaseLoss { plies } => write!(f, "known loss in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_survive_the_way_through_a_table_at_every_ply() {
        for ply in 0..MAX_PLY {
            for plies in ply..MAX_PLY {
                let known = Score::tablebase_win(plies);
                for score in [Score::mate_in(plies), Score::mated_in(plies), known, -known] {
                    assert!(score.is_decisive());
                    assert_eq!(Score::from_node(score.to_node(ply), ply), score);
                }
            }
        }
    }

    #[test]
    fn no_evaluation_is_taken_for_a_mate() {
        for value in [i32::MIN + 1, -31_000, 0, 31_000, i32::MAX] {
            assert!(!Score::centipawns(value).is_decisive());
        }
    }

    #[test]
    fn margins_do_not_leave_the_infinities() {
        assert_eq!(Score::INFINITY + 500, Score::INFINITY);
        assert_eq!(Score::NEG_INFINITY - 500, Score::NEG_INFINITY);
    }
}
