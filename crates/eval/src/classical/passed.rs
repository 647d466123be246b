//! What a passed pawn is worth beyond its rank: kings, blockers and the way ahead.
//!
//! Being passed depends on pawns alone and is found with them; this part sees the pieces.

use ferz_rules::{Bitboard, PieceType, Square};

use super::score::TaperedScore;
use super::side::{Side, in_front, relative_rank};
use super::survey::Survey;
use super::trace::{Tally, Trace};
use super::weights as w;

/// Pawns that have not yet crossed the middle are left to their rank.
const FIRST_RANK_WITH_DETAILS: usize = 3;

/// The details of one player's passed pawns.
#[inline(always)]
pub(super) fn passed<S: Side, T: Trace>(
    survey: &Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let mut score = TaperedScore::ZERO;
    for square in survey.pawns.passed[S::US] {
        if relative_rank(S::US, square) >= FIRST_RANK_WITH_DETAILS {
            score += details::<S, T>(survey, square, tally);
        }
        if is_unstoppable::<S>(survey, square) {
            score += tally.once::<S>(w::PASSED_UNSTOPPABLE);
        }
    }
    score
}

fn details<S: Side, T: Trace>(
    survey: &Survey<'_>,
    square: Square,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let position = survey.position;
    let here = Bitboard::from(square);
    let rank = relative_rank(S::US, square);
    let stop = here.forward(S::US);
    let path = in_front(S::US, here);
    let held = survey.attacked(S::THEM) | position.color(S::THEM);

    let mut score = TaperedScore::ZERO;
    if let Some(stop) = stop.first() {
        let own = position.king(S::US).distance(stop);
        let enemy = position.king(S::THEM).distance(stop);
        score += tally.once::<S>(w::PASSED_OWN_KING.at(own.into()));
        score += tally.once::<S>(w::PASSED_ENEMY_KING.at(enemy.into()));
    }
    let blocked = !stop.is_disjoint(position.color(S::THEM));
    score += tally.when::<S>(blocked, w::PASSED_BLOCKED.at(rank));
    let safe_step = stop.is_disjoint(held | position.color(S::US));
    score += tally.when::<S>(safe_step, w::PASSED_SAFE_STEP.at(rank));
    let safe_path = path.is_disjoint(held | position.color(S::US));
    score += tally.when::<S>(safe_path, w::PASSED_SAFE_PATH.at(rank));
    let defended = !here.is_disjoint(survey.attacks(S::US, PieceType::Pawn));
    score += tally.when::<S>(defended, w::PASSED_DEFENDED);
    let rook_behind = in_front(S::THEM, here) & position.pieces(S::US, PieceType::Rook);
    score + tally.when::<S>(!rook_behind.is_empty(), w::PASSED_ROOK_BEHIND)
}

/// The rule of the square: the enemy has only king and pawns, and the king comes too late.
fn is_unstoppable<S: Side>(survey: &Survey<'_>, square: Square) -> bool {
    let position = survey.position;
    let enemy = position.color(S::THEM);
    let kings_and_pawns = position.kind(PieceType::King) | position.kind(PieceType::Pawn);
    if !enemy.is_subset(kings_and_pawns) {
        return false;
    }
    let path = in_front(S::US, square.into());
    let queening = Square::new(square.file(), S::US.promotion_rank());
    // A pawn at home steps twice at once.
    let steps = (7 - relative_rank(S::US, square)).min(5);
    let late = usize::from(position.turn() == S::THEM);
    let distance = usize::from(position.king(S::THEM).distance(queening));
    path.is_disjoint(position.occupied()) && distance > steps + late
}
