//! The gate from a [`Setup`] to a [`Position`]: every reason why a position cannot be.

use std::fmt;

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::position::play::en_passant_victim;
use crate::position::{PieceKeys, Position};
use crate::setup::Setup;
use crate::square::{File, Rank, Square};
use crate::zobrist::Key;

/// One reason why a position cannot occur in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The player has no king.
    NoKing(Color),
    /// The player has more than one king.
    ManyKings(Color, u32),
    /// The player has more than sixteen pieces.
    ManyPieces(Color, u32),
    /// The player has more than eight pawns.
    ManyPawns(Color, u32),
    /// The player has more promoted pieces than pawns that could have been promoted.
    ManyPromoted(Color, u32),
    /// A pawn stands on the first or the last rank.
    PawnOnBackRank(Square),
    /// The player who has just moved is in check.
    OpponentInCheck(Color),
    /// More than two pieces give check at once.
    ManyCheckers(u32),
    /// The player may not castle with a rook of this file: king or rook is not where it must be.
    Castling(Color, CastlingSide, File),
    /// No pawn can have just jumped over this square.
    EnPassant(Square),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::ManyKings(color, n) => write!(f, "{color} has {n} kings"),
            Self::ManyPieces(color, n) => write!(f, "{color} has {n} pieces, more than 16"),
            Self::ManyPawns(color, n) => write!(f, "{color} has {n} pawns, more than 8"),
            Self::ManyPromoted(color, n) => {
                let pieces = if n == 1 { "piece" } else { "pieces" };
                write!(f, "{color} has {n} promoted {pieces}, more than it lacks pawns")
            }
            Self::PawnOnBackRank(square) => write!(f, "a pawn cannot stand on {square}"),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but it is not {color}'s move")
            }
            Self::ManyCheckers(n) => write!(f, "{n} pieces give check at once"),
            Self::Castling(color, side, file) => {
                let rook = Square::new(file, color.back_rank());
                let side = match side {
                    CastlingSide::King => "king",
                    CastlingSide::Queen => "queen",
                };
                write!(
                    f,
                    "{color} cannot castle on the {side}'s side: \
                     no king on its rank with a rook on {rook} on that side of it"
                )
            }
            Self::EnPassant(square) => {
                write!(f, "no pawn can have just jumped over the en-passant square {square}")
            }
        }
    }
}

/// Every reason why the position cannot occur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError {
    faults: Vec<Fault>,
}

impl PositionError {
    /// The reasons, at least one.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    /// Checks the setup and completes it to a position.
    ///
    /// An en-passant square that is possible but that no pawn can use is dropped without a word,
    /// since many programs write it after every double push, and a move number of 0 becomes 1.
    ///
    /// ```
    /// use ferz_rules::{Position, Setup};
    /// let error = Position::try_from(Setup::empty()).unwrap_err();
    /// assert_eq!(error.to_string(), "White has no king; Black has no king");
    /// ```
    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        let mut position = Self::without_checks(&setup);
        let mut faults = Vec::new();
        for color in Color::ALL {
            position.find_material_faults(color, &mut faults);
        }
        for square in position.kind(PieceType::Pawn) & Bitboard::BACK_RANKS {
            faults.push(Fault::PawnOnBackRank(square));
        }
        // The remaining questions are about the kings.
        if Color::ALL.map(|color| position.pieces(color, PieceType::King).len()) == [1, 1] {
            position.find_castling_faults(&setup, &mut faults);
            position.find_check_faults(&mut faults);
            position.find_en_passant_faults(&setup, &mut faults);
        }
        if !faults.is_empty() {
            return Err(PositionError { faults });
        }
        position.castling_squares = position.squares_that_castle(&position.castling);
        position.en_passant = setup.en_passant.filter(|&square| {
            let takers = position.pieces(position.turn, PieceType::Pawn);
            !pawn_attacks(!position.turn, square).is_disjoint(takers)
        });
        (position.key, position.piece_keys) = position.fresh_keys();
        position.refresh_checks();
        Ok(position)
    }
}

