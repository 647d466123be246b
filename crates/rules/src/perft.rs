//! Counting the leaves of the legal move tree: the test that a generator is right, and how fast.

use crate::moves::MoveList;
use crate::position::Position;

/// The number of legal lines of this many half-moves. The last half-move is counted, not played.
///
/// ```
/// use ferz_rules::{perft, Position};
/// assert_eq!(perft(&Position::startpos(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut moves = MoveList::new();
            position.generate_legal(crate::MoveFilter::All, &mut moves);
            let mut nodes = 0;
            for mv in &moves {
                let mut child = position.clone();
                child.play(mv);
                nodes += perft(&child, depth - 1);
            }
            nodes
        }
    }
}
