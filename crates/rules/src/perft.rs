//! Counting the leaves of the legal move tree: the test that a generator is right, and how fast.

mod suite;
mod table;

pub use suite::{PerftCase, PerftCaseError};
pub use table::{PerftTable, PerftTableError};

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::movegen::MoveFilter;
use crate::moves::{Move, MoveList};
use crate::position::Position;

/// The number of legal lines of this many half-moves. The last half-move is counted, not played.
///
/// ```
/// use ferz_rules::{perft, Position};
/// assert_eq!(perft(&Position::startpos(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_legal_moves(),
        _ => {}
    }
    let mut moves = MoveList::new();
    position.generate_legal(MoveFilter::All, &mut moves);
    moves.into_iter().map(|mv| perft(&after(position, mv), depth - 1)).sum()
}

/// As [`perft`], looking up and storing subtrees in a table.
pub fn perft_hashed(position: &Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let mut moves = MoveList::new();
    position.generate_legal(MoveFilter::All, &mut moves);
    let nodes =
        moves.into_iter().map(|mv| perft_hashed(&after(position, mv), depth - 1, table)).sum();
    table.insert(position.key(), depth, nodes);
    nodes
}

/// The count of each move in the position, which add up to [`perft`] of it, worked out by several
/// threads that may share a table.
///
/// ```
/// use ferz_rules::{perft_divide, Position};
/// let one = std::num::NonZeroUsize::MIN;
/// let parts = perft_divide(&Position::startpos(), 3, one, None);
/// assert_eq!(parts.len(), 20);
/// assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8902);
/// ```
pub fn perft_divide(
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
    table: Option<&PerftTable>,
) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let tasks = Task::split(position, below);
    let totals: Vec<AtomicU64> = position.legal_moves().iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = match table {
                Some(table) => perft_hashed(&task.position, task.depth, table),
                None => perft(&task.position, task.depth),
            };
            totals[task.root_move].fetch_add(nodes, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
    let totals = totals.into_iter().map(AtomicU64::into_inner);
    position.legal_moves().into_iter().zip(totals).collect()
}

/// A subtree for one thread, and the root move it belongs to.
struct Task {
    root_move: usize,
    position: Position,
    depth: u32,
}

impl Task {
    /// One task for each pair of moves, so that no thread is left alone with a large subtree at
    /// the end; one for each move where the tree is too low for that.
    fn split(position: &Position, below: u32) -> Vec<Self> {
        let mut tasks = Vec::new();
        for (root_move, mv) in position.legal_moves().into_iter().enumerate() {
            let child = after(position, mv);
            if below < 2 {
                tasks.push(Self { root_move, position: child, depth: below });
                continue;
            }
            for reply in &child.legal_moves() {
                let position = after(&child, reply);
                tasks.push(Self { root_move, position, depth: below - 1 });
            }
        }
        tasks
    }
}

#[inline(always)]
fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.play(mv);
    child
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_table_do_not_change_the_count() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = kiwipete.parse().unwrap();
        let table = PerftTable::with_mebibytes(1).unwrap();
        for depth in 0..=3 {
            let plain = perft(&position, depth);
            assert_eq!(perft_hashed(&position, depth, &table), plain);
            assert_eq!(perft_hashed(&position, depth, &table), plain, "from the table");
            for threads in [1, 2, 5] {
                let threads = NonZeroUsize::new(threads).unwrap();
                for table in [None, Some(&table)] {
                    let parts = perft_divide(&position, depth, threads, table);
                    let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
                    assert_eq!(sum, if depth == 0 { 0 } else { plain });
                }
            }
        }
    }

    #[test]
    fn no_moves_no_lines() {
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse().unwrap();
        assert_eq!([0, 1, 2].map(|depth| perft(&mated, depth)), [1, 0, 0]);
    }
}
