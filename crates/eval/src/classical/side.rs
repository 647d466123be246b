//! The players as types: a term is written once and compiled for each of them.

use ferz_rules::{Bitboard, Color, Rank, Square};

/// One of the players, known when the code is compiled.
pub(super) trait Side {
    const US: Color;
    const THEM: Color;
    type Them: Side<Them = Self>;
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    type Them = Black;
}

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    type Them = White;
}

/// 0 on this player's back rank up to 7 on the promotion rank.
#[inline(always)]
pub(super) const fn relative_rank(color: Color, square: Square) -> usize {
    square.relative_to(color).rank().index()
}

/// The rank that this player counts as `rank`.
#[inline(always)]
pub(super) const fn rank_for(color: Color, rank: Rank) -> Bitboard {
    let ranks = Bitboard::from_rank(rank);
    match color {
        Color::White => ranks,
        Color::Black => ranks.flip(),
    }
}

/// The squares and everything in front of them as this player looks.
#[inline(always)]
pub(super) const fn fill_forward(color: Color, set: Bitboard) -> Bitboard {
    let mut bits = set.bits();
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard::from_bits(bits)
}

/// What lies in front of the squares as this player looks, without the squares themselves.
#[inline(always)]
pub(super) const fn in_front(color: Color, set: Bitboard) -> Bitboard {
    fill_forward(color, set.forward(color))
}

/// The squares beside these.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_look_the_same_from_both_sides() {
        for square in Square::ALL {
            let white = in_front(Color::White, square.into());
            let black = in_front(Color::Black, square.flip().into());
            assert_eq!(white.flip(), black);
            assert_eq!(white.len() as usize, 7 - relative_rank(Color::White, square));
        }
    }

    #[test]
    fn ranks_are_counted_from_the_owner() {
        assert_eq!(relative_rank(Color::Black, Square::E7), 1);
        assert_eq!(rank_for(Color::Black, Rank::Second), Rank::Seventh.into());
    }
}
