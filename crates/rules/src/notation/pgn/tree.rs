//! A line of moves with its comments and side lines.

use super::comment::Comment;
use super::nag::Nag;
use crate::moves::Move;

/// How deep variations may be nested. The reader refuses a game that goes deeper and the writer
/// leaves deeper variations out, so that no recursion over a tree can exhaust the stack.
pub const MAX_VARIATION_DEPTH: usize = 64;

/// The main line or a variation.
///
/// ```
/// use ferz_rules::{Position, pgn::Line};
/// let line: Line = Position::startpos().parse_san("e4").into_iter().collect();
/// assert_eq!(line.nodes.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What is said before the line begins.
    pub comments: Vec<Comment>,
    /// The moves in order.
    pub nodes: Vec<Node>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move; nothing for a null move, by which commentators show a threat in a variation. The
    /// main line has none.
    pub mv: Option<Move>,
    /// Its annotation glyphs.
    pub nags: Vec<Nag>,
    /// Comments between its number and itself, or between a variation and itself: rare, and
    /// said of the move to come.
    pub comments_before: Vec<Comment>,
    /// Comments after it.
    pub comments: Vec<Comment>,
    /// Lines that could have been played **instead of** this move, so that they start in the
    /// position before it.
    pub variations: Vec<Line>,
}

impl Line {
    /// Whether there is neither a move nor a comment.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.comments.is_empty()
    }

    /// The moves of this line alone, up to a null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.nodes.iter().map_while(|node| node.mv)
    }
}

impl From<Move> for Node {
    /// The move alone.
    fn from(mv: Move) -> Self {
        Self::from(Some(mv))
    }
}

impl From<Option<Move>> for Node {
    /// The move alone, or a null move.
    fn from(mv: Option<Move>) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            comments_before: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl FromIterator<Move> for Line {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self { comments: Vec::new(), nodes: moves.into_iter().map(Node::from).collect() }
    }
}
