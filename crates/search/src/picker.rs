//! The order in which a node tries its moves, one stage at a time, so that a cutoff by the first
//! spares the generation of the rest.

use arrayvec::ArrayVec;
use ferz_rules::{Bitboard, Checks, Move, MoveFilter, MoveList, Piece, PieceType, Position};

use crate::feature::{Feature, Features};
use crate::history::{Entry, Histories, PIECE_TOS, PieceTo, continuation_scales};
use crate::params as p;
use crate::see::{gain, see_at_least};

/// What the picker is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Every move.
    All,
    /// Captures and promotions that win something.
    Winning {
        /// What the exchange must win at least.
        threshold: i32,
    },
}

/// What the node knows that helps to order its moves.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) tt_move: Option<Move>,
    pub(crate) killer: Option<Move>,
    pub(crate) counter: Option<Move>,
    /// Squares that the enemy attacks.
    pub(crate) threats: Bitboard,
    /// The moves one, two and four plies ago.
    pub(crate) earlier: [Option<PieceTo>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    Counter,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which quiet moves are still wanted.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    All,
    Checks(Checks),
    None,
}

/// A move's place in the order: its score above, below it its index, so that the best of many is
/// a plain maximum that the compiler turns into vector instructions. Of equals the first is best.
type Rank = i32;

/// The rank of a move that has been handed out.
const TAKEN: Rank = Rank::MIN;
/// Taken off the rank of a capture that loses material, so that it comes after all others.
const BAD: Rank = 1 << 30;
/// What a check may lose in exchanges and still come first among quiet moves: less than a pawn.
const CHECK_LOSS: i32 = 75;
/// The bits of a rank that hold the index.
const INDEX_BITS: u32 = 8;
const INDEX_MASK: Rank = (1 << INDEX_BITS) - 1;

const _: () = assert!(MoveList::CAPACITY == 1 << INDEX_BITS);

pub(crate) struct MovePicker {
    hints: Hints,
    purpose: Purpose,
    stage: Stage,
    /// Captures and promotions, then quiet moves.
    moves: MoveList,
    /// One for each move, from when it is put in its place on.
    ranks: ArrayVec<Rank, { MoveList::CAPACITY }>,
    /// How many of the moves are captures and promotions.
    noisy: usize,
    /// The next quiet move to look at when only checks are wanted.
    next: usize,
    wanted: Wanted,
    /// The score of the quiet move that came last.
    score: Option<i32>,
}

impl MovePicker {
    pub(crate) fn new(hints: Hints, purpose: Purpose) -> Self {
        Self {
            hints,
            purpose,
            stage: Stage::TtMove,
            moves: MoveList::new(),
            ranks: ArrayVec::new_const(),
            noisy: 0,
            next: 0,
            wanted: Wanted::All,
            score: None,
        }
    }

    /// Leaves out the quiet moves that have not come yet.
    pub(crate) fn skip_quiets(&mut self) {
        self.wanted = Wanted::None;
    }

    /// Leaves out the quiet moves that have not come yet and give no check, and all of them if none
    /// has been made.
    pub(crate) fn skip_quiets_without_check(&mut self, checks: Checks) {
        self.wanted = Wanted::Checks(checks);
    }

    /// Whether the last move came from the captures that lose material.
    pub(crate) fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The history of the last move, if it is a quiet move that was put in its place by it.
    pub(crate) fn history(&self) -> Option<i32> {
        self.score.filter(|_| self.stage == Stage::Quiet)
    }

