//! Quiescence: from the horizon on, captures are searched to their end, so that no evaluation is
//! taken in the middle of an exchange.

use ferz_eval::Evaluator;
use ferz_rules::{Bitboard, Move, Position};

use crate::feature::Feature;
use crate::history::{CorrectionKeys, PieceTo};
use crate::node::{Node, NonPv};
use crate::params as p;
use crate::picker::{Hints, MovePicker, Purpose};
use crate::score::{MAX_PLY, Score};
use crate::see::{gain, see_at_least};
use crate::tt::{Bound, Record};
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

impl<E: Evaluator> Worker<E> {
    /// Searches captures and promotions, and in check every move.
    #[inline(always)]
    pub(crate) fn quiesce<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if self.tracer.is_some() {
            return self.traced_quiescence::<N>(shared, position, window, ply);
        }
        self.quiescence_node::<N>(shared, position, window, ply)
    }

    /// The node itself.
    pub(crate) fn quiescence_node<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // Step 1. Count, and end where the line or the game ends.
        self.count_node(shared)?;
        self.selective_depth = self.selective_depth.max(ply);
        if N::PV {
            self.pv[ply].clear();
        }
        if self.is_draw(position, ply) {
            return Ok(self.draw_score(ply));
        }
        let in_check = position.in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { Score::DRAW } else { self.raw_eval(position) });
        }

        // Step 2. The table may know the answer.
        let uses_table = self.has(Feature::Tt);
        let hit = if uses_table { shared.tt.probe(position.key(), ply) } else { None };
        if let Some(hit) = hit
            && !N::PV
            && hit.settles(window)
        {
            return Ok(hit.score);
        }

        // Step 3. Stand pat: a player who is not in check may decline every capture.
        let mut best = Score::mated_in(ply);
        let mut raw = None;
        if !in_check {
            let eval = hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.raw_eval(position));
            raw = Some(eval);
            best = self.corrected(position, eval, ply);
            // On the principal variation a mate must be played out, not remembered: whoever is
            // shown it wants to see its moves.
            let told = hit.filter(|hit| hit.sharpens(best) && !(N::PV && hit.score.is_decisive()));
            best = told.map_or(best, |hit| hit.score);
            self.note(Feature::Quiescence, window.fails_high(best));
            if window.fails_high(best) {
                return Ok(best);
            }
            if !window.fails_low(best) {
                window.raise_alpha(best);
            }
        }
        let futile = best + p::qs_futility_margin();

        // Step 4. Captures that win something; in check, every move.
        let hints = Hints {
            tt_move: hit
                .and_then(|hit| hit.mv)
                .filter(|mv| (in_check || mv.is_noisy()) && position.is_legal(*mv)),
            killer: None,
            counter: None,
            // Only the history of quiet moves asks, and those are tried in check alone.
            threats: if in_check {
                position.attacked_squares(!position.turn())
            } else {
                Bitboard::EMPTY
            },
            earlier: [1, 2, 4].map(|back| self.earlier_move(ply, back)),
        };
        let last_target = self.earlier_move(ply, 1).map(PieceTo::to);
        let purpose = if in_check { Purpose::All } else { Purpose::Winning { threshold: 0 } };
        let mut picker = MovePicker::new(hints, purpose);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, &self.histories, self.features) {
            tried += 1;
            if !best.is_loss() {
                // One evasion that does not lose is enough; the others are rarely better.
                if in_check && tried > 1 && !mv.is_noisy() {
                    picker.skip_quiets();
                    continue;
                }
                // After a few captures the rest hardly matter, unless they take back.
                if !in_check && tried > p::qs_moves() && last_target != Some(mv.to()) {
                    break;
                }
                if !in_check && let Some(hope) = futile_capture(position, mv, window, futile) {
                    best = best.max(hope);
                    continue;
                }
            }
            shared.tt.prefetch(position.likely_key_after(mv));
            let mut child = position.clone();
            self.play(&mut child, mv, ply);
            let result = self.quiesce::<N::Child>(shared, &child, -window, ply + 1);
            self.unplay();
            let score = -result?;
            if score > best {
                best = score;
                if !window.fails_low(score) {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window.raise_alpha(score);
                }
            }
        }

        // Step 5. Remember.
        if uses_table {
            let bound = if window.fails_high(best) { Bound::Lower } else { Bound::Upper };
            let is_pv = hit.is_some_and(|hit| hit.was_pv);
            let record = Record { mv: best_move, score: best, eval: raw, depth: 0, bound, is_pv };
            shared.tt.store(position.key(), ply, &record);
        }
        Ok(best)
    }

    /// The evaluation of the position itself, pulled towards a draw as the fifty moves run out.
    pub(crate) fn raw_eval(&mut self, position: &Position) -> Score {
        let mut eval = self.eval.evaluate(position);
        if let Some(noise) = self.limits.noise {
            eval += noise.of(position.key());
        }
        Score::centipawns(eval * (220 - i32::from(position.halfmove_clock().min(200))) / 220)
    }

    /// The evaluation corrected by what searches of similar positions found.
    pub(crate) fn corrected(&self, position: &Position, raw: Score, ply: usize) -> Score {
        if !self.has(Feature::Correction) {
            return raw;
        }
        let keys = CorrectionKeys::of(position, self.earlier_move(ply, 1));
        Score::centipawns(raw.get() + self.histories.correction.get(keys))
    }

    /// A null-window quiescence from outside.
    pub(crate) fn quiesce_null(
        &mut self,
        shared: &Shared,
        position: &Position,
        beta: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.quiesce::<NonPv>(shared, position, Window::null(beta), ply)
    }
}

/// What a capture may hope for at most, if that is too little; `futile` is what it may hope for
/// beside what it takes.
fn futile_capture(position: &Position, mv: Move, window: Window, futile: Score) -> Option<Score> {
    if mv.is_promotion() {
        return None;
    }
    let hope = futile + gain(position, mv);
    if window.fails_low(hope) {
        return Some(hope);
    }
    // A capture that wins nothing cannot lift a hopeless position.
    (window.fails_low(futile) && !see_at_least(position, mv, 1)).then_some(futile)
}
