//! The keys of a position, and their computation from scratch.

use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::position::play::en_passant_victim;
use crate::square::Square;
use crate::zobrist::{self, Key};

/// Keys of parts of a position, for histories and caches that depend on those parts alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceKeys {
    parts: [Key; PARTS],
}

/// Pawns, minor pieces, major pieces, and each player's pieces other than pawns.
const PARTS: usize = 5;
const PAWN: usize = 0;
const MINOR: usize = 1;
const MAJOR: usize = 2;
const NON_PAWN: usize = 3;

/// For each piece, all ones at the parts it belongs to. A mask and not a match, so that no
/// branch depends on which piece moves; perft is as fast either way.
static BELONGS: [[u64; PARTS]; Piece::COUNT] = {
    let mut table = [[0; PARTS]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let parts = &mut table[index];
        match piece.kind() {
            PieceType::Pawn => parts[PAWN] = u64::MAX,
            PieceType::Knight | PieceType::Bishop => parts[MINOR] = u64::MAX,
            PieceType::Rook | PieceType::Queen => parts[MAJOR] = u64::MAX,
            PieceType::King => (parts[MINOR], parts[MAJOR]) = (u64::MAX, u64::MAX),
        }
        if !matches!(piece.kind(), PieceType::Pawn) {
            parts[NON_PAWN + piece.color().index()] = u64::MAX;
        }
        index += 1;
    }
    table
};

impl PieceKeys {
    /// Adds or takes away the number of a piece on a square.
    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, number: Key) {
        for (part, mask) in self.parts.iter_mut().zip(BELONGS[piece.index()]) {
            *part ^= number.masked(mask);
        }
    }
}

impl Position {
    /// The position's key in Polyglot's layout: pieces, castling rights, the en-passant file
    /// when a pawn stands ready to take (pinned or not), and the player to move.
    ///
    /// ```
    /// use ferz_rules::{Key, Position};
    /// assert_eq!(Position::startpos().key(), Key::from_bits(0x463b96181691fc9c));
    /// ```
    #[inline(always)]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The [`key`](Self::key) that the position after a legal move has, unless the move castles, takes away
    /// castling rights or offers a capture in passing: a guess, right for nearly every move and
    /// much cheaper than to play it. Good for fetching what a table knows before it is asked for.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let mut position = Position::startpos();
    /// let mv = position.parse_uci("g1f3")?;
    /// let guess = position.likely_key_after(mv);
    /// position.play(mv);
    /// assert_eq!(position.key(), guess);
    /// # Ok::<(), ferz_rules::UciMoveError>(())
    /// ```
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key_after_null();
        if let Some(piece) = self.piece_on(from) {
            let arrived = mv.promotion().map_or(piece, |kind| Piece::new(piece.color(), kind));
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(arrived, to);
        }
        let victim = if mv.kind() == MoveKind::EnPassant { en_passant_victim(to) } else { to };
        if let Some(victim_piece) = self.piece_on(victim) {
            key ^= zobrist::piece(victim_piece, victim);
        }
        key
    }

    /// The [`key`](Self::key) after a null move.
    #[inline(always)]
    pub fn key_after_null(&self) -> Key {
        let key = self.key ^ zobrist::WHITE_TO_MOVE;
        self.en_passant.map_or(key, |square| key ^ zobrist::en_passant(square.file()))
    }

    /// The key of the pawns alone.
    #[inline(always)]
    pub const fn pawn_key(&self) -> Key {
        self.piece_keys.parts[PAWN]
    }

    /// The key of knights, bishops and kings.
    #[inline(always)]
    pub const fn minor_key(&self) -> Key {
        self.piece_keys.parts[MINOR]
    }

    /// The key of rooks, queens and kings.
    #[inline(always)]
    pub const fn major_key(&self) -> Key {
        self.piece_keys.parts[MAJOR]
    }

    /// The key of one player's pieces other than pawns.
    #[inline(always)]
    pub const fn non_pawn_key(&self, color: Color) -> Key {
        self.piece_keys.parts[NON_PAWN + color.index()]
    }

    /// The key by which positions repeat in the sense of the rules of chess: a capture in
    /// passing counts only if it is legal, where [`key`](Self::key) follows Polyglot and asks
    /// only for a pawn beside.
    pub fn repetition_key(&self) -> Key {
        match self.en_passant {
            Some(square) if !self.has_legal_en_passant() => {
                self.key ^ zobrist::en_passant(square.file())
            }
            _ => self.key,
        }
    }

    /// [`key`](Self::key) and the other keys computed from nothing but the pieces and rights.
    pub(super) fn fresh_keys(&self) -> (Key, PieceKeys) {
        let mut key = zobrist::castling(&self.castling);
        let mut piece_keys = PieceKeys::default();
        for square in Square::ALL {
            if let Some(piece) = self.piece_on(square) {
                let number = zobrist::piece(piece, square);
                key ^= number;
                piece_keys.toggle(piece, number);
            }
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        if self.turn == Color::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        (key, piece_keys)
    }
}
