//! Taking a move back in place: the alternative to playing on a copy.

use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::position::play::en_passant_victim;
use crate::position::{PieceKeys, Position};
use crate::square::Square;

/// What a move destroys.
pub struct Undo {
    key: u64,
    piece_keys: PieceKeys,
    checkers: Bitboard,
    pinned: Bitboard,
    castling_squares: Bitboard,
    castling: CastlingRights,
    en_passant: Option<Square>,
    captured: Option<Piece>,
    halfmove_clock: u16,
}

impl Position {
    /// Plays a move and returns what is needed to take it back.
    #[inline]
    pub fn play_undoable(&mut self, mv: Move) -> Undo {
        let captured = match mv.kind() {
            MoveKind::EnPassant => Some(Piece::new(!self.turn, PieceType::Pawn)),
            _ if mv.is_capture() => self.piece_on(mv.to()),
            _ => None,
        };
        let undo = Undo {
            key: self.key,
            piece_keys: self.piece_keys,
            checkers: self.checkers,
            pinned: self.pinned,
            castling_squares: self.castling_squares,
            castling: self.castling,
            en_passant: self.en_passant,
            captured,
            halfmove_clock: self.halfmove_clock,
        };
        self.play(mv);
        undo
    }

    /// Takes back the move that was played last.
    #[inline]
    pub fn unplay(&mut self, mv: Move, undo: Undo) {
        self.turn = !self.turn;
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let side = CastlingSide::of_rook(from, to);
            let king = Piece::new(us, PieceType::King);
            let rook = Piece::new(us, PieceType::Rook);
            self.lift(king, side.king_target(us));
            self.lift(rook, side.rook_target(us));
            self.drop(king, from);
            self.drop(rook, to);
        } else {
            let moved = self.board[to.index()].expect("a played move ended on a piece");
            self.lift(moved, to);
            let original = if mv.is_promotion() { Piece::new(us, PieceType::Pawn) } else { moved };
            self.drop(original, from);
            if let Some(captured) = undo.captured {
                let square =
                    if mv.kind() == MoveKind::EnPassant { en_passant_victim(to) } else { to };
                self.drop(captured, square);
            }
        }
        self.key = undo.key;
        self.piece_keys = undo.piece_keys;
        self.checkers = undo.checkers;
        self.pinned = undo.pinned;
        self.castling_squares = undo.castling_squares;
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number -= us as u16;
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.pieces[piece.kind().index()] ^= square.into();
        self.colors[piece.color().index()] ^= square.into();
    }

    #[inline(always)]
    fn drop(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.pieces[piece.kind().index()] ^= square.into();
        self.colors[piece.color().index()] ^= square.into();
    }
}
