//! The order in which a node tries its moves, one stage at a time, so that a cutoff by the first
//! spares the generation of the rest.

use ferz_rules::{Bitboard, Move, MoveFilter, MoveList, Position};

use crate::feature::{Feature, Features};
use crate::history::{Histories, PieceTo};
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

pub(crate) struct MovePicker {
    hints: Hints,
    purpose: Purpose,
    stage: Stage,
    moves: MoveList,
    scores: [i32; MoveList::CAPACITY],
    /// Captures that lose material, for the end.
    bad: MoveList,
    next: usize,
    skips_quiets: bool,
}

impl MovePicker {
    pub(crate) fn new(hints: Hints, purpose: Purpose) -> Self {
        Self {
            hints,
            purpose,
            stage: Stage::TtMove,
            moves: MoveList::new(),
            scores: [0; MoveList::CAPACITY],
            bad: MoveList::new(),
            next: 0,
            skips_quiets: false,
        }
    }

    /// Leaves out the quiet moves that have not come yet.
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether the last move came from the captures that lose material.
    pub(crate) fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
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
                    position.generate_legal(MoveFilter::Noisy, &mut self.moves);
                    self.score_noisy(position, histories, features);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some((mv, _)) if self.hints.tt_move == Some(mv) => {}
                    Some((mv, score)) => {
                        if self.is_good(position, mv, score) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None if self.purpose == Purpose::All => self.stage = Stage::Killer,
                    None => self.stage = Stage::Done,
                },
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
                    if !self.skips_quiets {
                        self.moves.clear();
                        self.next = 0;
                        position.generate_legal(MoveFilter::Quiet, &mut self.moves);
                        self.score_quiets(position, histories, features);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let best = if self.skips_quiets { None } else { self.take_best() };
                    match best {
                        Some((mv, _)) if self.was_tried(mv) => {}
                        Some((mv, _)) => return Some(mv),
                        None => {
                            self.next = 0;
                            self.stage = Stage::BadNoisy;
                        }
                    }
                }
                Stage::BadNoisy => {
                    let mv = self.bad.get(self.next).copied();
                    self.next += 1;
                    if mv.is_some() {
                        return mv;
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn was_tried(&self, mv: Move) -> bool {
        [self.hints.tt_move, self.hints.killer, self.hints.counter].contains(&Some(mv))
    }

    fn is_fresh_quiet(&self, position: &Position, mv: Move) -> bool {
        !self.skips_quiets
            && self.hints.tt_move != Some(mv)
            && !mv.is_noisy()
            && position.is_legal(mv)
    }

    fn is_good(&self, position: &Position, mv: Move, score: i32) -> bool {
        match self.purpose {
            // A capture that history likes may lose a little.
            Purpose::All => see_at_least(position, mv, -score / 64),
            Purpose::Winning { threshold } => see_at_least(position, mv, threshold),
        }
    }

    fn score_noisy(&mut self, position: &Position, histories: &Histories, features: Features) {
        let uses_history = features.has(Feature::CaptureHistory);
        for (mv, score) in self.moves.iter().zip(&mut self.scores) {
            let history = if uses_history { histories.capture(position, *mv) } else { 0 };
            *score = 16 * gain(position, *mv) + history / 4;
        }
    }

    fn score_quiets(&mut self, position: &Position, histories: &Histories, features: Features) {
        let hints = &self.hints;
        let uses_history = features.has(Feature::History);
        let uses_continuation = features.has(Feature::ContinuationHistory);
        for (mv, score) in self.moves.iter().zip(&mut self.scores) {
            *score = 0;
            if uses_history {
                *score += histories.quiet(position.turn(), hints.threats, *mv);
            }
            if uses_continuation && let Some(piece) = position.piece_on(mv.from()) {
                let now = PieceTo::new(piece, mv.to());
                for earlier in hints.earlier.into_iter().flatten() {
                    *score += histories.continuation(earlier, now);
                }
            }
        }
    }

    /// Takes the best of the moves that are left.
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let len = self.moves.len();
        if self.next >= len {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..len {
            if self.scores[index] > self.scores[best] {
                best = index;
            }
        }
        let taken = (self.moves[best], self.scores[best]);
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(taken)
    }
}
