//! Pieces that may be won: attacked by something cheaper, or attacked and not defended enough.

use ferz_rules::attacks::pawn_set_attacks;
use ferz_rules::{Bitboard, PieceType, Rank};

use super::score::TaperedScore;
use super::side::{Side, rank_for};
use super::survey::Survey;
use super::table::Row;
use super::trace::{Tally, Trace};
use super::weights as w;

/// One player's threats against the other.
#[inline(always)]
pub(super) fn threats<S: Side, T: Trace>(
    survey: &Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let position = survey.position;
    let enemies = position.color(S::THEM) - position.kind(PieceType::King);
    let pieces = enemies - position.kind(PieceType::Pawn);
    let held = survey.attacks(S::THEM, PieceType::Pawn)
        | (survey.attacked_twice(S::THEM) - survey.attacked_twice(S::US));
    let weak = (enemies & survey.attacked(S::US)) - held;

    let by_pawn = pieces & survey.attacks(S::US, PieceType::Pawn);
    let mut score = tally.count::<S>(w::THREAT_BY_PAWN, by_pawn.len() as i32);
    let minors =
        survey.attacks(S::US, PieceType::Knight) | survey.attacks(S::US, PieceType::Bishop);
    score += by_victim::<S, T>(survey, (pieces | weak) & minors, w::THREAT_BY_MINOR, tally);
    let rooks = survey.attacks(S::US, PieceType::Rook);
    score += by_victim::<S, T>(survey, weak & rooks, w::THREAT_BY_ROOK, tally);
    let by_king = weak & survey.attacks(S::US, PieceType::King);
    score += tally.count::<S>(w::THREAT_BY_KING, by_king.len() as i32);
    let hanging = weak - survey.attacked(S::THEM);
    score += tally.count::<S>(w::HANGING, hanging.len() as i32);
    score + pushes::<S, T>(survey, pieces, tally)
}

#[inline(always)]
fn by_victim<S: Side, T: Trace>(
    survey: &Survey<'_>,
    victims: Bitboard,
    weights: Row,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let mut score = TaperedScore::ZERO;
    for square in victims {
        if let Some(victim) = survey.position.piece_on(square) {
            score += tally.once::<S>(weights.at(victim.kind().index()));
        }
    }
    score
}

/// Pieces that a pawn's next step would attack, if the step is safe.
#[inline(always)]
fn pushes<S: Side, T: Trace>(
    survey: &Survey<'_>,
    pieces: Bitboard,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let position = survey.position;
    let empty = !position.occupied();
    let single = position.pieces(S::US, PieceType::Pawn).forward(S::US) & empty;
    let double = (single & rank_for(S::US, Rank::Third)).forward(S::US) & empty;
    let exposed = survey.attacked(S::THEM) - survey.attacked(S::US);
    let safe = (single | double) - survey.attacks(S::THEM, PieceType::Pawn) - exposed;
    // What a pawn attacks already is counted there.
    let attacked = pawn_set_attacks(S::US, safe) - survey.attacks(S::US, PieceType::Pawn);
    tally.count::<S>(w::THREAT_BY_PUSH, (attacked & pieces).len() as i32)
}
