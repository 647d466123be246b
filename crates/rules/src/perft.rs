//! Counting the leaves of the legal move tree: the test that a generator is right, and how fast.

mod divide;
mod suite;
mod table;

pub use divide::PerftDivide;
pub use suite::{PerftCase, PerftCaseError};
pub use table::{PerftTable, PerftTableError};

use crate::movegen::MoveFilter;
use crate::moves::MoveList;
use crate::position::Position;

/// The deepest count that tables and suites take; far beyond what can be counted.
pub const MAX_PERFT_DEPTH: u32 = 63;

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
    sum_over_children(position, |child| perft(child, depth - 1))
}

/// As [`perft`], looking up and storing subtrees in a table.
pub fn perft_hashed(position: &Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let nodes = sum_over_children(position, |child| perft_hashed(child, depth - 1, table));
    table.insert(position.key(), depth, nodes);
    nodes
}

/// Adds up a count over the positions after each legal move.
///
/// Each child is played where it stands and handed on by reference: a function that returned it
/// would copy it once more, right after single words of it were written, which stalls the
/// processor for a tenth of the whole run.
#[inline(always)]
fn sum_over_children(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let mut moves = MoveList::new();
    position.generate_legal(MoveFilter::All, &mut moves);
    let mut nodes = 0;
    for mv in &moves {
        let mut child = position.clone();
        child.play(mv);
        nodes += count(&child);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_does_not_change_the_count() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = kiwipete.parse().unwrap();
        let table = PerftTable::with_mebibytes(1).unwrap();
        for depth in 0..=3 {
            let plain = perft(&position, depth);
            assert_eq!(perft_hashed(&position, depth, &table), plain);
            assert_eq!(perft_hashed(&position, depth, &table), plain, "from the table");
        }
    }

    #[test]
    fn no_moves_no_lines() {
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse().unwrap();
        assert_eq!([0, 1, 2].map(|depth| perft(&mated, depth)), [1, 0, 0]);
    }
}
