//! One entry of a Polyglot book.

use ferz_rules::{CastlingSide, File, Key, Move, PieceType, Position, Square};

/// The size of an entry in the file.
pub(super) const ENTRY_BYTES: usize = 16;

/// What an entry says, not yet compared with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) weight: u16,
    /// Six bits for the square to go to, six for the square to leave, three for a promotion.
    pub(super) mv: u16,
}

impl Entry {
    /// Reads an entry; every pattern of bits is one. Numbers have their high byte first.
    pub(super) const fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h, m, n, w, x, ..] = *bytes;
        Self {
            key: Key::from_bits(u64::from_be_bytes([a, b, c, d, e, f, g, h])),
            mv: u16::from_be_bytes([m, n]),
            weight: u16::from_be_bytes([w, x]),
        }
    }

    /// The legal move of the position that is meant, if one is. Castling is the king taking its
    /// rook; some programs have written where the king goes, which is understood too.
    pub(super) fn find_move(self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::from_index(usize::from(bits & 0x3f));
        let (from, to) = (square(self.mv >> 6)?, square(self.mv)?);
        let promotion = (self.mv >> 12) & 7;
        let moves = position.legal_moves_from(from);
        let is_exact = |mv: &&Move| mv.to() == to && promotion_code(mv.promotion()) == promotion;
        let goes_there = |mv: &&Move| {
            let side = CastlingSide::of_rook(from, mv.to());
            mv.is_castle() && from.file() == File::E && side.king_target(position.turn()) == to
        };
        let found = moves.iter().find(is_exact);
        found.or_else(|| moves.iter().find(goes_there).filter(|_| promotion == 0)).copied()
    }
}

/// The number that Polyglot gives to a promotion; others than these mean nothing.
pub(super) const fn promotion_code(piece: Option<PieceType>) -> u16 {
    match piece {
        Some(PieceType::Knight) => 1,
        Some(PieceType::Bishop) => 2,
        Some(PieceType::Rook) => 3,
        Some(PieceType::Queen) => 4,
        None | Some(PieceType::Pawn | PieceType::King) => 0,
    }
}
