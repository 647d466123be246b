//! Sliding attacks by parallel bit extraction, where the processor has it (BMI2).
//!
//! PEXT gathers the relevant occupancy bits of a square into a dense index, so no multiplier has
//! to be found and no table slot is wasted. [`portable_pext`] is the same function in plain Rust,
//! so that any machine can test the tables.

// The one named exception in this crate: the compiler asks for `unsafe` around an instruction
// that the build may not have, and cannot see that the `cfg` below has settled the question.
#![allow(unsafe_code)]

use crate::attacks::slow;
use crate::bitboard::Bitboard;
use crate::square::Square;

/// Squares attacked by a bishop.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &BISHOP_ENTRIES[square.index()];
    BISHOP_TABLE[entry.offset as usize + pext(occupied.bits(), entry.mask) as usize]
}

/// Squares attacked by a rook.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &ROOK_ENTRIES[square.index()];
    ROOK_TABLE[entry.offset as usize + pext(occupied.bits(), entry.mask) as usize]
}

/// Gathers the bits of `source` under `mask` at the low end, by the processor's instruction.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn pext(source: u64, mask: u64) -> u64 {
    // SAFETY: this function exists only in builds for processors with BMI2, by the `cfg` above.
    unsafe { std::arch::x86_64::_pext_u64(source, mask) }
}

/// Without the instruction these look-ups are slower than magics and serve only as a check.
#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
fn pext(source: u64, mask: u64) -> u64 {
    portable_pext(source, mask)
}

/// Gathers the bits of `source` under `mask` at the low end, one by one.
pub const fn portable_pext(source: u64, mut mask: u64) -> u64 {
    let mut result = 0;
    let mut bit = 0;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        if source & lowest != 0 {
            result |= 1 << bit;
        }
        bit += 1;
        mask ^= lowest;
    }
    result
}

static ROOK_ENTRIES: [Entry; 64] = entries(true);
static BISHOP_ENTRIES: [Entry; 64] = entries(false);
static ROOK_TABLE: [Bitboard; slow::ROOK_OCCUPANCIES] = fill(true);
static BISHOP_TABLE: [Bitboard; slow::BISHOP_OCCUPANCIES] = fill(false);

#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    offset: u32,
}

const fn entries(rook: bool) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = slow::relevant_occupancy(Square::ALL[square], rook);
        entries[square] = Entry { mask: mask.bits(), offset };
        offset += 1 << mask.len();
        square += 1;
    }
    entries
}

/// Subsets of a mask in the order of the carry-rippler are subsets in the order of their PEXT
/// index, so each square's part of the table is filled front to back.
const fn fill<const LEN: usize>(rook: bool) -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut slot = 0;
    let mut square = 0;
    while square < 64 {
        let here = Square::ALL[square];
        let mask = slow::relevant_occupancy(here, rook).bits();
        let mut subset = 0u64;
        loop {
            let occupied = Bitboard::from_bits(subset);
            table[slot] = slow::slider_attacks(here, occupied, rook);
            slot += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_and_plain_rust_agree() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..10_000 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mask = random.rotate_left(23).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            assert_eq!(pext(random, mask), portable_pext(random, mask));
        }
    }
}
