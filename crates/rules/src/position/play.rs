//! Playing moves.

use std::fmt;

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::position::{PieceObserver, Position};
use crate::square::{Rank, Square};
use crate::zobrist::{self, Key};

/// The move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}{}", self.0.from(), self.0.to())
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Plays a move that is known to be legal, such as one of [`legal_moves`].
    ///
    /// # Panics
    /// In debug builds, if the move is not legal. In release builds an illegal move panics or
    /// leaves a position that is not one of chess, but never does anything worse.
    ///
    /// [`legal_moves`]: Self::legal_moves
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    ///
    /// ```
    /// use ferz_rules::{Move, MoveKind, Position, Square};
    /// let mut position = Position::startpos();
    /// let castle = Move::new(Square::E1, Square::H1, MoveKind::Castle);
    /// assert!(position.try_play(castle).is_err());
    /// assert_eq!(position, Position::startpos());
    /// ```
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play(mv);
        Ok(())
    }

    /// Plays a move like [`play`](Self::play) and tells the observer of each piece that changes.
    ///
    /// # Panics
    /// As [`play`](Self::play) does.
    #[inline]
    pub fn play_observed<O: PieceObserver>(&mut self, mv: Move, observer: &mut O) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());

        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(us as u16);

        let mut king_moves = mv.is_castle();
        if mv.is_castle() {
            self.castle(from, to, observer);
        } else {
            if mv.is_capture() {
                self.capture(mv, observer);
            }
            let piece = self.board[from.index()].expect("a legal move starts on a piece");
            if let Some(promotion) = mv.promotion() {
                let promoted = Piece::new(us, promotion);
                self.toggle_off(piece, from);
                self.toggle_on(promoted, to);
                observer.removed(piece, from);
                observer.added(promoted, to);
                self.halfmove_clock = 0;
            } else {
                self.shift(piece, from, to);
                observer.moved(piece, from, to);
                if piece.kind() == PieceType::Pawn {
                    self.halfmove_clock = 0;
                }
                king_moves = piece.kind() == PieceType::King;
            }
        }

        let touched = Bitboard::from(from) | to.into();
        if !touched.is_disjoint(self.castling_squares) {
            self.lose_castling(touched, king_moves);
        }
        self.turn = !us;
        self.key ^= zobrist::WHITE_TO_MOVE;
        if mv.kind() == MoveKind::DoublePush {
            self.offer_en_passant(to);
        }
        self.refresh_checks();
        debug_assert_eq!((self.key, self.piece_keys), self.fresh_keys());
    }

    /// Passes the move to the opponent, as searches do to see what is threatened.
    ///
    /// # Panics
    /// In debug builds, if the player to move is in check: passing would leave the king to be
    /// taken.
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check(), "no null move in check");
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u16);
        self.turn = !self.turn;
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.refresh_checks();
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Takes the enemy piece off the board.
    #[inline(always)]
    fn capture<O: PieceObserver>(&mut self, mv: Move, observer: &mut O) {
        let square = match mv.kind() {
            MoveKind::EnPassant => en_passant_victim(mv.to()),
            _ => mv.to(),
        };
        let victim = self.board[square.index()].expect("a capture takes a piece");
        self.toggle_off(victim, square);
        observer.removed(victim, square);
        self.halfmove_clock = 0;
    }

    /// Moves king and rook. Both leave before either arrives, since in Chess960 one may land
    /// where the other stood.
    #[cold]
    fn castle<O: PieceObserver>(&mut self, king: Square, rook: Square, observer: &mut O) {
        let us = self.turn;
        let side = CastlingSide::of_rook(king, rook);
        let king_piece = Piece::new(us, PieceType::King);
        let rook_piece = Piece::new(us, PieceType::Rook);
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        self.toggle_off(king_piece, king);
        self.toggle_off(rook_piece, rook);
        self.toggle_on(king_piece, king_to);
        self.toggle_on(rook_piece, rook_to);
        observer.moved(king_piece, king, king_to);
        observer.moved(rook_piece, rook, rook_to);
    }

    /// Takes away the rights that depend on the touched squares.
    #[cold]
    fn lose_castling(&mut self, touched: Bitboard, king_moves: bool) {
        self.key ^= zobrist::castling(&self.castling);
        if king_moves {
            self.castling.clear(self.turn);
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = self.castling.rook_square(color, side);
                if rook.is_some_and(|rook| touched.contains(rook)) {
                    self.castling.set(color, side, None);
                }
            }
        }
        self.key ^= zobrist::castling(&self.castling);
        self.castling_squares = self.squares_that_castle(&self.castling);
    }

    /// The squares of the rooks that may castle and of their kings.
    pub(super) fn squares_that_castle(&self, rights: &CastlingRights) -> Bitboard {
        let kings = Color::ALL.into_iter().filter(|&color| rights.any(color));
        let kings: Bitboard = kings.map(|color| self.king(color)).collect();
        kings | rights.rooks()
    }

    /// After a pawn's jump to `to`, opens the square behind it if an enemy pawn stands ready.
    #[inline(always)]
    fn offer_en_passant(&mut self, to: Square) {
        let behind = en_passant_victim(to);
        let takers = self.pieces(self.turn, PieceType::Pawn);
        if !pawn_attacks(!self.turn, behind).is_disjoint(takers) {
            self.en_passant = Some(behind);
            self.key ^= zobrist::en_passant(behind.file());
        }
    }

    #[inline(always)]
    fn toggle_on(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.toggle(piece, square.into(), zobrist::piece(piece, square));
    }

    #[inline(always)]
    fn toggle_off(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.toggle(piece, square.into(), zobrist::piece(piece, square));
    }

    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        let number = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.toggle(piece, Bitboard::from(from) | to.into(), number);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: Bitboard, number: Key) {
        self.pieces[piece.kind().index()] ^= squares;
        self.colors[piece.color().index()] ^= squares;
        self.key ^= number;
        self.piece_keys.toggle(piece, number);
    }
}

/// The square one rank nearer to the middle than an en-passant square, and back again: where the
/// pawn stands that has just jumped over it.
#[inline(always)]
pub(crate) const fn en_passant_victim(square: Square) -> Square {
    Square::from_low_bits(square as u32 ^ 8)
}

const _: () = assert!(matches!(en_passant_victim(Square::E3).rank(), Rank::Fourth));
const _: () = assert!(matches!(en_passant_victim(Square::E6).rank(), Rank::Fifth));