    /// The next move, if there is one left.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        features: Features,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.tt_move {
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories, features);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good_noisy(position) {
                        return Some(mv);
                    }
                    self.stage =
                        if self.purpose == Purpose::All { Stage::Killer } else { Stage::Done };
                }
                Stage::Killer => {
                    self.stage = Stage::Counter;
                    let killer = self.hints.killer.filter(|mv| self.is_fresh_quiet(position, *mv));
                    if killer.is_some() {
                        return killer;
                    }
                    self.hints.killer = None;
                }
                Stage::Counter => {
                    self.stage = Stage::GenerateQuiet;
                    let counter = self.hints.counter.filter(|mv| {
                        self.hints.killer != Some(*mv) && self.is_fresh_quiet(position, *mv)
                    });
                    self.hints.counter = counter;
                    if counter.is_some() {
                        return counter;
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiets(position, histories, features);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let quiet = match self.wanted {
                        Wanted::All => self.next_quiet(),
                        Wanted::Checks(checks) => self.next_check(position, &checks),
                        Wanted::None => None,
                    };
                    if quiet.is_some() {
                        return quiet;
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let (index, _) = self.best_of(0, self.noisy)?;
                    self.ranks[index] = TAKEN;
                    return Some(self.moves[index]);
                }
                Stage::Done => return None,
            }
        }
    }

    // Out of line: inside the loop above, their set-up would be paid for every move.
    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, histories: &Histories, features: Features) {
        position.generate_legal(MoveFilter::Noisy, &mut self.moves);
        self.noisy = self.moves.len();
        self.score_noisy(position, histories, features);
    }

    #[inline(never)]
    fn generate_quiets(&mut self, position: &Position, histories: &Histories, features: Features) {
        self.next = self.noisy;
        // A node that gives up late moves before its quiet ones are made does without their checks:
        // to make them for those alone showed no gain (docs/experiments/003).
        if matches!(self.wanted, Wanted::All) {
            position.generate_legal(MoveFilter::Quiet, &mut self.moves);
            self.score_quiets(position, histories, features);
        }
    }

    #[inline(always)]
    fn next_good_noisy(&mut self, position: &Position) -> Option<Move> {
        loop {
            let (index, rank) = self.best_of(0, self.noisy)?;
            if rank < -BAD / 2 {
                return None; // Only captures that lose material are left.
            }
            let mv = self.moves[index];
            if self.hints.tt_move == Some(mv) {
                self.ranks[index] = TAKEN;
            } else if self.is_good(position, mv, rank >> INDEX_BITS) {
                self.ranks[index] = TAKEN;
                return Some(mv);
            } else {
                self.ranks[index] = rank - BAD;
            }
        }
    }

    #[inline(always)]
    fn next_quiet(&mut self) -> Option<Move> {
        loop {
            let (index, rank) = self.best_of(self.noisy, self.moves.len())?;
            self.ranks[index] = TAKEN;
            let mv = self.moves[index];
            if !self.was_tried(mv) {
                self.score = Some(rank >> INDEX_BITS);
                return Some(mv);
            }
        }
    }

    /// Goes through the quiet moves that are left, in no order.
    fn next_check(&mut self, position: &Position, checks: &Checks) -> Option<Move> {
        self.score = None;
        while let Some(mv) = self.moves.get(self.next).copied() {
            let is_left = self.ranks[self.next] != TAKEN;
            self.next += 1;
            if is_left && !self.was_tried(mv) && checks.given_by(position, mv) {
                return Some(mv);
            }
        }
        None
    }

    fn was_tried(&self, mv: Move) -> bool {
        [self.hints.tt_move, self.hints.killer, self.hints.counter].contains(&Some(mv))
    }

    fn is_fresh_quiet(&self, position: &Position, mv: Move) -> bool {
        matches!(self.wanted, Wanted::All)
            && self.hints.tt_move != Some(mv)
            && !mv.is_noisy()
            && position.is_legal(mv)
    }

    fn is_good(&self, position: &Position, mv: Move, score: i32) -> bool {
        match self.purpose {
            // A capture that history likes may lose a little.
            Purpose::All => see_at_least(position, mv, -score / p::order_loss_div()),
            Purpose::Winning { threshold } => see_at_least(position, mv, threshold),
        }
    }

    fn score_noisy(&mut self, position: &Position, histories: &Histories, features: Features) {
        let uses_history = features.has(Feature::CaptureHistory);
        for (index, mv) in self.moves.iter().enumerate() {
            let history = if uses_history { histories.capture(position, *mv) } else { 0 };
            let liked = history * p::order_capture_scale() / 64;
            self.ranks.push(rank(16 * gain(position, *mv) + liked, index));
        }
    }

    fn score_quiets(&mut self, position: &Position, histories: &Histories, features: Features) {
        let hints = &self.hints;
        let uses_history = features.has(Feature::History);
        let earlier = hints.earlier.map(|earlier| {
            earlier
                .filter(|_| features.has(Feature::ContinuationHistory))
                .map(|earlier| histories.after(earlier))
        });
        let scales = continuation_scales();
        let pawns = histories.with_pawns(position);
        let checks = position.checks();
        let danger = position.attacked_by_cheaper(!position.turn());
        for (index, mv) in self.moves.iter().enumerate().skip(self.noisy) {
            let now = position.piece_on(mv.from()).map(|piece| PieceTo::new(piece, mv.to()));
            let told = |table: &[Entry; PIECE_TOS]| now.map_or(0, |now| table[now.index()].get());
            let mut score = 0;
            for (table, scale) in earlier.iter().zip(scales) {
                score += table.map_or(0, told) * scale / 64;
            }
            if uses_history {
                score += histories.quiet(position.turn(), hints.threats, *mv);
                score += told(pawns) * p::hist_pawn_scale() / 64;
                // A check is worth a look unless it only gives a piece away.
                if checks.given_by(position, *mv) && see_at_least(position, *mv, -CHECK_LOSS) {
                    score += p::order_check_bonus();
                }
                // A piece that a cheaper one attacks should leave, and not go to where one does.
                score += escape(&danger, position, *mv);
            }
            self.ranks.push(rank(score, index));
        }
    }

    /// The best of the moves in a range of indices that have not been handed out.
    #[inline(always)]
    fn best_of(&self, from: usize, to: usize) -> Option<(usize, Rank)> {
        let best = self.ranks.get(from..to)?.iter().fold(TAKEN, |best, rank| best.max(*rank));
        let index = (INDEX_MASK - (best & INDEX_MASK)) as usize;
        (best != TAKEN).then_some((index, best))
    }
}

/// What a quiet move counts for taking its piece away from where a cheaper one attacks it, or for
/// going there.
#[inline(always)]
fn escape(danger: &[Bitboard; PieceType::COUNT], position: &Position, mv: Move) -> i32 {
    let Some(kind) = position.piece_on(mv.from()).map(Piece::kind) else { return 0 };
    let worth = match kind {
        PieceType::Knight | PieceType::Bishop => p::order_escape_minor(),
        PieceType::Rook => p::order_escape_rook(),
        PieceType::Queen => p::order_escape_queen(),
        PieceType::Pawn | PieceType::King => return 0,
    };
    let at = |square| i32::from(danger[kind.index()].contains(square));
    worth * (at(mv.from()) - at(mv.to()))
}

const fn rank(score: i32, index: usize) -> Rank {
    score << INDEX_BITS | (INDEX_MASK - index as Rank)
}

#[cfg(test)]
mod tests;
