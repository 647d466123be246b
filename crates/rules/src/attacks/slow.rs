//! Sliding attacks by walking along each ray: the reference for the fast look-ups.
//!
//! Too slow for a search, simple enough to be believed, and `const`, so that the tables of the
//! fast methods are computed from it when the crate is compiled.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// Steps of a bishop as (files, ranks).
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Steps of a rook as (files, ranks).
const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Relevant occupancies of a rook, summed over all squares: the size of a table of its attacks.
pub const ROOK_OCCUPANCIES: usize = 102_400;
/// Relevant occupancies of a bishop, summed over all squares.
pub const BISHOP_OCCUPANCIES: usize = 5_248;

/// Squares attacked by a bishop, found by walking.
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    walk(square, occupied, &BISHOP_STEPS)
}

/// Squares attacked by a rook, found by walking.
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    walk(square, occupied, &ROOK_STEPS)
}

/// Squares attacked by a rook or a bishop, for tables that hold either.
pub(crate) const fn slider_attacks(square: Square, occupied: Bitboard, rook: bool) -> Bitboard {
    walk(square, occupied, if rook { &ROOK_STEPS } else { &BISHOP_STEPS })
}

/// Goes from the square in each direction up to and including the first occupied square.
const fn walk(square: Square, occupied: Bitboard, steps: &[(i8, i8); 4]) -> Bitboard {
    let occupied = occupied.bits();
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let mut file = (square as i8 & 7) + files;
        let mut rank = (square as i8 >> 3) + ranks;
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let bit = 1u64 << (rank * 8 + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        direction += 1;
    }
    Bitboard::from_bits(attacks)
}

/// The squares whose occupancy can change the attacks of a slider on `square`: its rays without
/// their last squares, since a piece on the edge blocks nothing behind it.
pub const fn relevant_occupancy(square: Square, rook: bool) -> Bitboard {
    let steps = if rook { &ROOK_STEPS } else { &BISHOP_STEPS };
    let mut mask = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            if next.offset(files, ranks).is_none() {
                break;
            }
            mask |= 1 << next as u32;
            here = next;
        }
        direction += 1;
    }
    Bitboard::from_bits(mask)
}
