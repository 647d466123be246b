//! Lines through two squares and the squares between them: the geometry of checks and pins.

use crate::attacks::slow;
use crate::bitboard::Bitboard;
use crate::square::Square;

static BETWEEN: [[Bitboard; 64]; 64] = tables(false);
static LINE: [[Bitboard; 64]; 64] = tables(true);

const fn tables(whole_line: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let entry = entry(Square::ALL[a], Square::ALL[b], whole_line);
            table[a][b] = Bitboard::from_bits(entry);
            b += 1;
        }
        a += 1;
    }
    table
}

const fn entry(a: Square, b: Square, whole_line: bool) -> u64 {
    const NOTHING: Bitboard = Bitboard::EMPTY;
    let (bit_a, bit_b) = (Bitboard::from_square(a), Bitboard::from_square(b));
    let ends = bit_a.bits() | bit_b.bits();
    let rook = slow::rook_attacks(a, NOTHING).contains(b);
    let bishop = slow::bishop_attacks(a, NOTHING).contains(b);
    match (rook, bishop, whole_line) {
        (true, _, true) => {
            slow::rook_attacks(a, NOTHING).bits() & slow::rook_attacks(b, NOTHING).bits() | ends
        }
        (true, _, false) => {
            slow::rook_attacks(a, bit_b).bits() & slow::rook_attacks(b, bit_a).bits()
        }
        (_, true, true) => {
            slow::bishop_attacks(a, NOTHING).bits() & slow::bishop_attacks(b, NOTHING).bits() | ends
        }
        (_, true, false) => {
            slow::bishop_attacks(a, bit_b).bits() & slow::bishop_attacks(b, bit_a).bits()
        }
        _ => 0,
    }
}

static BISHOP_RAYS: [Bitboard; 64] = rays(false);
static ROOK_RAYS: [Bitboard; 64] = rays(true);

const fn rays(rook: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let here = Square::ALL[square];
        table[square] = slow::slider_attacks(here, Bitboard::EMPTY, rook);
        square += 1;
    }
    table
}

/// Squares attacked by a bishop on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Squares attacked by a rook on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; else empty.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}
