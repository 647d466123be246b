//! Who attacks what: checkers, pins and attacked squares.

use crate::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, knight_set_attacks, line,
    pawn_attacks, pawn_set_attacks, piece_attacks, rook_attacks, rook_rays,
};
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::position::play::en_passant_victim;
use crate::square::Square;

/// From where the enemy king can be checked; see [`Position::checks`].
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// The squares from which each kind of piece checks.
    from: [Bitboard; PieceType::COUNT],
    /// Pieces that give check by leaving their line.
    discoverers: Bitboard,
}

impl Checks {
    /// Whether a legal move of the position that this was made for gives check.
    #[inline]
    pub fn given_by(&self, position: &Position, mv: Move) -> bool {
        if mv.is_promotion() || mv.is_castle() || mv.kind() == MoveKind::EnPassant {
            return position.gives_check(mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = position.piece_on(from) else { return false };
        self.from[piece.kind().index()].contains(to)
            || (self.discoverers.contains(from) && !line(self.king, from).contains(to))
    }
}

impl Position {
    /// The pieces of both players that attack the square when these squares are occupied.
    ///
    /// ```
    /// use ferz_rules::{Position, Square};
    /// let position = Position::startpos();
    /// let attackers = position.attackers_to(Square::F3, position.occupied());
    /// assert_eq!(attackers.len(), 3); // the pawns e2 and g2, the knight g1
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = self.kind(PieceType::Pawn);
        (pawn_attacks(Color::Black, square) & pawns & self.color(Color::White))
            | (pawn_attacks(Color::White, square) & pawns & self.color(Color::Black))
            | (knight_attacks(square) & self.kind(PieceType::Knight))
            | (king_attacks(square) & self.kind(PieceType::King))
            | (bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (rook_attacks(square, occupied) & self.straight_sliders())
    }

    /// Whether a piece of this player attacks the square when these squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let theirs = self.color(by);
        let leapers = (pawn_attacks(!by, square) & self.kind(PieceType::Pawn))
            | (knight_attacks(square) & self.kind(PieceType::Knight))
            | (king_attacks(square) & self.kind(PieceType::King));
        !leapers.is_disjoint(theirs) || self.is_attacked_by_slider(square, by, occupied)
    }

    /// Whether a bishop, rook or queen of this player attacks the square.
    #[inline(always)]
    pub(crate) fn is_attacked_by_slider(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> bool {
        self.sliders_reach(square, occupied, self.color(by))
    }

    /// Every square that some piece of this player attacks.
    ///
    /// The other king does not block: it cannot hide behind itself.
    pub fn attacked_squares(&self, by: Color) -> Bitboard {
        let occupied = self.occupied() - self.pieces(!by, PieceType::King);
        let mut attacked = pawn_set_attacks(by, self.pieces(by, PieceType::Pawn))
            | knight_set_attacks(self.pieces(by, PieceType::Knight))
            | king_attacks(self.king(by));
        for square in self.diagonal_sliders() & self.color(by) {
            attacked |= bishop_attacks(square, occupied);
        }
        for square in self.straight_sliders() & self.color(by) {
            attacked |= rook_attacks(square, occupied);
        }
        attacked
    }

    /// For each kind of piece, the squares on which cheaper pieces of this player attack it: pawns
    /// attack every other piece but the king, minor pieces rooks and queens, rooks queens.
    ///
    /// ```
    /// use ferz_rules::{Color, PieceType, Position, Square};
    /// let position: Position = "4k3/8/3p4/8/8/8/8/1r2K3 w - - 0 1".parse()?;
    /// let attacked = position.attacked_by_cheaper(Color::Black);
    /// assert!(attacked[PieceType::Knight.index()].contains(Square::E5)); // by the pawn
    /// assert!(attacked[PieceType::Queen.index()].contains(Square::B7)); // by the rook
    /// assert!(!attacked[PieceType::Rook.index()].contains(Square::B7));
    /// # Ok::<(), ferz_rules::FenError>(())
    /// ```
    pub fn attacked_by_cheaper(&self, by: Color) -> [Bitboard; PieceType::COUNT] {
        let occupied = self.occupied();
        let by_pawns = pawn_set_attacks(by, self.pieces(by, PieceType::Pawn));
        let mut by_minors = by_pawns | knight_set_attacks(self.pieces(by, PieceType::Knight));
        for square in self.pieces(by, PieceType::Bishop) {
            by_minors |= bishop_attacks(square, occupied);
        }
        let mut by_rooks = by_minors;
        for square in self.pieces(by, PieceType::Rook) {
            by_rooks |= rook_attacks(square, occupied);
        }
        [Bitboard::EMPTY, by_pawns, by_pawns, by_minors, by_rooks, Bitboard::EMPTY]
    }

    /// Whether a legal move gives check, without playing it.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4N3/R3K3 w Q - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_san("Ra8+")?));
    /// assert!(!position.gives_check(position.parse_san("O-O-O")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.turn;
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let side = CastlingSide::of_rook(from, to);
            let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
            let leave = Bitboard::from(from) | to.into();
            let occupied = (self.occupied() - leave).with(king_to).with(rook_to);
            return rook_attacks(rook_to, occupied).contains(king)
                || self.sliders_reach(king, occupied, self.color(us) - leave);
        }
        let Some(piece) = self.piece_on(from) else { return false };
        let arrived = mv.promotion().map_or(piece, |kind| Piece::new(us, kind));
        let mut occupied = self.occupied().without(from).with(to);
        if piece_attacks(arrived, to, occupied).contains(king) {
            return true;
        }
        let takes_in_passing = mv.kind() == MoveKind::EnPassant;
        if takes_in_passing {
            occupied = occupied.without(en_passant_victim(to));
        }
        // Most moves start on no line to the king and uncover nothing.
        let may_uncover = (bishop_rays(king) | rook_rays(king)).contains(from) || takes_in_passing;
        may_uncover && self.sliders_reach(king, occupied, self.color(us).without(from))
    }

