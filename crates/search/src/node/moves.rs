//! The moves of a node, one by one: steps 12 to 17.
//!
//! A node has its moves for itself until it splits; from then on every thread that has joined takes
//! the next move from the same [`Siblings`]. The code is the same: [`Table`] says whether the
//! siblings lie on a table of one's own or on a common one behind a lock.

use std::ops::DerefMut;

use arrayvec::ArrayVec;
use ferz_eval::Evaluator;
use ferz_rules::{Checks, Move, MoveList, Position};

use super::facts::Facts;
use super::formulas::{late_move_limit, reduction};
use super::pruning::Singular;
use super::{Node, pieces_of_mover};
use crate::feature::Feature;
use crate::params as p;
use crate::picker::{Hints, MovePicker};
use crate::score::Score;
use crate::see::{gain, see_at_least};
use crate::window::Window;
use crate::worker::{Quiet, Shared, Stopped, Worker};

/// What a node has found out before it tries its moves, and what does not change any more.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) cut_node: bool,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) facts: Facts,
    pub(crate) hints: Hints,
    pub(crate) checks: Checks,
}

/// Moves that a node has tried. Unlike a [`MoveList`] it is not filled in advance: most nodes try few
/// moves, and to write the whole of it was a measurable part of their time.
pub(super) type Tried = ArrayVec<Move, { MoveList::CAPACITY }>;

/// The moves of a node that are left, and what those before them have brought.
pub(crate) struct Siblings {
    pub(crate) picker: MovePicker,
    pub(crate) window: Window,
    pub(crate) best: Score,
    pub(crate) best_move: Option<Move>,
    /// How many moves have been taken.
    pub(crate) tried: i32,
    /// Quiet moves that were searched and did not cut off.
    pub(crate) quiets: Tried,
    /// The same of captures and promotions.
    pub(crate) captures: Tried,
    /// The best line from here. Kept only where several threads may find it; who is alone has it in
    /// the worker.
    pub(crate) line: Vec<Move>,
}

impl Siblings {
    #[inline(always)]
    pub(crate) fn new(picker: MovePicker, window: Window) -> Self {
        Self {
            picker,
            window,
            best: Score::NEG_INFINITY,
            best_move: None,
            tried: 0,
            quiets: Tried::new_const(),
            captures: Tried::new_const(),
            line: Vec::new(),
        }
    }

    /// Whether a move has cut off.
    #[inline(always)]
    pub(crate) fn is_cut(&self) -> bool {
        self.window.fails_high(self.best)
    }
}

/// Where the siblings lie.
pub(crate) trait Table {
    /// Whether nobody else takes moves from here.
    const ALONE: bool;
    /// Access to the siblings; nobody else has it meanwhile.
    type Hold<'a>: DerefMut<Target = Siblings>
    where
        Self: 'a;

    /// Takes hold of the siblings. Not for long, and never while searching.
    fn hold(&mut self) -> Self::Hold<'_>;
}

/// A table of one's own.
pub(crate) struct Alone<'a>(pub(crate) &'a mut Siblings);

impl Table for Alone<'_> {
    const ALONE: bool = true;
    type Hold<'b>
        = &'b mut Siblings
    where
        Self: 'b;

    #[inline(always)]
    fn hold(&mut self) -> &mut Siblings {
        self.0
    }
}

/// Why the trying of moves has ended.
pub(crate) enum Ended {
    /// There is no move left, or one has cut off.
    Done,
    /// Other moves than the table's cut off as well: the node is worth this.
    Multicut(Score),
    /// Somebody is idle, and the moves that are left can be shared.
    Splits,
}

