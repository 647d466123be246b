//! The keys of a position, and their computation from scratch.

use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::zobrist;

/// Keys of parts of a position, for histories and caches that depend on those parts alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceKeys {
    pawn: u64,
    minor: u64,
    major: u64,
    non_pawn: [u64; Color::COUNT],
}

impl PieceKeys {
    /// Adds or takes away a piece on a square.
    #[inline(always)]
    pub(super) const fn toggle(&mut self, piece: Piece, number: u64) {
        match piece.kind() {
            PieceType::Pawn => {
                self.pawn ^= number;
                return;
            }
            PieceType::Knight | PieceType::Bishop => self.minor ^= number,
            PieceType::Rook | PieceType::Queen => self.major ^= number,
            PieceType::King => {
                self.minor ^= number;
                self.major ^= number;
            }
        }
        self.non_pawn[piece.color().index()] ^= number;
    }
}

impl Position {
    /// The position's key in Polyglot's layout: pieces, castling rights, the en-passant file
    /// when a pawn stands ready to take (pinned or not), and the player to move.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// assert_eq!(Position::startpos().key(), 0x463b96181691fc9c);
    /// ```
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key of the pawns alone.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.piece_keys.pawn
    }

    /// The key of knights, bishops and kings.
    #[inline(always)]
    pub const fn minor_key(&self) -> u64 {
        self.piece_keys.minor
    }

    /// The key of rooks, queens and kings.
    #[inline(always)]
    pub const fn major_key(&self) -> u64 {
        self.piece_keys.major
    }

    /// The key of one player's pieces other than pawns.
    #[inline(always)]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.piece_keys.non_pawn[color.index()]
    }

    /// The key by which positions repeat in the sense of the rules of chess: a capture in
    /// passing counts only if it is legal, where [`key`](Self::key) follows Polyglot and asks
    /// only for a pawn beside.
    pub fn repetition_key(&self) -> u64 {
        match self.en_passant {
            Some(square) if !self.has_legal_en_passant() => {
                self.key ^ zobrist::en_passant(square.file())
            }
            _ => self.key,
        }
    }

    /// [`key`](Self::key) and the other keys computed from nothing but the pieces and rights.
    pub(super) fn fresh_keys(&self) -> (u64, PieceKeys) {
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