    /// From where the enemy king can be checked, for those who ask about many moves.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let position = Position::startpos();
    /// let checks = position.checks();
    /// assert!(position.legal_moves().iter().all(|mv| !checks.given_by(&position, *mv)));
    /// ```
    pub fn checks(&self) -> Checks {
        let us = self.turn;
        let king = self.king(!us);
        let occupied = self.occupied();
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut discoverers = Bitboard::EMPTY;
        for slider in self.sliders_aiming_at(king) & self.color(us) {
            let blockers = between(king, slider) & occupied;
            if !blockers.has_many() {
                discoverers |= blockers & self.color(us);
            }
        }
        let from = [
            pawn_attacks(!us, king),
            knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        Checks { king, from, discoverers }
    }

    /// Whether one of these sliders attacks the square when these squares are occupied.
    #[inline(always)]
    fn sliders_reach(&self, square: Square, occupied: Bitboard, sliders: Bitboard) -> bool {
        let attackers = (bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (rook_attacks(square, occupied) & self.straight_sliders());
        !attackers.is_disjoint(sliders)
    }

    /// Finds checkers and pins anew for the player to move.
    #[inline(always)]
    pub(super) fn refresh_checks(&mut self) {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let theirs = self.color(them);
        let occupied = self.occupied();

        let mut checkers = (knight_attacks(king) & self.kind(PieceType::Knight))
            | (pawn_attacks(us, king) & self.kind(PieceType::Pawn));
        checkers &= theirs;
        let mut pinned = Bitboard::EMPTY;
        for slider in self.sliders_aiming_at(king) & theirs {
            let blockers = between(king, slider) & occupied;
            if blockers.is_empty() {
                checkers |= slider.into();
            } else if !blockers.has_many() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.color(us);
    }

    /// Sliders of both players that would attack the square on an otherwise empty board.
    #[inline(always)]
    fn sliders_aiming_at(&self, square: Square) -> Bitboard {
        (bishop_rays(square) & self.diagonal_sliders())
            | (rook_rays(square) & self.straight_sliders())
    }
}