impl<E: Evaluator> Worker<E> {
    /// Takes moves from the table and searches them until none is left or one is too good.
    #[allow(clippy::too_many_lines)] // The long function's second half.
    #[inline(always)]
    pub(crate) fn try_moves<N: Node, T: Table>(
        &mut self,
        shared: &Shared,
        position: &Position,
        ground: &Ground,
        table: &mut T,
    ) -> Result<Ended, Stopped> {
        let Ground { depth, ply, cut_node, excluded, facts, hints, checks } = ground;
        let (depth, ply, cut_node) = (*depth, *ply, *cut_node);
        let Facts { in_check, eval, improving, tt_move, .. } = *facts;
        loop {
            // The eldest brother is searched by one thread alone: it often cuts off, and its score
            // is what the others are measured by.
            let mut now = table.hold();
            if T::ALONE {
                if now.best > Score::NEG_INFINITY && self.may_split(shared, depth) {
                    return Ok(Ended::Splits);
                }
            } else if now.is_cut() {
                return Ok(Ended::Done);
            }
            let Some(mv) = now.picker.next(position, &self.histories, self.features) else {
                return Ok(Ended::Done);
            };
            if *excluded == Some(mv) || (N::ROOT && self.skips_at_root(mv)) {
                continue;
            }
            now.tried += 1;
            let (tried, best, window) = (now.tried, now.best, now.window);
            let is_quiet = !mv.is_noisy();
            let history = if is_quiet {
                now.picker.history().unwrap_or_else(|| self.quiet_history(position, hints, mv))
            } else {
                self.histories.capture(position, mv)
            };

            let gives_check = checks.given_by(position, mv);

            // Step 12. Moves that will hardly matter are left out, once there is one that does
            // not lose.
            if !N::ROOT && !best.is_loss() && !pieces_of_mover(position).is_empty() {
                let reduced = (depth - reduction(&self.logarithms, depth, tried) / 1024).max(0);
                if is_quiet && !gives_check {
                    if self.has(Feature::LateMovePruning)
                        && depth <= p::lmp_max_depth()
                        && tried > late_move_limit(depth, improving)
                    {
                        self.note_move(Feature::LateMovePruning, mv, true);
                        now.picker.skip_quiets_without_check(*checks);
                        continue;
                    }
                    if self.has(Feature::Futility)
                        && !in_check
                        && reduced <= p::fp_max_depth()
                        && window.fails_low(eval + p::fp_base() + p::fp_scale() * reduced)
                    {
                        self.note_move(Feature::Futility, mv, true);
                        continue;
                    }
                    if self.has(Feature::HistoryPruning)
                        && reduced <= p::hp_max_depth()
                        && history < -p::hp_scale() * depth
                    {
                        self.note_move(Feature::HistoryPruning, mv, true);
                        continue;
                    }
                }
                if self.has(Feature::Futility)
                    && !is_quiet
                    && !gives_check
                    && !in_check
                    && !mv.is_promotion()
                    && reduced <= p::fp_noisy_max_depth()
                    && window.fails_low(
                        eval + p::fp_noisy_base()
                            + p::fp_noisy_scale() * reduced
                            + gain(position, mv),
                    )
                {
                    self.note_move(Feature::Futility, mv, true);
                    continue;
                }
                let allowed_loss = if is_quiet {
                    p::see_quiet_scale() * reduced * reduced
                } else {
                    p::see_noisy_scale() * depth
                };
                if self.has(Feature::SeePruning)
                    && depth <= p::see_max_depth()
                    && (is_quiet || now.picker.is_at_bad_noisy())
                {
                    let loses = !see_at_least(position, mv, -allowed_loss);
                    self.note_move(Feature::SeePruning, mv, loses);
                    if loses {
                        continue;
                    }
                }
            }
            drop(now);

            // Step 13. Extensions: a move that stands alone deserves a longer look.
            let mut extension = 0;
            if !N::ROOT && Some(mv) == tt_move && self.has(Feature::Singular) {
                match self.try_singular(shared, position, window, depth, ply, cut_node, facts)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Multicut(score) => return Ok(Ended::Multicut(score)),
                }
            }

            // Step 14. Play the move.
            if N::ROOT {
                self.announce_root_move(mv, tried);
            }
            let nodes_before = self.nodes;
            // Asked for before the move is played: the memory takes about as long as that.
            shared.tt.prefetch(position.likely_key_after(mv));
            let mut child = position.clone();
            self.play(&mut child, mv, ply);
            if is_quiet {
                let (color, threats) = (position.turn(), facts.threats);
                self.frames[ply].quiet = Some(Quiet { color, threats, mv });
            }
            if extension == 0
                && let Some(feature) = self.extending(position, mv, depth, gives_check)
            {
                self.note_move(feature, mv, true);
                extension = 1;
            }
            let new_depth = depth - 1 + extension;
            self.frames[ply + 1].double_extensions =
                self.frames[ply].double_extensions + i32::from(extension >= 2);

            // Step 15. Late moves are searched less deep at first, and again if that surprises.
            // A brother may have raised alpha meanwhile, so each search asks for the window anew.
            let is_late = tried > 1 + i32::from(N::ROOT);
            let reduces =
                is_late && depth >= p::lmr_min_depth() && self.has(Feature::LateMoveReduction);
            let uses_scout = self.has(Feature::Pvs);
            let mut score = Score::NEG_INFINITY;
            let mut needs_full_depth = !uses_scout || !N::PV || tried > 1;
            let mut new_depth = new_depth;
            let mut researched = false;
            if reduces {
                let mut r = reduction(&self.logarithms, depth, tried);
                r -= p::lmr_pv() * i32::from(N::PV);
                r -= p::lmr_was_pv() * i32::from(facts.was_pv);
                r += p::lmr_cut_node() * i32::from(cut_node);
                r += p::lmr_not_improving() * i32::from(!improving);
                r -= p::lmr_check() * i32::from(gives_check);
                r += p::lmr_noisy_tt_move() * i32::from(tt_move.is_some_and(Move::is_noisy));
                r -= p::lmr_killer() * i32::from(hints.killer == Some(mv));
                r += p::lmr_cutoffs() * i32::from(self.frames[ply + 1].cutoffs > 3);
                let is_deep = facts.hit.is_some_and(|hit| hit.depth >= depth);
                r -= p::lmr_deep_hit() * i32::from(is_deep);
                r -= p::lmr_correction() * facts.correction;
                if is_quiet {
                    r -= 1024 * history / p::lmr_history_div();
                } else {
                    r -= 1024 * history / p::lmr_noisy_history_div();
                    r = r * p::lmr_noisy_scale() / 64;
                }
                let reduced = (new_depth - r / 1024).clamp(1.min(new_depth), new_depth);
                let scout = if uses_scout { window.scout() } else { window };
                score = -self.child(shared, &child, scout, reduced, ply, true)?;
                let Siblings { window, best, .. } = *table.hold();
                needs_full_depth = !window.fails_low(score) && reduced < new_depth;
                self.note_move(Feature::LateMoveReduction, mv, !needs_full_depth);
                if needs_full_depth {
                    // Much better than expected deserves more, hardly better less.
                    new_depth += i32::from(score > best + p::lmr_deeper_margin());
                    new_depth -= i32::from(uses_scout && score < best + new_depth);
                    needs_full_depth = reduced < new_depth;
                    researched = true;
                }
            }

            // Step 16. Full depth: first only to see whether the move is better at all, then, on
            // the principal variation, by how much.
            let window = table.hold().window;
            if needs_full_depth {
                let scout = if uses_scout { window.scout() } else { window };
                score = -self.child(shared, &child, scout, new_depth, ply, !cut_node)?;
                if researched && is_quiet {
                    self.learn_research(position, hints, mv, window, score, new_depth);
                }
            }
            let window = table.hold().window;
            if uses_scout && N::PV && tried > 1 {
                self.note_move(Feature::Pvs, mv, window.fails_low(score));
            }
            if uses_scout && N::PV && (tried == 1 || !window.fails_low(score)) {
                // A window that mate-distance pruning left no width has no line to tell.
                self.pv[ply + 1].clear();
                score = -self.child(shared, &child, window, new_depth, ply, false)?;
            }
            self.unplay();
            if N::ROOT {
                self.count_effort(mv, self.nodes - nodes_before);
            }

            // Step 17. A better move raises alpha; one that is too good ends the node.
            let mut now = table.hold();
            if score > now.best {
                now.best = score;
                if !now.window.fails_low(score) {
                    now.best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(ply, mv);
                        if !T::ALONE {
                            now.line.clone_from(&self.pv[ply]);
                        }
                    }
                    if N::ROOT {
                        self.root_candidate.clone_from(&self.pv[0]);
                    }
                    if now.window.fails_high(score) {
                        return Ok(Ended::Done);
                    }
                    now.window.raise_alpha(score);
                }
            }
            if is_quiet { now.quiets.push(mv) } else { now.captures.push(mv) }
        }
    }
}
