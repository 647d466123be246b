//! Whether one given move is legal, for moves that come out of a hash table or a killer slot.

use crate::attacks::{
    between, bishop_attacks, line, pawn_attacks, pawn_pushes, piece_attacks, rook_attacks,
};
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::{Rank, Square};

impl Position {
    /// Whether the move is legal here, wherever it came from: exactly those of
    /// [`legal_moves`](Self::legal_moves) are.
    ///
    /// ```
    /// use ferz_rules::{Move, MoveKind, Position, Square};
    /// let position = Position::startpos();
    /// assert!(position.is_legal(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)));
    /// assert!(!position.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Whether the piece can make this move, be its own king left in check or not.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        let enemy_on_target = self.color(!us).contains(to);
        let target_is_empty = !self.occupied().contains(to);
        let reaches = |attacks: Bitboard| attacks.contains(to);

        if piece.kind() == PieceType::Pawn {
            let (second, last) = (Rank::Second.relative_to(us), us.promotion_rank());
            let attacks = pawn_attacks(us, from);
            let one_step = Bitboard::from(from).forward(us);
            return match mv.kind() {
                MoveKind::Quiet => reaches(one_step) && target_is_empty && to.rank() != last,
                MoveKind::DoublePush => {
                    from.rank() == second
                        && reaches(pawn_pushes(us, from, self.occupied()) - one_step)
                }
                MoveKind::Capture => reaches(attacks) && enemy_on_target && to.rank() != last,
                MoveKind::EnPassant => reaches(attacks) && self.en_passant() == Some(to),
                MoveKind::Castle => false,
                _ if mv.is_capture() => reaches(attacks) && enemy_on_target && to.rank() == last,
                _ => reaches(one_step) && target_is_empty && to.rank() == last,
            };
        }
        match mv.kind() {
            MoveKind::Quiet => {
                target_is_empty && reaches(piece_attacks(piece, from, self.occupied()))
            }
            MoveKind::Capture => {
                enemy_on_target && reaches(piece_attacks(piece, from, self.occupied()))
            }
            MoveKind::Castle => {
                piece.kind() == PieceType::King
                    && CastlingSide::ALL
                        .into_iter()
                        .any(|side| self.castling().rook_square(us, side) == Some(to))
                    && self.castling_path_is_clear(from, to)
            }
            _ => false,
        }
    }

    /// Whether a pseudo-legal move leaves its own king out of check.
    pub fn keeps_king_safe(&self, mv: Move) -> bool {
        let us = self.turn();
        let king = self.king(us);
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let king_to = CastlingSide::of_rook(king, to).king_target(us);
            let walk = between(king, king_to).with(king_to);
            return !self.in_check() && self.castling_is_safe(to, walk);
        }
        if from == king {
            return !self.is_attacked(to, !us, self.occupied().without(king));
        }
        if mv.kind() == MoveKind::EnPassant {
            return self.en_passant_is_safe(from, to);
        }
        if self.pinned().contains(from) && !line(king, from).contains(to) {
            return false;
        }
        match self.checkers().first() {
            None => true,
            Some(_) if self.checkers().has_many() => false,
            Some(checker) => between(king, checker).with(checker).contains(to),
        }
    }

    /// Whether some capture in passing is legal.
    pub fn has_legal_en_passant(&self) -> bool {
        let us = self.turn();
        self.en_passant().is_some_and(|target| {
            let takers = pawn_attacks(!us, target) & self.pieces(us, PieceType::Pawn);
            takers.into_iter().any(|from| self.en_passant_is_safe(from, target))
        })
    }

    /// Whether taking in passing leaves the king out of check. Two pawns leave the board's lines
    /// at once, which no pin mask foresees, so the lines are looked at anew.
    pub(crate) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let us = self.turn();
        let king = self.king(us);
        let victim = Bitboard::from(Square::from_low_bits(target as u32 ^ 8));
        let occupied = ((self.occupied() - victim).without(from)).with(target);
        let leapers = self.kind(PieceType::Pawn) | self.kind(PieceType::Knight);
        let other_checkers = self.checkers() & (leapers - victim);
        let sliders = (bishop_attacks(king, occupied) & self.diagonal_sliders())
            | (rook_attacks(king, occupied) & self.straight_sliders());
        other_checkers.is_empty() && sliders.is_disjoint(self.color(!us))
    }

    /// Whether nothing but the king and the rook themselves stands where either passes or lands.
    pub(crate) fn castling_path_is_clear(&self, king: Square, rook: Square) -> bool {
        let us = self.turn();
        let side = CastlingSide::of_rook(king, rook);
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let path = (between(king, king_to) | between(rook, rook_to)).with(king_to).with(rook_to);
        let others = self.occupied().without(king).without(rook);
        path.is_disjoint(others)
    }

    /// Whether none of the squares on the king's way is attacked; the king is not in check now.
    ///
    /// A pinned rook shields the king from a piece behind it on the back rank, and would do so
    /// no longer: that happens in Chess960 alone.
    pub(crate) fn castling_is_safe(&self, rook: Square, walk: Bitboard) -> bool {
        let them = !self.turn();
        !self.pinned().contains(rook)
            && walk.into_iter().all(|square| !self.is_attacked(square, them, self.occupied()))
    }
}
