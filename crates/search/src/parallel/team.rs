//! The threads of one search: who is at work, how far each has come, and what each has found.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ferz_eval::Evaluator;
use ferz_rules::Game;

use super::Parallel;
use super::board::Board;
use crate::limits::{Limits, TimeBudget};
use crate::report::SearchResult;
use crate::statistics::Statistics;
use crate::worker::{Shared, Worker};

/// What one thread tells the others, on cache lines of its own: nobody waits for a line that
/// another thread writes to at every poll.
#[derive(Default)]
#[repr(align(128))]
struct Post {
    nodes: AtomicU64,
    /// The iteration at work.
    depth: AtomicI32,
}

/// The threads of a search.
pub(crate) struct Team {
    pub(super) parallel: Parallel,
    posts: Box<[Post]>,
    pub(super) board: Board,
    roll: Mutex<Roll>,
    changed: Condvar,
}

/// Who helps.
#[derive(Default)]
struct Roll {
    is_open: bool,
    at_work: usize,
    results: Vec<SearchResult>,
    statistics: Statistics,
}

impl Team {
    pub(crate) fn new(threads: usize, parallel: Parallel) -> Self {
        Self {
            parallel,
            posts: (0..threads.max(1)).map(|_| Post::default()).collect(),
            board: Board::default(),
            roll: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        self.posts.len()
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.threads() == 1
    }

    pub(crate) fn splits(&self) -> bool {
        !self.is_alone() && self.parallel == Parallel::Ybwc
    }

    fn roll(&self) -> MutexGuard<'_, Roll> {
        self.roll.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets helpers in. Those of the search before have left.
    pub(crate) fn open(&self) {
        for post in &self.posts {
            post.nodes.store(0, Ordering::Relaxed);
            post.depth.store(0, Ordering::Relaxed);
        }
        self.board.open();
        *self.roll() = Roll { is_open: true, ..Roll::default() };
    }

    /// Ends the search for everybody, waits for the helpers who have begun, and gives what they
    /// have found. Those who have not woken up yet find the door closed.
    pub(crate) fn close(&self) -> (Vec<SearchResult>, Statistics) {
        self.board.close();
        let mut roll = self.roll();
        roll.is_open = false;
        while roll.at_work > 0 {
            roll = self.changed.wait(roll).unwrap_or_else(PoisonError::into_inner);
        }
        (std::mem::take(&mut roll.results), roll.statistics)
    }

    /// Tells how far a thread has come.
    pub(crate) fn publish(&self, index: usize, nodes: u64) {
        if let Some(post) = self.posts.get(index) {
            post.nodes.store(nodes, Ordering::Relaxed);
        }
    }

    pub(crate) fn begin_iteration(&self, index: usize, depth: i32) {
        if let Some(post) = self.posts.get(index) {
            post.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// The iteration that the leader is at.
    pub(crate) fn leader_depth(&self) -> i32 {
        self.posts[0].depth.load(Ordering::Relaxed)
    }

    /// The nodes of all threads as they were last told.
    pub(crate) fn nodes(&self) -> u64 {
        self.posts.iter().map(|post| post.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Whether half of the threads are at this depth or deeper, so that one more would bring
    /// little to the table that is new.
    pub(crate) fn is_crowded(&self, index: usize, depth: i32) -> bool {
        let deep = |(other, post): (usize, &Post)| {
            other != index && post.depth.load(Ordering::Relaxed) >= depth
        };
        2 * self.posts.iter().enumerate().filter(|post| deep(*post)).count() >= self.threads()
    }
}

/// A helper's name on the roll. Whatever happens to the helper, it is struck off.
struct Enrolled<'a>(&'a Team);

impl<'a> Enrolled<'a> {
    /// None if the search is over already.
    fn new(team: &'a Team) -> Option<Self> {
        let mut roll = team.roll();
        if !roll.is_open {
            return None;
        }
        roll.at_work += 1;
        Some(Self(team))
    }
}

impl Drop for Enrolled<'_> {
    fn drop(&mut self) {
        self.0.roll().at_work -= 1;
        self.0.changed.notify_all();
    }
}

impl<E: Evaluator> Worker<E> {
    /// Helps a search that another thread leads by [`think`](Self::think), until that one ends.
    /// Every helper has an index of its own, from one to the number of threads less one.
    pub fn help(&mut self, shared: &Shared, game: &Game, limits: &Limits, index: usize) {
        let team = &shared.team;
        let Some(enrolled) = Enrolled::new(team) else { return };
        self.index = index;
        let result = match team.parallel {
            Parallel::Lazy => {
                // The leader decides when a move is good enough. The last moment and the last node are
                // for everybody to see: where threads share a processor, the leader may be
                // waiting for it. At four threads on two cores it lost 3 of 2000 games on time.
                // Nobody ends between two iterations because of it: who sees it at a poll tells the others,
                // who just leaves does not.
                let time = limits.time.map(|budget| TimeBudget::last_moment(budget.hard));
                let limits = Limits { time, soft_nodes: None, ..limits.clone() };
                let result = self.deepen(shared, game, &limits, 1, &mut |_| {});
                // Whoever reaches the depth that was asked for has done it for all.
                if limits.depth.is_some_and(|depth| result.depth >= depth) {
                    shared.stop.store(true, Ordering::Relaxed);
                }
                Some(result)
            }
            Parallel::Ybwc => {
                self.prepare(shared, game, limits);
                self.serve(shared);
                None
            }
        };
        team.publish(index, self.nodes);
        let mut roll = team.roll();
        roll.statistics += &self.statistics;
        roll.results.extend(result);
        drop(roll);
        drop(enrolled);
    }
}
