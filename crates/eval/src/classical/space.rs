//! Room in the center behind one's own pawns, where pieces can change sides.

use ferz_rules::{Bitboard, File, PieceType, Rank};

use super::score::TaperedScore;
use super::side::{Side, in_front, rank_for};
use super::survey::Survey;
use super::trace::{Tally, Trace};
use super::weights as w;

/// Files on which room counts.
const CENTER: Bitboard = Bitboard::from_bits(
    Bitboard::from_file(File::C).bits()
        | Bitboard::from_file(File::D).bits()
        | Bitboard::from_file(File::E).bits()
        | Bitboard::from_file(File::F).bits(),
);

/// Safe squares of the center on this player's side of the board.
#[inline(always)]
pub(super) fn space<S: Side, T: Trace>(
    survey: &Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let ranks = rank_for(S::US, Rank::Second)
        | rank_for(S::US, Rank::Third)
        | rank_for(S::US, Rank::Fourth);
    let pawns = survey.position.pieces(S::US, PieceType::Pawn);
    let safe = (CENTER & ranks) - pawns - survey.attacks(S::THEM, PieceType::Pawn);
    let behind = safe & in_front(S::THEM, pawns);
    tally.count::<S>(w::SPACE, safe.len() as i32)
        + tally.count::<S>(w::SPACE_BEHIND, behind.len() as i32)
}
