//! One move in sixteen bits, and a list of them.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use crate::piece::PieceType;
use crate::square::Square;

/// What a move does besides taking a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet = 1,
    /// A pawn's first move over two squares.
    DoublePush,
    /// Castling, written as the king taking its own rook.
    Castle,
    /// A move to a square where an enemy piece stands.
    Capture,
    /// A pawn taking the pawn that has just passed it.
    EnPassant,
    /// A pawn reaching the last rank and becoming a knight.
    PromoteKnight = 8,
    /// A pawn reaching the last rank and becoming a bishop.
    PromoteBishop,
    /// A pawn reaching the last rank and becoming a rook.
    PromoteRook,
    /// A pawn reaching the last rank and becoming a queen.
    PromoteQueen,
    /// A pawn taking on the last rank and becoming a knight.
    CapturePromoteKnight,
    /// A pawn taking on the last rank and becoming a bishop.
    CapturePromoteBishop,
    /// A pawn taking on the last rank and becoming a rook.
    CapturePromoteRook,
    /// A pawn taking on the last rank and becoming a queen.
    CapturePromoteQueen,
}

impl MoveKind {
    const fn from_code(code: u16) -> Option<Self> {
        Some(match code {
            1 => Self::Quiet,
            2 => Self::DoublePush,
            3 => Self::Castle,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteKnight,
            9 => Self::PromoteBishop,
            10 => Self::PromoteRook,
            11 => Self::PromoteQueen,
            12 => Self::CapturePromoteKnight,
            13 => Self::CapturePromoteBishop,
            14 => Self::CapturePromoteRook,
            15 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// What the pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        match self {
            Self::PromoteKnight | Self::CapturePromoteKnight => Some(PieceType::Knight),
            Self::PromoteBishop | Self::CapturePromoteBishop => Some(PieceType::Bishop),
            Self::PromoteRook | Self::CapturePromoteRook => Some(PieceType::Rook),
            Self::PromoteQueen | Self::CapturePromoteQueen => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Whether a piece is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        matches!(self as u8, 4 | 5 | 12..=15)
    }
}

/// A move, packed as `kind << 12 | to << 6 | from`.
///
/// Castling goes from the king's square to the **rook's** square, which needs no special case in
/// Chess960. The kinds are numbered from one, so a move is never zero and `Option<Move>` is as
/// small as a move. A null move is not a move: see [`Position::play_null`].
///
/// ```
/// use ferz_rules::{Move, MoveKind, Square};
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
/// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// assert_eq!(std::mem::size_of::<Option<Move>>(), 2);
/// ```
///
/// [`Position::play_null`]: crate::Position::play_null
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Packs a move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = (kind as u16) << 12 | (to as u16) << 6 | from as u16;
        Self(NonZeroU16::new(bits).expect("every kind is above zero"))
    }

    /// The sixteen bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits, unless no kind of move has that number.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (MoveKind::from_code(bits >> 12), NonZeroU16::new(bits)) {
            (Some(_), Some(bits)) => Some(Self(bits)),
            _ => None,
        }
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u32)
    }

    /// Where the piece goes; the rook's square when castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u32)
    }

    /// What the move does.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_code(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet, // Not reachable: both constructors refuse other codes.
        }
    }

    /// What the pawn becomes, if the move promotes one.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        // The low two bits of a promotion's kind number the piece.
        Some(match self.0.get() >> 12 & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }

    /// Whether a piece is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        // The kinds are numbered so that bit 2 says "takes" and bit 3 says "promotes".
        self.0.get() >> 14 & 1 != 0
    }

    /// Whether a pawn becomes another piece.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 15 != 0
    }

    /// Whether the move is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castle as u16
    }

    /// Whether the move takes or promotes, so that [`MoveFilter::Noisy`] generates it.
    ///
    /// [`MoveFilter::Noisy`]: crate::MoveFilter::Noisy
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.0.get() >> 14 != 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// A list of moves on the stack, long enough for every position that [`Position`] accepts.
///
/// The most moves that any position with possible material has is 218, and pseudo-legal
/// generation adds less than the rest.
///
/// ```
/// use ferz_rules::{MoveList, Position};
/// let moves: MoveList = Position::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// ```
///
/// [`Position`]: crate::Position
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; Self::CAPACITY],
}

impl MoveList {
    /// How many moves fit.
    pub const CAPACITY: usize = 256;

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        // Overwritten before it is read; any move would do.
        let filler = Move::new(Square::A1, Square::A1, MoveKind::Quiet);
        Self { len: 0, moves: [filler; Self::CAPACITY] }
    }

    /// Adds a move at the end.
    #[inline(always)]
    pub const fn push(&mut self, mv: Move) {
        debug_assert!(self.len < Self::CAPACITY, "more moves than any position has");
        if self.len < Self::CAPACITY {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    /// Removes every move.
    #[inline(always)]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes out the move at `index` and puts the last one in its place.
    ///
    /// # Panics
    /// If there is no such move.
    #[inline(always)]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        let mv = self[index];
        self.len -= 1;
        self.moves[index] = self.moves[self.len];
        mv
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or(&[])
    }
}

/// The moves may be reordered.
impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.moves.get_mut(..self.len).unwrap_or_default()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_pattern_is_a_move_or_nothing() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            moves += 1;
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()).bits(), bits);
            assert_eq!(mv.is_capture(), mv.kind().is_capture());
            assert_eq!(mv.is_promotion(), mv.kind().promotion().is_some());
            assert_eq!(mv.promotion(), mv.kind().promotion());
            assert_eq!(mv.is_noisy(), mv.is_capture() || mv.is_promotion());
        }
        assert_eq!(moves, 13 * 64 * 64);
    }
}
