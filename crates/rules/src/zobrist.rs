//! Position keys in Polyglot's layout.
//!
//! Using the book format's own numbers means that one key serves the transposition table,
//! repetition detection and opening books.

mod polyglot;

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::square::{File, Square};

use polyglot::RANDOM;

/// Sixty-four bits that stand for a position, or for a part of one.
///
/// Equal positions have equal keys; different ones have different keys but for an accident that
/// a program of any ordinary patience does not live to see.
///
/// ```
/// use ferz_rules::{Key, Position};
/// let start = Position::startpos().key();
/// assert_eq!(start, Key::from_bits(0x463b96181691fc9c));
/// assert_eq!(start.to_string(), "463b96181691fc9c");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Key(u64);

impl Key {
    /// The key with exactly these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the key.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The part that a piece on a square adds to a position's key.
    ///
    /// ```
    /// use ferz_rules::{Color, Key, Piece, PieceType, Position, Square};
    /// let before = Position::startpos();
    /// let mut after = before.clone();
    /// after.play(before.parse_san("Nf3")?);
    /// let knight = Piece::new(Color::White, PieceType::Knight);
    /// let moved = Key::of_piece(knight, Square::G1) ^ Key::of_piece(knight, Square::F3);
    /// assert_eq!(before.key() ^ after.key(), moved ^ Key::OF_TURN);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn of_piece(piece: Piece, square: Square) -> Self {
        PIECES[piece.index()][square.index()]
    }

    /// The part by which the keys of the same board with either player to move differ.
    pub const OF_TURN: Self = WHITE_TO_MOVE;

    /// This key if `mask` is all ones, nothing if it is zero.
    #[inline(always)]
    pub(crate) const fn masked(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:016x})", self.0)
    }
}

/// Piece numbers by our piece order, where White comes first; Polyglot has Black first.
static PIECES: [[Key; 64]; 12] = {
    let mut table = [[Key(0); 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = Key(RANDOM[64 * (piece ^ 1) + square]);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The number of a piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}

/// The number of one castling right.
#[inline(always)]
const fn castling_right(color: Color, side: CastlingSide) -> Key {
    Key(RANDOM[768 + 2 * color.index() + side.index()])
}

/// The combined number of all castling rights.
pub(crate) fn castling(rights: &CastlingRights) -> Key {
    rights.iter().fold(Key(0), |key, (color, side, _)| key ^ castling_right(color, side))
}

/// The number of a possible en-passant capture on this file.
#[inline(always)]
pub(crate) const fn en_passant(file: File) -> Key {
    Key(RANDOM[772 + file.index()])
}

/// The number present when White is to move.
pub(crate) const WHITE_TO_MOVE: Key = Key(RANDOM[780]);
