//! What a node knows before it tries its moves.

use ferz_eval::Evaluator;
use ferz_rules::{Bitboard, Move, Position};

use crate::feature::Feature;
use crate::history::{PieceTo, continuation_scales};
use crate::params as p;
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
    /// By how much the raw evaluation was corrected, either way.
    pub(super) correction: i32,
    pub(super) improving: bool,
    /// Whether the opponent's last move has made the evaluation better for this player.
    pub(super) worsening: bool,
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
        let correction = corrected.zip(raw_eval).map_or(0, |(new, raw)| (new - raw).abs());
        let mut eval = corrected.unwrap_or(Score::DRAW);
        let before = [2, 4].into_iter().find_map(|back| self.frames[ply.checked_sub(back)?].eval);
        let above = ply.checked_sub(1).and_then(|above| self.frames[above].eval);
        let worsening = corrected.zip(above).is_some_and(|(now, above)| now > -above + 1);
        if let Some((now, above)) = corrected.zip(above) {
            self.learn_evaluation(-now - above, ply - 1);
        }
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
            correction,
            improving,
            worsening,
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
            for (earlier, scale) in hints.earlier.into_iter().zip(continuation_scales()) {
                let said = earlier.map_or(0, |earlier| self.histories.continuation(earlier, now));
                history += said * scale / 64;
            }
            history +=
                self.histories.with_pawns(position)[now.index()].get() * p::hist_pawn_scale() / 64;
        }
        history
    }
}
