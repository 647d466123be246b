//! What each piece attacks from each square.
//!
//! Sliders have three implementations that agree on every square and occupancy: [`pext`] is used
//! where the build has BMI2, [`magic`] elsewhere, and [`slow`] is the definition of truth.

pub mod leapers;
pub mod lines;
pub mod magic;
pub mod pext;
pub mod slow;

#[cfg(not(target_feature = "bmi2"))]
use magic as fast;
#[cfg(target_feature = "bmi2")]
use pext as fast;

pub use leapers::{
    king_attacks, knight_attacks, knight_set_attacks, pawn_attacks, pawn_set_attacks,
};
pub use lines::{between, bishop_rays, line, rook_rays};

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::Square;

/// Which implementation answers for sliders in this build.
pub const SLIDER_METHOD: &str = if cfg!(target_feature = "bmi2") { "pext" } else { "magic" };

/// Squares attacked by a bishop when these squares are occupied.
///
/// ```
/// use ferz_rules::{attacks, bitboard, Bitboard, Square};
/// let occupied = Bitboard::from(Square::F5) | Square::B2.into();
/// assert_eq!(attacks::bishop_attacks(Square::D3, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
/// });
/// ```
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    fast::bishop_attacks(square, occupied)
}

/// Squares attacked by a rook when these squares are occupied.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    fast::rook_attacks(square, occupied)
}

/// Squares attacked by a queen when these squares are occupied.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Squares attacked by this piece when these squares are occupied.
#[inline]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Squares a pawn of this colour may be pushed to when these squares are occupied.
#[inline]
pub fn pawn_pushes(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let single = Bitboard::from(square).forward(color) - occupied;
    let from_start = Bitboard::from(color.double_push_behind_rank());
    single | ((single & from_start).forward(color) - occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slider's attack function.
    type Attacks = fn(Square, Bitboard) -> Bitboard;

    #[track_caller]
    fn check_all_occupancies(rook: bool, reference: Attacks, others: [Attacks; 2]) {
        let occupancies = if rook { slow::ROOK_OCCUPANCIES } else { slow::BISHOP_OCCUPANCIES };
        let mut checked = 0;
        for square in Square::ALL {
            let mask = slow::relevant_occupancy(square, rook);
            // Squares outside the mask must not matter: try each occupancy bare and with all of
            // them occupied.
            for occupied in mask.subsets().flat_map(|subset| [subset, subset | !mask]) {
                let expected = reference(square, occupied);
                for other in others {
                    assert_eq!(other(square, occupied), expected, "{square} {occupied:?}");
                }
                checked += 1;
            }
        }
        assert_eq!(checked, 2 * occupancies);
    }

    #[test]
    fn three_rook_methods_agree_on_every_occupancy() {
        check_all_occupancies(true, slow::rook_attacks, [magic::rook_attacks, pext::rook_attacks]);
    }

    #[test]
    fn three_bishop_methods_agree_on_every_occupancy() {
        let fast: [Attacks; 2] = [magic::bishop_attacks, pext::bishop_attacks];
        check_all_occupancies(false, slow::bishop_attacks, fast);
    }

    #[test]
    fn sets_of_leapers_attack_what_their_members_attack() {
        let members = Bitboard::from_bits(0x8142_2418_1824_4281);
        let knights = members.into_iter().fold(Bitboard::EMPTY, |all, s| all | knight_attacks(s));
        assert_eq!(knight_set_attacks(members), knights);
        for color in Color::ALL {
            let pawns =
                members.into_iter().fold(Bitboard::EMPTY, |all, s| all | pawn_attacks(color, s));
            assert_eq!(pawn_set_attacks(color, members), pawns);
        }
    }

    #[test]
    fn lines_hold_their_ends_and_the_squares_between() {
        for a in Square::ALL {
            for b in Square::ALL {
                let aligned = a != b && queen_attacks(a, Bitboard::EMPTY).contains(b);
                assert_eq!(!line(a, b).is_empty(), aligned);
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(between(a, b), between(b, a));
                if aligned {
                    assert_eq!(between(a, b).len() + 1, u32::from(a.distance(b)));
                    let ends = Bitboard::from(a) | b.into();
                    assert!((between(a, b) | ends).is_subset(line(a, b)));
                    assert!(between(a, b).is_disjoint(ends));
                } else {
                    assert!(between(a, b).is_empty());
                }
            }
        }
    }
}
