//! The steps of a node that search on their own before the moves are tried.

use ferz_eval::Evaluator;
use ferz_rules::{Move, Piece, PieceType, Position, Rank};

use super::{Facts, NonPv, is_near_zugzwang, minor_pieces, pieces_of_mover};
use crate::feature::Feature;
use crate::params as p;
use crate::picker::{MovePicker, Purpose};
use crate::score::Score;
use crate::tt::{Bound, Record};
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

/// What a search without the table's move tells.
pub(super) enum Singular {
    /// Search that move so many plies deeper, or less deep if negative.
    Extend(i32),
    /// Other moves cut off as well: the node is done.
    Multicut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Step 8. Lets the opponent move twice in a row; who is above beta even so, is above it.
    ///
    /// In zugzwang passing would be the best move, so there must be pieces, and one that is not the
    /// only thing that can move. From some depth on, or with a lone knight or bishop, a search
    /// without null moves and reverse futility confirms the cutoff.
    pub(super) fn try_null_move(
        &mut self,
        shared: &Shared,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        facts: &Facts,
    ) -> Result<Option<Score>, Stopped> {
        let static_eval = self.frames[ply].eval.unwrap_or(Score::NEG_INFINITY);
        let passed_just_now = ply > 0 && self.earlier_move(ply, 1).is_none();
        let pieces = pieces_of_mover(position);
        let promising =
            facts.eval >= beta && static_eval >= beta - p::nmp_scale() * depth + p::nmp_margin();
        if !promising
            || passed_just_now
            || ply < self.null_move_from
            || beta.is_loss()
            || pieces.is_empty()
            || is_near_zugzwang(position)
        {
            return Ok(None);
        }
        let r = p::nmp_base()
            + depth / p::nmp_depth_div()
            + ((facts.eval - beta) / p::nmp_eval_div()).min(3);
        shared.tt.prefetch(position.key_after_null());
        let mut child = position.clone();
        self.play_null(&mut child, ply);
        let window = -Window::null(beta);
        let score = -self.search::<NonPv>(shared, &child, window, depth - r, ply + 1, false)?;
        self.unplay();
        self.note(Feature::NullMove, score >= beta);
        if score < beta {
            return Ok(None);
        }
        // A mate found after passing is no proof of one.
        let score = if score.is_win() { beta } else { score };
        let lone_minor = pieces.len() == 1 && pieces.is_subset(minor_pieces(position));
        if self.null_move_from > 0 || !lone_minor && depth < p::nmp_verify_min_depth() {
            return Ok(Some(score));
        }
        self.null_move_from = ply + (3 * (depth - r) / 4).max(1) as usize;
        let window = Window::null(beta);
        let verified = self.search::<NonPv>(shared, position, window, depth - r, ply, false)?;
        self.null_move_from = 0;
        Ok((verified >= beta).then_some(score))
    }

    /// Step 10. Tries captures that should win enough to lift the score well above beta.
    pub(super) fn try_probcut(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        facts: &Facts,
    ) -> Result<Option<Score>, Stopped> {
        let margin = p::probcut_margin() - p::probcut_improving() * i32::from(facts.improving);
        let raised = window.beta() + margin;
        let known_worse = facts.hit.is_some_and(|hit| hit.depth >= depth - 3 && hit.score < raised);
        if depth < p::probcut_min_depth() || window.beta().is_decisive() || known_worse {
            return Ok(None);
        }
        let mut hints = self.hints(facts, ply);
        let threshold = raised - self.frames[ply].eval.unwrap_or(facts.eval);
        hints.tt_move = hints.tt_move.filter(|mv| mv.is_capture());
        let mut picker = MovePicker::new(hints, Purpose::Winning { threshold });
        while let Some(mv) = picker.next(position, &self.histories, self.features) {
            shared.tt.prefetch(position.likely_key_after(mv));
            let mut child = position.clone();
            self.play(&mut child, mv, ply);
            let mut score = -self.quiesce_null(shared, &child, -raised + 1, ply + 1)?;
            if score >= raised && depth > 4 {
                let window = -Window::null(raised);
                score = -self.search::<NonPv>(shared, &child, window, depth - 4, ply + 1, true)?;
            }
            self.unplay();
            self.note_move(Feature::ProbCut, mv, score >= raised);
            if score >= raised {
                let record = Record {
                    mv: Some(mv),
                    score,
                    eval: facts.raw_eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    is_pv: facts.was_pv,
                };
                shared.tt.store(position.key(), ply, &record);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Step 13. The technique, if any, that lengthens the line after this move by a ply.
    pub(super) fn extending(
        &self,
        position: &Position,
        mv: Move,
        depth: i32,
        gives_check: bool,
    ) -> Option<Feature> {
        if gives_check && depth <= 2 && self.has(Feature::CheckExtension) {
            return Some(Feature::CheckExtension);
        }
        if self.has(Feature::OneReply) && position.in_check() && position.legal_moves().len() == 1 {
            return Some(Feature::OneReply);
        }
        let is_push = self.has(Feature::PawnPush)
            && position.piece_on(mv.from()).map(Piece::kind) == Some(PieceType::Pawn)
            && mv.to().rank().relative_to(position.turn()) == Rank::Seventh;
        is_push.then_some(Feature::PawnPush)
    }

    /// Step 13. Searches the other moves to see whether the table's move stands alone.
    #[allow(clippy::too_many_arguments)] // A step of the node sees what the node sees.
    pub(super) fn try_singular(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
        facts: &Facts,
    ) -> Result<Singular, Stopped> {
        let none = Ok(Singular::Extend(0));
        let Some(hit) = facts.hit else { return none };
        let Some(mv) = facts.tt_move else { return none };
        if depth < p::se_min_depth()
            || hit.depth < depth - p::se_depth_margin()
            || hit.bound == Bound::Upper
            || hit.score.is_decisive()
            || self.frames[ply].excluded.is_some()
            || ply >= 2 * self.root_depth as usize
        {
            return none;
        }
        let target = hit.score - p::se_scale() * depth / 16;
        self.frames[ply].excluded = Some(mv);
        let others = self.search::<NonPv>(
            shared,
            position,
            Window::null(target),
            (depth - 1) / 2,
            ply,
            cut_node,
        )?;
        self.frames[ply].excluded = None;
        self.note_move(Feature::Singular, mv, others < target);
        let may_double = window.is_null() && self.frames[ply].double_extensions <= 6;
        Ok(if others < target {
            let far = |margin: i32| may_double && others < target - margin;
            let triple = far(p::se_triple_margin()) && !mv.is_noisy();
            Singular::Extend(1 + i32::from(far(p::se_double_margin())) + i32::from(triple))
        } else if window.fails_high(others) && !others.is_decisive() {
            Singular::Multicut(others)
        } else if window.fails_high(hit.score) {
            Singular::Extend(-2)
        } else if cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
