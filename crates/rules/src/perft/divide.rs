//! A perft shared out among threads, which tells how far it is and can be stopped.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::moves::Move;
use crate::perft::{PerftTable, perft, perft_hashed};
use crate::position::Position;

/// The count of each move in a position, worked out by [`run`](Self::run).
///
/// Other threads may ask for the [`progress`](Self::progress) meanwhile, or
/// [`stop`](Self::stop) the work.
///
/// ```
/// use ferz_rules::{PerftDivide, Position};
/// let divide = PerftDivide::new(&Position::startpos(), 3);
/// divide.run(std::num::NonZeroUsize::MIN, None);
/// assert_eq!(divide.counts().len(), 20);
/// assert_eq!(divide.nodes(), 8902);
/// ```
pub struct PerftDivide {
    moves: Vec<(Move, AtomicU64)>,
    tasks: Vec<Task>,
    next: AtomicUsize,
    finished: AtomicUsize,
    stopped: AtomicBool,
}

/// A subtree for one thread, and the root move it belongs to.
struct Task {
    root_move: usize,
    position: Position,
    depth: u32,
}

/// A subtree of this depth is counted without looking up; it takes a fraction of a second.
const UNINTERRUPTED_DEPTH: u32 = 5;

impl PerftDivide {
    /// Prepares the count of the lines of this many half-moves, one at least.
    pub fn new(position: &Position, depth: u32) -> Self {
        let below = depth.max(1) - 1;
        // The lower the tasks, the less a thread waits for the others at the end and the sooner
        // a stop is heard; the last two half-moves are too little to be worth sharing.
        let splits = below.saturating_sub(2).min(2);
        let mut moves = Vec::new();
        let mut tasks = Vec::new();
        for (root_move, mv) in position.legal_moves().into_iter().enumerate() {
            moves.push((mv, AtomicU64::new(0)));
            let mut child = position.clone();
            child.play(mv);
            split(Task { root_move, position: child, depth: below }, splits, &mut tasks);
        }
        Self {
            moves,
            tasks,
            next: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Counts with so many threads, the calling one included, which may share a table. Returns
    /// when everything is counted or the work is stopped.
    pub fn run(&self, threads: NonZeroUsize, table: Option<&PerftTable>) {
        thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(|| self.work(table));
            }
            self.work(table);
        });
    }

    fn work(&self, table: Option<&PerftTable>) {
        while !self.stopped.load(Ordering::Relaxed)
            && let Some(task) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed))
        {
            let root_move = &self.moves[task.root_move].1;
            if self.count(&task.position, task.depth, table, root_move).is_some() {
                self.finished.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The lines below a position, or nothing if the work is stopped meanwhile. What is counted
    /// is added to the root move's a small subtree at a time, so that a stop is heard soon at
    /// any depth and loses little.
    fn count(
        &self,
        position: &Position,
        depth: u32,
        table: Option<&PerftTable>,
        root_move: &AtomicU64,
    ) -> Option<u64> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let known = match table {
            Some(table) if depth <= UNINTERRUPTED_DEPTH => {
                Some(perft_hashed(position, depth, table))
            }
            Some(table) => table.get(position.key(), depth),
            None => (depth <= UNINTERRUPTED_DEPTH).then(|| perft(position, depth)),
        };
        if let Some(nodes) = known {
            root_move.fetch_add(nodes, Ordering::Relaxed);
            return known;
        }
        let mut nodes = 0;
        for mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            nodes += self.count(&child, depth - 1, table, root_move)?;
        }
        if let Some(table) = table {
            table.insert(position.key(), depth, nodes);
        }
        Some(nodes)
    }

    /// Asks the threads to end soon. What they have counted until then stays.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// How many subtrees are counted, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.finished.load(Ordering::Relaxed), self.tasks.len())
    }

    /// Whether everything is counted.
    pub fn is_complete(&self) -> bool {
        let (finished, all) = self.progress();
        finished == all
    }

    /// What has been counted for each legal move.
    pub fn counts(&self) -> Vec<(Move, u64)> {
        self.moves.iter().map(|(mv, nodes)| (*mv, nodes.load(Ordering::Relaxed))).collect()
    }

    /// What has been counted in all.
    pub fn nodes(&self) -> u64 {
        self.counts().iter().map(|(_, nodes)| nodes).sum()
    }
}

/// Adds the task, or so many half-moves further down its subtasks.
fn split(task: Task, splits: u32, tasks: &mut Vec<Task>) {
    if splits == 0 {
        tasks.push(task);
        return;
    }
    for mv in &task.position.legal_moves() {
        let mut position = task.position.clone();
        position.play(mv);
        let subtask = Task { root_move: task.root_move, position, depth: task.depth - 1 };
        split(subtask, splits - 1, tasks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kiwipete() -> Position {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        fen.parse().unwrap()
    }

    #[test]
    fn threads_and_table_do_not_change_the_count() {
        let table = PerftTable::with_mebibytes(1).unwrap();
        for (depth, nodes) in [(1, 48), (2, 2039), (3, 97862), (4, 4085603)] {
            for threads in [1, 2, 5] {
                for table in [None, Some(&table)] {
                    let divide = PerftDivide::new(&kiwipete(), depth);
                    divide.run(NonZeroUsize::new(threads).unwrap(), table);
                    assert_eq!(divide.nodes(), nodes);
                    assert!(divide.is_complete());
                }
            }
        }
    }

    #[test]
    fn a_stopped_count_says_so() {
        let divide = PerftDivide::new(&kiwipete(), 4);
        divide.stop();
        divide.run(NonZeroUsize::MIN, None);
        assert_eq!((divide.nodes(), divide.is_complete()), (0, false));
    }
}
