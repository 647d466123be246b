//! Position keys in Polyglot's layout.
//!
//! Using the book format's own numbers means that one key serves the transposition table,
//! repetition detection and opening books.

mod polyglot;

use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::square::{File, Square};

use polyglot::RANDOM;

/// Piece numbers by our piece order, where White comes first; Polyglot has Black first.
static PIECES: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = RANDOM[64 * (piece ^ 1) + square];
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The number of a piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The number of one castling right.
#[inline(always)]
pub(crate) const fn castling_right(color: Color, side: CastlingSide) -> u64 {
    RANDOM[768 + 2 * color.index() + side.index()]
}

/// The combined number of all castling rights.
pub(crate) fn castling(rights: &CastlingRights) -> u64 {
    rights.iter().fold(0, |key, (color, side, _)| key ^ castling_right(color, side))
}

/// The number of a possible en-passant capture on this file.
#[inline(always)]
pub(crate) const fn en_passant(file: File) -> u64 {
    RANDOM[772 + file.index()]
}

/// The number present when White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = RANDOM[780];
