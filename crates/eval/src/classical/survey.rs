//! What both players attack, found once and shared by every term.

use ferz_rules::attacks::{king_attacks, pawn_set_attacks};
use ferz_rules::{Bitboard, ByColor, Color, PieceType, Position, Square};

use super::pawns::PawnEntry;
use super::score::TaperedScore;
use super::side::Side;

/// A position with what its terms ask for again and again.
///
/// Pawns and kings are surveyed from the start; the other pieces when
/// [`pieces`](super::pieces::pieces) has looked at them.
pub(super) struct Survey<'a> {
    pub(super) position: &'a Position,
    pub(super) pawns: &'a PawnEntry,
    by_kind: ByColor<[Bitboard; PieceType::COUNT]>,
    all: ByColor<Bitboard>,
    twice: ByColor<Bitboard>,
    /// Where a piece counts its mobility.
    pub(super) area: ByColor<Bitboard>,
    /// The squares around each player's king.
    pub(super) ring: ByColor<Bitboard>,
    /// Units of danger to each player's king from the pieces seen so far.
    pub(super) danger: ByColor<TaperedScore>,
    /// How many of each player's pieces attack the squares around the other's king.
    pub(super) attackers: ByColor<u32>,
}

impl<'a> Survey<'a> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, pawns: &'a PawnEntry) -> Self {
        let mut survey = Self {
            position,
            pawns,
            by_kind: ByColor::default(),
            all: ByColor::default(),
            twice: ByColor::default(),
            area: ByColor::default(),
            ring: ByColor::default(),
            danger: ByColor::default(),
            attackers: ByColor::default(),
        };
        for color in Color::ALL {
            survey.start(color);
        }
        survey
    }

    #[inline(always)]
    fn start(&mut self, us: Color) {
        let position = self.position;
        let pawns = position.pieces(us, PieceType::Pawn);
        let king = position.king(us);
        let from_pawns = pawn_set_attacks(us, pawns);
        let from_king = king_attacks(king);
        self.by_kind[us][PieceType::Pawn.index()] = from_pawns;
        self.by_kind[us][PieceType::King.index()] = from_king;
        self.all[us] = from_pawns | from_king;
        self.twice[us] = from_pawns & from_king;
        self.ring[us] = ring(king);
        let enemy_pawns = position.pieces(!us, PieceType::Pawn);
        self.area[us] = !(pawns | king.into() | pawn_set_attacks(!us, enemy_pawns));
    }

    /// Adds what one piece attacks.
    #[inline(always)]
    pub(super) fn add<S: Side>(&mut self, kind: PieceType, attacks: Bitboard) {
        self.by_kind[S::US][kind.index()] |= attacks;
        self.twice[S::US] |= self.all[S::US] & attacks;
        self.all[S::US] |= attacks;
    }

    /// What this player's pieces of one kind attack.
    #[inline(always)]
    pub(super) fn attacks(&self, color: Color, kind: PieceType) -> Bitboard {
        self.by_kind[color][kind.index()]
    }

    /// What this player attacks at all.
    #[inline(always)]
    pub(super) fn attacked(&self, color: Color) -> Bitboard {
        self.all[color]
    }

    /// What two or more of this player's pieces attack.
    #[inline(always)]
    pub(super) fn attacked_twice(&self, color: Color) -> Bitboard {
        self.twice[color]
    }
}

/// Three by three squares around the king, pushed inwards at the edge: a king in the corner is
/// no safer for having fewer neighbors.
#[inline(always)]
fn ring(king: Square) -> Bitboard {
    let (file, rank) = (king.index() % 8, king.index() / 8);
    let (file, rank) = (file.clamp(1, 6), rank.clamp(1, 6));
    Bitboard::from_bits(0x07_07_07 << (8 * (rank - 1) + file - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_always_has_nine_squares_and_the_king_in_it() {
        for king in Square::ALL {
            assert_eq!(ring(king).len(), 9);
            assert!(ring(king).contains(king));
        }
        assert_eq!(ring(Square::A1), ring(Square::B2));
        assert_eq!(ring(Square::E4), king_attacks(Square::E4).with(Square::E4));
    }
}
