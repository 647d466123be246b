//! What a node leaves in the histories.

use ferz_eval::Evaluator;
use ferz_rules::{Move, Position};

use super::Facts;
use super::formulas::{history_bonus, history_malus};
use crate::feature::Feature;
use crate::history::{CorrectionKeys, PieceTo};
use crate::params as p;
use crate::picker::Hints;
use crate::score::Score;
use crate::tt::Bound;
use crate::window::Window;
use crate::worker::{Quiet, Worker};

impl<E: Evaluator> Worker<E> {
    /// Rewards the move that cut off and punishes the moves that were tried before it.
    pub(super) fn learn_cutoff(
        &mut self,
        position: &Position,
        hints: &Hints,
        best: Move,
        (quiets, captures): (&[Move], &[Move]),
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
        }
        for mv in quiets {
            self.update_quiet(position, hints, *mv, -malus);
        }
        for mv in captures {
            self.histories.update_capture(position, *mv, -malus);
        }
    }

    /// Tells a move that a reduced search thought better of what the full search thinks.
    pub(super) fn learn_research(
        &mut self,
        position: &Position,
        hints: &Hints,
        mv: Move,
        window: Window,
        score: Score,
        depth: i32,
    ) {
        let bonus = if window.fails_low(score) {
            -history_malus(depth)
        } else if window.fails_high(score) {
            history_bonus(depth)
        } else {
            return;
        };
        self.update_continuations(position, hints, mv, bonus);
    }

    /// Rewards the quiet move that led to a node where nothing helped.
    pub(super) fn learn_refutation(&mut self, depth: i32, ply: usize) {
        let Some(above) = ply.checked_sub(1) else { return };
        let Some(Quiet { color, threats, mv }) = self.frames[above].quiet else { return };
        let bonus = history_bonus(depth) * p::hist_refutation_scale() / 64;
        self.histories.update_quiet(color, threats, mv, bonus);
        let Some(now) = self.frames[above].moved else { return };
        for back in [1, 2, 4] {
            if let Some(earlier) = self.earlier_move(above, back) {
                self.histories.update_continuation(earlier, now, bonus);
            }
        }
    }

    /// Tells the quiet move at this ply by how much it has bettered its player's evaluation: known
    /// at once, while most moves are never the best or the worst of a node.
    pub(super) fn learn_evaluation(&mut self, gained: i32, ply: usize) {
        let Some(Quiet { color, threats, mv }) = self.frames[ply].quiet else { return };
        let most = p::hist_eval_max();
        let bonus = (gained * p::hist_eval_scale() / 16).clamp(-most, most);
        self.histories.update_quiet(color, threats, mv, bonus);
    }

    fn update_quiet(&mut self, position: &Position, hints: &Hints, mv: Move, bonus: i32) {
        self.histories.update_quiet(position.turn(), hints.threats, mv, bonus);
        self.update_continuations(position, hints, mv, bonus);
        if let Some(piece) = position.piece_on(mv.from()) {
            self.histories.update_with_pawns(position, PieceTo::new(piece, mv.to()), bonus);
        }
    }

    fn update_continuations(&mut self, position: &Position, hints: &Hints, mv: Move, bonus: i32) {
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
