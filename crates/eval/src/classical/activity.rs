//! How well single pieces stand: outposts, files, the seventh rank, and being shut in.

use ferz_rules::{Bitboard, Color, File, PieceType, Position, Rank, Square};

use super::score::TaperedScore;
use super::side::{Side, rank_for, relative_rank};
use super::survey::Survey;
use super::table::WeightIndex;
use super::trace::{Tally, Trace};
use super::weights as w;

/// Outposts, and the cover of a pawn in front.
#[inline(always)]
pub(super) fn minor<S: Side, T: Trace>(
    survey: &Survey<'_>,
    square: Square,
    outpost: WeightIndex,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let safe = survey.attacks(S::US, PieceType::Pawn) - survey.pawns.spans[S::THEM];
    let is_outpost = (safe & outpost_ranks(S::US)).contains(square);
    let pawns = survey.position.kind(PieceType::Pawn);
    let covered = !Bitboard::from(square).forward(S::US).is_disjoint(pawns);
    tally.when::<S>(is_outpost, outpost) + tally.when::<S>(covered, w::MINOR_BEHIND_PAWN)
}

fn outpost_ranks(color: Color) -> Bitboard {
    rank_for(color, Rank::Fourth) | rank_for(color, Rank::Fifth) | rank_for(color, Rank::Sixth)
}

/// Own pawns in a bishop's way, and enemy pawns that have shut it in.
#[inline(always)]
pub(super) fn bishop<S: Side, T: Trace>(
    position: &Position,
    square: Square,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let color = if square.is_dark() { Bitboard::DARK } else { Bitboard::LIGHT };
    let pawns = (position.pieces(S::US, PieceType::Pawn) & color).len() as i32;
    let jailer = jailer(square.relative_to(S::US)).map(|jailer| jailer.relative_to(S::US));
    let enemy_pawns = position.pieces(S::THEM, PieceType::Pawn);
    let trapped = jailer.is_some_and(|jailer| enemy_pawns.contains(jailer));
    tally.count::<S>(w::BISHOP_PAWNS, pawns) + tally.when::<S>(trapped, w::TRAPPED_BISHOP)
}

/// Where an enemy pawn bars the way back of a bishop on this square, as White sees it.
fn jailer(bishop: Square) -> Option<Square> {
    match bishop {
        Square::A7 | Square::B8 => Some(Square::B6),
        Square::H7 | Square::G8 => Some(Square::G6),
        Square::A6 => Some(Square::B5),
        Square::H6 => Some(Square::G5),
        _ => None,
    }
}

/// Files, the seventh rank, and a rook that its king keeps in the corner.
#[inline(always)]
pub(super) fn rook<S: Side, T: Trace>(
    position: &Position,
    square: Square,
    mobility: usize,
    tally: &mut Tally<'_, T>,
) -> TaperedScore {
    let file = Bitboard::from(square.file());
    let pawns = position.kind(PieceType::Pawn);
    let enemy_pawns = pawns & position.color(S::THEM);
    let mut score = TaperedScore::ZERO;
    if file.is_disjoint(pawns) {
        score += tally.once::<S>(w::ROOK_OPEN_FILE);
    } else if file.is_disjoint(pawns - enemy_pawns) {
        score += tally.once::<S>(w::ROOK_HALF_OPEN_FILE);
    } else if mobility <= TRAPPED_ROOK_MOBILITY {
        let trapped = is_shut_in_by_king::<S>(position, square);
        score += tally.when::<S>(trapped, w::TRAPPED_ROOK);
    }
    if rank_for(S::US, Rank::Seventh).contains(square) {
        let king_is_behind = relative_rank(S::US, position.king(S::THEM)) == 7;
        let prey = !(enemy_pawns & rank_for(S::US, Rank::Seventh)).is_empty();
        score += tally.when::<S>(king_is_behind || prey, w::ROOK_SEVENTH);
    }
    score
}

/// A rook with more squares than these is not trapped.
const TRAPPED_ROOK_MOBILITY: usize = 3;

/// The king stands on the back rank between the rook and the middle, and cannot castle any more.
fn is_shut_in_by_king<S: Side>(position: &Position, rook: Square) -> bool {
    let king = position.king(S::US);
    let (rook_file, king_file) = (rook.file(), king.file());
    let outside = match king_file {
        File::E | File::F | File::G | File::H => rook_file > king_file,
        File::A | File::B | File::C | File::D => rook_file < king_file,
    };
    outside
        && relative_rank(S::US, king) == 0
        && relative_rank(S::US, rook) <= 1
        && !position.castling().any(S::US)
}
