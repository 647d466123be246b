//! What a node leaves in the histories.

use ferz_eval::Evaluator;
use ferz_rules::{Move, MoveList, Position};

use super::Facts;
use super::formulas::{history_bonus, history_malus};
use crate::feature::Feature;
use crate::history::{CorrectionKeys, PieceTo};
use crate::picker::Hints;
use crate::score::Score;
use crate::tt::Bound;
use crate::worker::Worker;

impl<E: Evaluator> Worker<E> {
    /// Rewards the move that cut off and punishes the moves that were tried before it.
    #[allow(clippy::too_many_arguments)] // A node's end has seen all of this.
    pub(super) fn learn_cutoff(
        &mut self,
        position: &Position,
        hints: &Hints,
        best: Move,
        quiets: &MoveList,
        captures: &MoveList,
        depth: i32,
        ply: usize,
    ) {
        let (bonus, malus) = (history_bonus(depth), history_malus(depth));
        if best.is_noisy() {
            self.histories.update_capture(position, best, bonus);
        } else {
            self.frames[ply].killer = Some(best);
            if let Some(earlier) = hints.earlier[0] {
                self.histories.set_counter(earlier, best);
            }
            self.update_quiet(position, hints, best, bonus);
            for mv in quiets {
                self.update_quiet(position, hints, mv, -malus);
            }
        }
        for mv in captures {
            self.histories.update_capture(position, mv, -malus);
        }
    }

    fn update_quiet(&mut self, position: &Position, hints: &Hints, mv: Move, bonus: i32) {
        self.histories.update_quiet(position.turn(), hints.threats, mv, bonus);
        if let Some(piece) = position.piece_on(mv.from()) {
            let now = PieceTo::new(piece, mv.to());
            for earlier in hints.earlier.into_iter().flatten() {
                self.histories.update_continuation(earlier, now, bonus);
            }
        }
    }

    /// Notes how far the search came from the static evaluation, where a quiet position and a
    /// fitting bound make that the evaluation's fault.
    #[allow(clippy::too_many_arguments)] // A node's end has seen all of this.
    pub(super) fn learn_correction(
        &mut self,
        position: &Position,
        facts: &Facts,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
        ply: usize,
    ) {
        let Some(eval) = self.frames[ply].eval else { return };
        let contradicts = match bound {
            Bound::Exact => false,
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
        };
        let is_noisy = best_move.is_some_and(Move::is_noisy);
        if facts.in_check
            || is_noisy
            || contradicts
            || best.is_decisive()
            || !self.has(Feature::Correction)
        {
            return;
        }
        let keys = CorrectionKeys::of(position, self.earlier_move(ply, 1));
        self.histories.correction.learn(keys, best - eval, depth);
    }
}
