//! A split point: a node whose younger brothers anybody may search.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz_rules::{Key, Move, Position};

use crate::node::{Ground, Node, Siblings, Table};
use crate::worker::Frame;

/// The line to a node, as a thread must know it that comes from elsewhere.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) position: Position,
    /// What the nodes above have left, and the node itself, and the one below it.
    pub(crate) frames: Vec<Frame>,
    pub(crate) keys: Vec<Key>,
    pub(crate) null_move_from: usize,
    pub(crate) root_depth: i32,
    pub(crate) root_excluded: Vec<Move>,
}

/// The kind of a node, where the compiler cannot know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Root,
    Pv,
    NonPv,
}

impl Kind {
    pub(crate) const fn of<N: Node>() -> Self {
        match (N::ROOT, N::PV) {
            (true, _) => Self::Root,
            (false, true) => Self::Pv,
            (false, false) => Self::NonPv,
        }
    }
}

/// A node that is searched together.
pub(crate) struct SplitPoint {
    /// The split point in whose tree this one is.
    pub(crate) parent: Option<Arc<Self>>,
    pub(crate) kind: Kind,
    pub(crate) line: Line,
    pub(crate) ground: Ground,
    siblings: Mutex<Siblings>,
    /// A move has cut off, or the owner has no more use for the result.
    cut: AtomicBool,
    /// Somebody has left a move half searched.
    broken: AtomicBool,
    /// No move is left to take.
    empty: AtomicBool,
    /// The owner has nothing to do and would help those who help it.
    pub(super) owner_waits: AtomicBool,
    /// Who has joined. Changed under the board's lock only.
    pub(super) helpers: AtomicUsize,
    /// Whether anybody has ever joined. Changed under the board's lock only.
    pub(super) was_joined: AtomicBool,
}

/// More than this at one node get in each other's way: the late moves are rarely worth it.
const MAX_HELPERS: usize = 4;

impl SplitPoint {
    pub(crate) fn new(
        parent: Option<Arc<Self>>,
        kind: Kind,
        line: Line,
        ground: Ground,
        siblings: Siblings,
    ) -> Self {
        Self {
            parent,
            kind,
            line,
            ground,
            siblings: Mutex::new(siblings),
            cut: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            empty: AtomicBool::new(false),
            owner_waits: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            was_joined: AtomicBool::new(false),
        }
    }

    pub(crate) fn siblings(&self) -> MutexGuard<'_, Siblings> {
        self.siblings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends everybody home.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    pub(crate) fn mark_broken(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    pub(crate) fn mark_empty(&self) {
        self.empty.store(true, Ordering::Relaxed);
    }

    /// Whether helpers are of use here. Where a move was left half searched they are not: the search
    /// has been stopped, or something above has been cut, even if the owner does not know it yet.
    pub(super) fn is_joinable(&self) -> bool {
        !self.cut.load(Ordering::Relaxed)
            && !self.is_broken()
            && !self.empty.load(Ordering::Relaxed)
            && self.helpers.load(Ordering::Relaxed) < MAX_HELPERS
    }

    /// This split point and those above it.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |split| split.parent.as_deref())
    }

    /// Whether the tree here is of no use any more, because of a cutoff here or above.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.chain().any(|split| split.cut.load(Ordering::Relaxed))
    }

    /// Whether somebody who may only help below is waiting here or above.
    pub(crate) fn has_waiting_owner(&self) -> bool {
        self.chain().any(|split| split.owner_waits.load(Ordering::Relaxed))
    }

    pub(super) fn is_below(&self, other: &Arc<Self>) -> bool {
        self.chain().any(|split| std::ptr::eq(split, Arc::as_ptr(other)))
    }
}

/// The common table of those who have joined.
pub(crate) struct Together<'a>(pub(crate) &'a SplitPoint);

impl Table for Together<'_> {
    const ALONE: bool = false;
    type Hold<'b>
        = MutexGuard<'b, Siblings>
    where
        Self: 'b;

    fn hold(&mut self) -> MutexGuard<'_, Siblings> {
        self.0.siblings()
    }
}
