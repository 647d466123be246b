//! What a node knows before it tries its moves.

use ferz_eval::Evaluator;
use ferz_rules::{Bitboard, Move, Position};

use crate::feature::Feature;
use crate::history::PieceTo;
use crate::picker::Hints;
use crate::score::Score;
use crate::tt::Hit;
use crate::worker::Worker;

/// What the steps of one node have found out, for its later steps.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub(super) in_check: bool,
    pub(super) hit: Option<Hit>,
    pub(super) tt_move: Option<Move>,
    pub(super) raw_eval: Option<Score>,
    /// The corrected static evaluation; in check, nothing that may be relied on.
    pub(super) eval: Score,
    pub(super) improving: bool,
    pub(super) was_pv: bool,
    /// Squares that the enemy attacks: nothing yet, until the node is known to need its moves.
    pub(super) threats: Bitboard,
}

impl<E: Evaluator> Worker<E> {
    /// Step 5. Evaluates the position and gathers what the other steps go by.
    pub(super) fn gather_facts(
        &mut self,
        position: &Position,
        hit: Option<Hit>,
        ply: usize,
        pv: bool,
    ) -> Facts {
        let in_check = position.in_check();
        let raw_eval = if in_check {
            None
        } else {
            Some(hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.raw_eval(position)))
        };
        let corrected = raw_eval.map(|raw| self.corrected(position, raw, ply));
        self.frames[ply].eval = corrected;
        let mut eval = corrected.unwrap_or(Score::DRAW);
        let before = [2, 4].into_iter().find_map(|back| self.frames[ply.checked_sub(back)?].eval);
        let improving = self.has(Feature::Improving)
            && corrected.is_some()
            && before.is_none_or(|before| eval > before);
        // A search has looked further than any evaluation.
        if let Some(hit) = hit
            && !in_check
            && hit.sharpens(eval)
        {
            eval = hit.score;
        }
        Facts {
            in_check,
            hit,
            tt_move: hit.and_then(|hit| hit.mv).filter(|mv| position.is_legal(*mv)),
            raw_eval,
            eval,
            improving,
            was_pv: pv || hit.is_some_and(|hit| hit.was_pv),
            threats: Bitboard::EMPTY,
        }
    }

    /// What the move picker goes by.
    pub(super) fn hints(&self, facts: &Facts, ply: usize) -> Hints {
        let killers = self.has(Feature::Killers);
        Hints {
            tt_move: facts.tt_move,
            killer: self.frames[ply].killer.filter(|_| killers),
            counter: self
                .earlier_move(ply, 1)
                .filter(|_| killers)
                .and_then(|earlier| self.histories.counter(earlier)),
            threats: facts.threats,
            earlier: [1, 2, 4].map(|back| self.earlier_move(ply, back)),
        }
    }

    /// How a quiet move has done, alone and after the moves before it.
    pub(super) fn quiet_history(&self, position: &Position, hints: &Hints, mv: Move) -> i32 {
        let mut history = self.histories.quiet(position.turn(), hints.threats, mv);
        if let Some(piece) = position.piece_on(mv.from()) {
            let now = PieceTo::new(piece, mv.to());
            for earlier in hints.earlier.into_iter().flatten() {
                history += self.histories.continuation(earlier, now);
            }
        }
        history
    }
}
