//! The king's safety: the pawns before it, and the pieces that gather around it.
//!
//! Shelter and storm are plain sums. Danger is not: one attacker is nothing and three are often
//! mate, so units of danger are added up and a curve makes a score of them.

use ferz_rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use ferz_rules::{Bitboard, Color, File, PieceType};

use super::score::TaperedScore;
use super::side::{Side, fill_forward, relative_rank};
use super::survey::Survey;
use super::trace::{Tally, Trace};
use super::weights as w;

/// Pawns before the king, and the enemy's that come at it, on its own file and beside it.
#[inline(always)]
pub(super) fn shelter<S: Side, T: Trace>(
    survey: &Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let position = survey.position;
    let king = position.king(S::US);
    let ahead = fill_forward(S::US, king.rank().into());
    let ours = position.pieces(S::US, PieceType::Pawn) & ahead;
    let theirs = position.pieces(S::THEM, PieceType::Pawn) & ahead;
    let center = king.file().index().clamp(1, 6);
    let mut score = TaperedScore::ZERO;
    for index in center - 1..=center + 1 {
        let file = File::from_index(index).expect("within one of b to g");
        let our_rank = nearest_rank::<S>(ours & file.into());
        let their_rank = nearest_rank::<S>(theirs & file.into());
        let shelter = if file == king.file() { w::SHELTER_KING_FILE } else { w::SHELTER_BESIDE };
        let blocked = our_rank > 0 && their_rank == our_rank + 1;
        let storm = if blocked { w::STORM_BLOCKED } else { w::STORM };
        score += tally.once::<S>(shelter.at(our_rank));
        score += tally.once::<S>(storm.at(their_rank));
    }
    score
}

/// The rank, as this player counts, of the pawn nearest to this player's side; 0 if there is none.
#[inline(always)]
fn nearest_rank<S: Side>(pawns: Bitboard) -> usize {
    let nearest = match S::US {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, |square| relative_rank(S::US, square))
}

/// What the attack on this player's king costs.
#[inline(always)]
pub(super) fn danger<S: Side, T: Trace>(
    survey: &Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    if survey.attackers[S::THEM] == 0 {
        return TaperedScore::ZERO;
    }
    let position = survey.position;
    let mut units = survey.danger[S::US] + tally.once::<S>(w::DANGER_BASE);
    let queens = position.pieces(S::THEM, PieceType::Queen);
    units += tally.when::<S>(queens.is_empty(), w::DANGER_NO_QUEEN);
    let weak = weak_squares::<S>(survey);
    let weak_ring = (weak & survey.ring[S::US]).len() as i32;
    units += tally.count::<S>(w::DANGER_WEAK_RING, weak_ring);
    units += checks::<S, T>(survey, weak, tally);
    let score = -king_curve(units);
    tally.danger::<S>(units, score);
    score
}

/// Squares that the enemy attacks and that only this player's king or queen defends, once.
#[inline(always)]
fn weak_squares<S: Side>(survey: &Survey<'_>) -> Bitboard {
    let last_resort =
        survey.attacks(S::US, PieceType::King) | survey.attacks(S::US, PieceType::Queen);
    let undefended = !survey.attacked(S::US) | last_resort;
    (survey.attacked(S::THEM) & undefended) - survey.attacked_twice(S::US)
}

/// Checks that the enemy can give without losing the piece at once.
#[inline(always)]
fn checks<S: Side, T: Trace>(
    survey: &Survey<'_>,
    weak: Bitboard,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let position = survey.position;
    let king = position.king(S::US);
    let supported = weak & survey.attacked_twice(S::THEM);
    let safe = (!survey.attacked(S::US) | supported) - position.color(S::THEM);
    // Our own queen is looked through: as a shield against a check it would only be lost.
    let occupied = position.occupied() - position.pieces(S::US, PieceType::Queen);
    let straight = rook_attacks(king, occupied) & safe;
    let diagonal = bishop_attacks(king, occupied) & safe;
    let from = |kind| survey.attacks(S::THEM, kind);
    let squares = [
        knight_attacks(king) & safe & from(PieceType::Knight),
        diagonal & from(PieceType::Bishop),
        straight & from(PieceType::Rook),
        (straight | diagonal) & from(PieceType::Queen),
    ];
    let mut units = TaperedScore::ZERO;
    for (kind, squares) in squares.into_iter().enumerate() {
        let count = i32::from(!squares.is_empty()) + i32::from(squares.has_many());
        units += tally.count::<S>(w::DANGER_SAFE_CHECK.at(kind), count);
    }
    units
}

/// What units of danger cost: their square in the middle game, a little in the endgame.
///
/// A tuner needs the slope too: `2 * units / 800` and `1 / 16` wherever the units are within
/// 0 and 1200.
pub const fn king_curve(units: TaperedScore) -> TaperedScore {
    let (mg, eg) = (within(units.mg()), within(units.eg()));
    TaperedScore::new(mg * mg / 800, eg / 16)
}

const fn within(units: i32) -> i32 {
    if units < 0 {
        0
    } else if units > 1200 {
        1200
    } else {
        units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_is_flat_then_steep_then_ends() {
        let cost = |units| king_curve(TaperedScore::new(units, units));
        assert_eq!(cost(-300), TaperedScore::ZERO);
        assert!(cost(100).mg() < 15);
        assert!(cost(400).mg() == 200 && cost(400).eg() == 25);
        assert_eq!(cost(5000), cost(1200));
    }
}
