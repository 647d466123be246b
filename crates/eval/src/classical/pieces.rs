//! Knights, bishops, rooks and queens: placement, mobility and activity, and on the way the
//! survey of what they attack.

use ferz_rules::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use ferz_rules::{Bitboard, PieceType, Position, Square};

use super::activity;
use super::pawns::board_place;
use super::score::TaperedScore;
use super::side::Side;
use super::survey::Survey;
use super::table::Row;
use super::trace::{Tally, Trace};
use super::weights as w;

/// A kind of piece, known when the code is compiled.
trait Officer {
    const KIND: PieceType;
    const SQUARES: Row;
    const MOBILITY: Row;

    /// What it attacks, through own pieces that attack along the same line.
    fn attacks<S: Side>(position: &Position, square: Square) -> Bitboard;

    /// What is particular to the kind.
    fn activity<S: Side, T: Trace>(
        survey: &Survey<'_>,
        square: Square,
        mobility: usize,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore;
}

struct Knight;
struct Bishop;
struct Rook;
struct Queen;

impl Officer for Knight {
    const KIND: PieceType = PieceType::Knight;
    const SQUARES: Row = w::KNIGHT_SQUARES;
    const MOBILITY: Row = w::KNIGHT_MOBILITY;

    #[inline(always)]
    fn attacks<S: Side>(_: &Position, square: Square) -> Bitboard {
        knight_attacks(square)
    }

    #[inline(always)]
    fn activity<S: Side, T: Trace>(
        survey: &Survey<'_>,
        square: Square,
        _: usize,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore {
        activity::minor::<S, T>(survey, square, w::KNIGHT_OUTPOST, tally)
    }
}

impl Officer for Bishop {
    const KIND: PieceType = PieceType::Bishop;
    const SQUARES: Row = w::BISHOP_SQUARES;
    const MOBILITY: Row = w::BISHOP_MOBILITY;

    #[inline(always)]
    fn attacks<S: Side>(position: &Position, square: Square) -> Bitboard {
        bishop_attacks(square, position.occupied() - position.pieces(S::US, PieceType::Queen))
    }

    #[inline(always)]
    fn activity<S: Side, T: Trace>(
        survey: &Survey<'_>,
        square: Square,
        _: usize,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore {
        activity::minor::<S, T>(survey, square, w::BISHOP_OUTPOST, tally)
            + activity::bishop::<S, T>(survey.position, square, tally)
    }
}

impl Officer for Rook {
    const KIND: PieceType = PieceType::Rook;
    const SQUARES: Row = w::ROOK_SQUARES;
    const MOBILITY: Row = w::ROOK_MOBILITY;

    #[inline(always)]
    fn attacks<S: Side>(position: &Position, square: Square) -> Bitboard {
        let transparent = position.straight_sliders() & position.color(S::US);
        rook_attacks(square, position.occupied() - transparent)
    }

    #[inline(always)]
    fn activity<S: Side, T: Trace>(
        survey: &Survey<'_>,
        square: Square,
        mobility: usize,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore {
        activity::rook::<S, T>(survey.position, square, mobility, tally)
    }
}

impl Officer for Queen {
    const KIND: PieceType = PieceType::Queen;
    const SQUARES: Row = w::QUEEN_SQUARES;
    const MOBILITY: Row = w::QUEEN_MOBILITY;

    #[inline(always)]
    fn attacks<S: Side>(position: &Position, square: Square) -> Bitboard {
        queen_attacks(square, position.occupied())
    }

    #[inline(always)]
    fn activity<S: Side, T: Trace>(
        _: &Survey<'_>,
        _: Square,
        _: usize,
        _: &mut Tally<'_, T>,
    ) -> TaperedScore {
        TaperedScore::ZERO
    }
}

/// Everything about one player's pieces that needs no look at the other's pieces.
#[inline(always)]
pub(super) fn pieces<S: Side, T: Trace>(
    survey: &mut Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let mut score = each::<Knight, S, T>(survey, tally);
    score += each::<Bishop, S, T>(survey, tally);
    score += each::<Rook, S, T>(survey, tally);
    score += each::<Queen, S, T>(survey, tally);
    let king = survey.position.king(S::US);
    score += tally.once::<S>(w::KING_SQUARES.at(board_place::<S>(king)));
    score + bishop_pair::<S, T>(survey.position, tally)
}

#[inline(always)]
fn each<O: Officer, S: Side, T: Trace>(
    survey: &mut Survey<'_>,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let mut score = TaperedScore::ZERO;
    for square in survey.position.pieces(S::US, O::KIND) {
        let attacks = O::attacks::<S>(survey.position, square);
        survey.add::<S>(O::KIND, attacks);
        let mobility = (attacks & survey.area[S::US]).len() as usize;
        score += tally.once::<S>(w::PIECE_VALUE.at(O::KIND.index()));
        score += tally.once::<S>(O::SQUARES.at(board_place::<S>(square)));
        score += tally.once::<S>(O::MOBILITY.at(mobility));
        score += O::activity::<S, T>(survey, square, mobility, tally);
        let hits = (attacks & survey.ring[S::THEM]).len() as i32;
        if hits > 0 {
            let attacker = O::KIND.index() - PieceType::Knight.index();
            let danger = tally.once::<S::Them>(w::DANGER_ATTACKER.at(attacker))
                + tally.count::<S::Them>(w::DANGER_RING, hits);
            survey.danger[S::THEM] += danger;
            survey.attackers[S::US] += 1;
        }
    }
    score
}

#[inline(always)]
fn bishop_pair<S: Side, T: Trace>(position: &Position, tally: &mut Tally<'_, T>) -> TaperedScore {
    let bishops = position.pieces(S::US, PieceType::Bishop);
    let both = !bishops.is_disjoint(Bitboard::DARK) && !bishops.is_disjoint(Bitboard::LIGHT);
    tally.when::<S>(both, w::BISHOP_PAIR)
}