impl Position {
    /// Copies what the setup says; keys, checks and en passant are still to be found.
    fn without_checks(setup: &Setup) -> Self {
        let mut position = Self {
            pieces: [Bitboard::EMPTY; PieceType::COUNT],
            colors: [Bitboard::EMPTY; Color::COUNT],
            board: setup.board,
            key: Key::default(),
            piece_keys: PieceKeys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_squares: Bitboard::EMPTY,
            castling: setup.castling,
            en_passant: None,
            turn: setup.turn,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
        };
        for square in Square::ALL {
            if let Some(piece) = position.board[square.index()] {
                position.pieces[piece.kind().index()] |= square.into();
                position.colors[piece.color().index()] |= square.into();
            }
        }
        position
    }

    fn find_material_faults(&self, color: Color, faults: &mut Vec<Fault>) {
        let count = |kind| self.pieces(color, kind).len();
        match count(PieceType::King) {
            0 => faults.push(Fault::NoKing(color)),
            1 => {}
            kings => faults.push(Fault::ManyKings(color, kings)),
        }
        let all = self.color(color).len();
        let pawns = count(PieceType::Pawn);
        let surplus = |kind, at_start| count(kind).saturating_sub(at_start);
        // A second bishop on the same colour of squares was once a pawn.
        let bishops = self.pieces(color, PieceType::Bishop);
        let bishop_surplus = [Bitboard::DARK, Bitboard::LIGHT]
            .map(|squares| (bishops & squares).len().saturating_sub(1));
        let promoted = surplus(PieceType::Knight, 2)
            + bishop_surplus.into_iter().sum::<u32>()
            + surplus(PieceType::Rook, 2)
            + surplus(PieceType::Queen, 1);
        if all > 16 {
            faults.push(Fault::ManyPieces(color, all));
        }
        if pawns > 8 {
            faults.push(Fault::ManyPawns(color, pawns));
        } else if pawns + promoted > 8 {
            faults.push(Fault::ManyPromoted(color, promoted));
        }
    }

    fn find_castling_faults(&self, setup: &Setup, faults: &mut Vec<Fault>) {
        for (color, side, file) in setup.castling.iter() {
            let king = self.king(color);
            let rook = Square::new(file, color.back_rank());
            let in_place = king.rank() == color.back_rank()
                && self.piece_on(rook) == Some(Piece::new(color, PieceType::Rook))
                && CastlingSide::of_rook(king, rook) == side;
            if !in_place {
                faults.push(Fault::Castling(color, side, file));
            }
        }
    }

    fn find_check_faults(&self, faults: &mut Vec<Fault>) {
        let (us, them) = (self.turn, !self.turn);
        if self.is_attacked(self.king(them), us, self.occupied()) {
            faults.push(Fault::OpponentInCheck(them));
        }
        let checkers = self.attackers_to(self.king(us), self.occupied()) & self.color(them);
        if checkers.len() > 2 {
            faults.push(Fault::ManyCheckers(checkers.len()));
        }
    }

    /// A pawn must stand in front of the square, the square itself and the one behind must be
    /// empty, and with the pawn put back the player to move must not have been in check: else
    /// the opponent would have made another move than this one.
    fn find_en_passant_faults(&self, setup: &Setup, faults: &mut Vec<Fault>) {
        let Some(square) = setup.en_passant else { return };
        let (us, them) = (self.turn, !self.turn);
        let possible = square.rank() == them.double_push_behind_rank() && {
            let victim = en_passant_victim(square);
            let origin = Square::new(square.file(), Rank::Second.relative_to(them));
            let before = (self.occupied() - victim.into()).with(origin);
            let king = self.king(us);
            self.piece_on(victim) == Some(Piece::new(them, PieceType::Pawn))
                && self.piece_on(square).is_none()
                && self.piece_on(origin).is_none()
                && (self.attackers_to(king, before) & (self.color(them) - victim.into())).is_empty()
        };
        if !possible {
            faults.push(Fault::EnPassant(square));
        }
    }
}
