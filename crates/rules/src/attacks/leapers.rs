//! Attacks of kings, knights and pawns, which no other piece can block.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

const KING_STEPS: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

static KING: [Bitboard; 64] = table(&KING_STEPS);
static KNIGHT: [Bitboard; 64] = table(&KNIGHT_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

const fn table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(target) = Square::ALL[square].offset(files, ranks) {
                table[square] = table[square].with(target);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// Squares attacked by a king.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares attacked by a knight.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares attacked by a pawn of this colour.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares attacked by any of these pawns.
#[inline(always)]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    forward.east() | forward.west()
}

/// Squares attacked by any of these knights.
#[inline(always)]
pub fn knight_set_attacks(knights: Bitboard) -> Bitboard {
    let (near_east, near_west) = (knights.east(), knights.west());
    let near = (near_east | near_west).bits();
    let far = (near_east.east() | near_west.west()).bits();
    Bitboard::from_bits(near << 16 | near >> 16 | far << 8 | far >> 8)
}
