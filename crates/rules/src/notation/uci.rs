//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`, and castling in two ways.

use std::fmt;

use crate::castling::CastlingSide;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::notation::excerpt;
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingStyle {
    /// `e1g1`: the king's way, as in ordinary chess.
    Standard,
    /// `e1h1`: the king takes its rook, as `UCI_Chess960` asks for.
    Chess960,
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// Not two squares and perhaps a promotion.
    Syntax(String),
    /// A move of the right form that is not legal in the position.
    Illegal(String),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => {
                write!(f, "expected a move such as e2e4 or e7e8q, got \"{}\"", excerpt(text))
            }
            Self::Illegal(text) => write!(f, "illegal move \"{text}\""),
        }
    }
}

impl std::error::Error for UciMoveError {}

/// A move on its way to text.
#[derive(Clone, Copy, Debug)]
pub struct UciMove {
    mv: Move,
    style: CastlingStyle,
}

impl Move {
    /// The move as the UCI protocol writes it.
    ///
    /// ```
    /// use ferz_rules::{CastlingStyle, Move, MoveKind, Square};
    /// let castle = Move::new(Square::E8, Square::A8, MoveKind::Castle);
    /// assert_eq!(castle.uci(CastlingStyle::Standard).to_string(), "e8c8");
    /// assert_eq!(castle.uci(CastlingStyle::Chess960).to_string(), "e8a8");
    /// ```
    pub const fn uci(self, style: CastlingStyle) -> UciMove {
        UciMove { mv: self, style }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, mut to) = (self.mv.from(), self.mv.to());
        if self.mv.is_castle() && self.style == CastlingStyle::Standard {
            let color = if from.rank() == Rank::First { Color::White } else { Color::Black };
            to = CastlingSide::of_rook(from, to).king_target(color);
        }
        write!(f, "{from}{to}")?;
        match self.mv.promotion() {
            Some(piece) => write!(f, "{}", piece.to_char()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Reads a legal move; castling may be written either way.
    ///
    /// # Errors
    /// If the text is not of the form of a move, or the move is not legal.
    ///
    /// ```
    /// use ferz_rules::{CastlingStyle, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("e1g1")?, position.parse_uci("e1h1")?);
    /// assert_eq!(position.parse_uci("e1e8").unwrap_err().to_string(), "illegal move \"e1e8\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let (from, to, promotion) =
            split(text).ok_or_else(|| UciMoveError::Syntax(text.to_owned()))?;
        self.complete(from, to, promotion)
            .filter(|&mv| self.is_legal(mv))
            .ok_or_else(|| UciMoveError::Illegal(text.to_owned()))
    }

    /// Finds what kind of move goes from one square to another; it may still be illegal.
    pub(crate) fn complete(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let piece = self.piece_on(from)?;
        let captures = self.piece_on(to).is_some_and(|target| target.color() != piece.color());
        if let Some(promotion) = promotion {
            let kind = match (promotion, captures) {
                (PieceType::Knight, false) => MoveKind::PromoteKnight,
                (PieceType::Bishop, false) => MoveKind::PromoteBishop,
                (PieceType::Rook, false) => MoveKind::PromoteRook,
                (PieceType::Queen, false) => MoveKind::PromoteQueen,
                (PieceType::Knight, true) => MoveKind::CapturePromoteKnight,
                (PieceType::Bishop, true) => MoveKind::CapturePromoteBishop,
                (PieceType::Rook, true) => MoveKind::CapturePromoteRook,
                (PieceType::Queen, true) => MoveKind::CapturePromoteQueen,
                (PieceType::Pawn | PieceType::King, _) => return None,
            };
            return Some(Move::new(from, to, kind));
        }
        if piece.kind() == PieceType::King
            && let Some(rook) = self.castling_rook(from, to)
        {
            return Some(Move::new(from, rook, MoveKind::Castle));
        }
        let is_pawn = piece.kind() == PieceType::Pawn;
        let kind = match captures {
            true => MoveKind::Capture,
            false if is_pawn && self.en_passant() == Some(to) && from.file() != to.file() => {
                MoveKind::EnPassant
            }
            false if is_pawn && from.distance(to) == 2 => MoveKind::DoublePush,
            false => MoveKind::Quiet,
        };
        Some(Move::new(from, to, kind))
    }

    /// The rook of a king's move that may be castling: onto its own rook, or from the e-file to
    /// the c- or g-file, where no other king's move goes.
    fn castling_rook(&self, king: Square, to: Square) -> Option<Square> {
        let us = self.turn();
        let rights = self.castling();
        CastlingSide::ALL.into_iter().find_map(|side| {
            let rook = rights.rook_square(us, side)?;
            let standard = king.file() == File::E && to == side.king_target(us);
            (to == rook || standard).then_some(rook)
        })
    }
}

fn split(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => {
            Some(PieceType::from_char(letter).filter(|kind| PieceType::PROMOTIONS.contains(kind))?)
        }
    };
    rest.next().is_none().then_some((from, to, promotion))
}
