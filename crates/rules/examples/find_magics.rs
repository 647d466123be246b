//! Searches the multipliers of `src/attacks/magic.rs` and prints them as Rust source.
//!
//! `cargo run --release -p ferz-rules --example find_magics`

use ferz_rules::attacks::slow;
use ferz_rules::{Bitboard, Square};

fn main() {
    let mut random = Xorshift(0x4645_525A_2026_1115);
    for (name, rook) in [("ROOK_MAGICS", true), ("BISHOP_MAGICS", false)] {
        println!("const {name}: [u64; 64] = [");
        for square in Square::ALL {
            println!("    0x{:016X},", find(square, rook, &mut random));
        }
        println!("];");
    }
}

/// Tries sparse random numbers until one sends every relevant occupancy to a slot of its own
/// (or shares one with an occupancy of equal attacks).
fn find(square: Square, rook: bool, random: &mut Xorshift) -> u64 {
    let mask = slow::relevant_occupancy(square, rook);
    let attacks = if rook { slow::rook_attacks } else { slow::bishop_attacks };
    let pairs: Vec<(u64, Bitboard)> =
        mask.subsets().map(|occupied| (occupied.bits(), attacks(square, occupied))).collect();
    let shift = 64 - mask.len();
    let mut slots = vec![(0u32, Bitboard::EMPTY); pairs.len()];
    for attempt in 1.. {
        let magic = random.next() & random.next() & random.next();
        let fits = pairs.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> shift) as usize];
            if slot.0 < attempt {
                *slot = (attempt, attacks);
            }
            slot.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop above has no end")
}

struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
