//! Who attacks what: checkers, pins and attacked squares.

use crate::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, knight_set_attacks,
    pawn_attacks, pawn_set_attacks, rook_attacks, rook_rays,
};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::Square;

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
        let sliders = (bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (rook_attacks(square, occupied) & self.straight_sliders());
        !sliders.is_disjoint(self.color(by))
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
