//! Pawn structure: everything that depends on the pawns alone, and so can be remembered.

use ferz_rules::attacks::{pawn_attacks, pawn_set_attacks};
use ferz_rules::{Bitboard, ByColor, Key, PieceType, Position, Square};

use super::score::TaperedScore;
use super::side::{Black, Side, White, beside, fill_forward, in_front, relative_rank};
use super::trace::{Tally, Trace};
use super::weights as w;

/// What is known of one arrangement of pawns.
///
/// The default is right for a board without pawns, whose key is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PawnEntry {
    pub(super) key: Key,
    /// Material, placement and structure, White's minus Black's.
    pub(super) score: TaperedScore,
    /// Pawns that no enemy pawn can stop or take on their way.
    pub(super) passed: ByColor<Bitboard>,
    /// Squares that a player's pawns attack or may come to attack.
    pub(super) spans: ByColor<Bitboard>,
}

impl PawnEntry {
    pub(super) fn new<T: Trace>(position: &Position, tally: &mut Tally<'_, T>) -> Self {
        let mut entry = Self { key: position.pawn_key(), ..Self::default() };
        let white = entry.side::<White, T>(position, tally);
        let black = entry.side::<Black, T>(position, tally);
        entry.score = white - black;
        entry
    }

    fn side<S: Side, T: Trace>(
        &mut self,
        position: &Position,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore {
        let pawns = Pawns {
            ours: position.pieces(S::US, PieceType::Pawn),
            theirs: position.pieces(S::THEM, PieceType::Pawn),
        };
        self.spans[S::US] = fill_forward(S::US, pawn_set_attacks(S::US, pawns.ours));
        let mut score = TaperedScore::ZERO;
        for square in pawns.ours {
            score += tally.once::<S>(w::PIECE_VALUE.at(PieceType::Pawn.index()));
            score += tally.once::<S>(w::PAWN_SQUARES.at(board_place::<S>(square)));
            score += pawns.structure::<S, T>(square, tally);
            if pawns.is_passed::<S>(square) {
                self.passed[S::US] |= square.into();
                score += tally.once::<S>(w::PASSED.at(relative_rank(S::US, square)));
            }
        }
        score
    }
}

/// The place in a drawn board: the picture starts at a8 as the owner sees it.
#[inline(always)]
pub(super) fn board_place<S: Side>(square: Square) -> usize {
    square.relative_to(S::THEM).index()
}

#[derive(Clone, Copy)]
struct Pawns {
    ours: Bitboard,
    theirs: Bitboard,
}

impl Pawns {
    fn structure<S: Side, T: Trace>(
        self,
        square: Square,
        tally: &mut Tally<'_, T>,
    ) -> TaperedScore {
        let here = Bitboard::from(square);
        let rank = relative_rank(S::US, square);
        let front = in_front(S::US, here);
        let open = front.is_disjoint(self.theirs);
        let mut score = tally.when::<S>(!front.is_disjoint(self.ours), w::DOUBLED);
        if self.is_isolated(square) {
            score += tally.once::<S>(w::ISOLATED) + tally.when::<S>(open, w::ISOLATED_OPEN);
        } else if self.is_backward::<S>(square) {
            score += tally.once::<S>(w::BACKWARD) + tally.when::<S>(open, w::BACKWARD_OPEN);
        }
        let defended = !pawn_attacks(S::THEM, square).is_disjoint(self.ours);
        let phalanx = !beside(here).is_disjoint(self.ours);
        score += tally.when::<S>(defended, w::CONNECTED.at(rank));
        score + tally.when::<S>(phalanx, w::PHALANX.at(rank))
    }

    fn is_isolated(self, square: Square) -> bool {
        beside(square.file().into()).is_disjoint(self.ours)
    }

    /// No neighbor beside or behind it can ever defend it, and its next step leads into the
    /// attack of a pawn or onto one.
    fn is_backward<S: Side>(self, square: Square) -> bool {
        let here = Bitboard::from(square);
        let supporters = beside(fill_forward(S::THEM, here));
        let stop = here.forward(S::US);
        let stop_is_held = pawn_set_attacks(S::THEM, self.theirs) | self.theirs;
        supporters.is_disjoint(self.ours) && !stop.is_disjoint(stop_is_held)
    }

    /// No enemy pawn before it or on the files beside its way, and no own pawn before it: of
    /// two doubled pawns only the first is passed.
    fn is_passed<S: Side>(self, square: Square) -> bool {
        let front = in_front(S::US, square.into());
        (front | beside(front)).is_disjoint(self.theirs) && front.is_disjoint(self.ours)
    }
}
