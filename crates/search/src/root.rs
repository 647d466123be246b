//! The root: iterative deepening, aspiration windows, several best lines, and when to end.

mod driver;
mod mtdf;

pub use driver::{RootDriver, RootDriverError};

use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ferz_eval::Evaluator;
use ferz_rules::{Game, Move};

use crate::feature::Feature;
use crate::limits::Limits;
use crate::node::Root;
use crate::params as p;
use crate::report::{Report, SearchResult};
use crate::score::{MAX_PLY, Score, Verdict};
use crate::tt::Bound;
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

/// A finished line of an iteration.
#[derive(Clone, Debug)]
struct Line {
    score: Score,
    pv: Vec<Move>,
}

/// How calm the search has been.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    /// Iterations for which the best move has stayed the same.
    same_move: u32,
    /// Iterations for which the score has hardly changed.
    same_score: u32,
    score: Option<Score>,
}

impl<E: Evaluator> Worker<E> {
    /// Searches the game's position until a limit or a stop, and reports each line it finishes.
    /// In a team this thread leads: it decides when to end, and hears the others before it answers.
    pub fn think(
        &mut self,
        shared: &Shared,
        game: &Game,
        limits: &Limits,
        multipv: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.index = 0;
        if shared.team.is_alone() {
            return self.deepen(shared, game, limits, multipv, report);
        }
        self.lead(shared, game, limits, multipv, report)
    }

    /// Iteration after iteration.
    pub(crate) fn deepen(
        &mut self,
        shared: &Shared,
        game: &Game,
        limits: &Limits,
        multipv: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.prepare(shared, game, limits);
        let position = game.position();
        let moves: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| limits.root_moves.is_empty() || limits.root_moves.contains(mv))
            .collect();
        self.root_effort = moves.iter().map(|mv| (*mv, 0)).collect();
        let Some(first) = moves.first() else {
            let score = if position.in_check() { Score::mated_in(0) } else { Score::DRAW };
            let pv = Vec::new();
            let statistics = self.statistics;
            return SearchResult {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
                pv,
                lines: Vec::new(),
                statistics,
            };
        };
        // Something to play even if there is no time for a single iteration.
        let mut lines = vec![Line { score: Score::DRAW, pv: vec![*first] }];
        let mut completed = 0;
        let mut stability = Stability::default();
        let last = limits.depth.unwrap_or(MAX_PLY as i32 - 1).clamp(1, MAX_PLY as i32 - 1);
        let mut depth = 0;
        while let Some(next) = self.next_depth(shared, depth, last) {
            depth = next;
            self.root_depth = depth;
            let count = multipv.clamp(1, moves.len());
            let (before, selective_depth) = (lines.clone(), self.selective_depth);
            if self.iterate(shared, game, depth, count, &mut lines, report).is_err() {
                self.take_unfinished(&mut lines, before);
                self.selective_depth = self.selective_depth.max(selective_depth);
                self.root_depth = completed;
                break;
            }
            completed = depth;
            stability.note(&lines[0]);
            if self.may_end(shared, &lines[0], moves.len(), &stability) {
                break;
            }
        }
        let Line { score, pv } = &lines[0];
        SearchResult {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score: *score,
            depth: completed,
            nodes: self.all_nodes(shared),
            pv: pv.clone(),
            lines: lines
                .iter()
                .enumerate()
                .map(|(index, line)| self.line_report(shared, index, line, Bound::Exact))
                .collect(),
            statistics: self.statistics,
        }
    }

    /// The depth of the next iteration. Helpers go where not everybody is yet.
    fn next_depth(&self, shared: &Shared, depth: i32, last: i32) -> Option<i32> {
        let mut next = depth + 1;
        while self.index > 0 && next < last && shared.team.is_crowded(self.index, next) {
            next += 1;
        }
        shared.team.begin_iteration(self.index, next);
        (next <= last).then_some(next)
    }

    /// One iteration: each of the best lines in turn, leaving out the moves of those before it.
    fn iterate(
        &mut self,
        shared: &Shared,
        game: &Game,
        depth: i32,
        count: usize,
        lines: &mut Vec<Line>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<(), Stopped> {
        self.root_excluded.clear();
        self.root_candidate.clear();
        self.selective_depth = 0;
        for index in 0..count {
            // Bounds of one line between the others would only confuse those who read several.
            let mut bounds = |bound: &Report| {
                if count == 1 {
                    report(bound);
                }
            };
            let score = self.aspirate(shared, game, depth, lines.get(index), &mut bounds)?;
            let line = Line { score, pv: self.pv[0].clone() };
            self.root_excluded.extend(line.pv.first());
            match lines.get_mut(index) {
                Some(slot) => *slot = line,
                None => lines.push(line),
            }
        }
        // The best comes first, also where a later line turned out better than the first.
        lines.sort_by_key(|line| Reverse(line.score));
        for (index, line) in lines.iter().enumerate() {
            report(&self.line_report(shared, index, line, Bound::Exact));
        }
        Ok(())
    }

    fn line_report(&self, shared: &Shared, index: usize, line: &Line, bound: Bound) -> Report {
        Report {
            depth: self.root_depth,
            selective_depth: self.selective_depth,
            multipv: index + 1,
            score: line.score,
            bound,
            pv: line.pv.clone(),
            nodes: self.all_nodes(shared),
            time: self.start.elapsed(),
            permille_full: shared.tt.permille_full(),
            tb_hits: self.table_hits(),
        }
    }

    /// Takes over what an iteration has found that was stopped, before the lines of the one before
    /// it. The best move of that one comes first, so a line that is there has beaten it or is it
    /// again, searched deeper.
    fn take_unfinished(&self, lines: &mut Vec<Line>, before: Vec<Line>) {
        let count = lines.len();
        lines.truncate(self.root_excluded.len());
        if let ([], [best, ..], [_, ..]) = (&lines[..], &before[..], &self.root_candidate[..]) {
            lines.push(Line { score: best.score, pv: self.root_candidate.clone() });
        }
        for line in before {
            let is_known = lines.iter().any(|known| known.pv.first() == line.pv.first());
            if lines.len() < count && !is_known {
                lines.push(line);
            }
        }
    }

    /// Searches a narrow window around the last score, and a wider one each time it fails, which
    /// `bounds` is told.
    fn aspirate(
        &mut self,
        shared: &Shared,
        game: &Game,
        depth: i32,
        last: Option<&Line>,
        bounds: &mut dyn FnMut(&Report),
    ) -> Result<Score, Stopped> {
        if self.driver == RootDriver::Mtdf {
            let guess = last.map_or(Score::DRAW, |last| last.score);
            return self.mtdf(shared, game, depth, guess);
        }
        let position = game.position();
        let narrow = self.has(Feature::Aspiration) && depth >= p::asp_min_depth();
        let Some(last) = last.filter(|last| narrow && !last.score.is_decisive()) else {
            return self.search::<Root>(shared, position, Window::FULL, depth, 0, false);
        };
        let mut margin = p::asp_margin();
        let mut window = Window::new(last.score - margin, last.score + margin);
        let mut reduction = 0;
        loop {
            let searched = (depth - reduction).max(1);
            let score = self.search::<Root>(shared, position, window, searched, 0, false)?;
            let fits = !window.fails_low(score) && !window.fails_high(score);
            self.statistics.note(Feature::Aspiration, fits);
            let (bound, pv) = if window.fails_low(score) {
                let middle =
                    Score::centipawns(i32::midpoint(window.alpha().get(), window.beta().get()));
                window = Window::new(score - margin, middle.max(score + 1));
                reduction = 0;
                // No move was good enough, so the last best line stays the one to show.
                (Bound::Upper, &last.pv)
            } else if window.fails_high(score) {
                window = Window::new(window.alpha(), score + margin);
                // A move that is too good is confirmed at a little less depth.
                reduction = (reduction + 1).min(3);
                (Bound::Lower, &self.pv[0])
            } else {
                return Ok(score);
            };
            let line = Line { score, pv: pv.clone() };
            bounds(&self.line_report(shared, 0, &line, bound));
            margin += margin * p::asp_scale() / 100;
            if margin > 800 || score.is_decisive() {
                window = Window::FULL;
            }
        }
    }

    /// Whether the search may end after this iteration.
    fn may_end(&self, shared: &Shared, best: &Line, moves: usize, stability: &Stability) -> bool {
        if let (Some(wanted), Verdict::Mate { plies } | Verdict::Mated { plies }) =
            (self.limits.mate, best.score.verdict())
            && plies.div_ceil(2) <= wanted
        {
            return true;
        }
        // A mate that deeper iterations have confirmed again and again will not get shorter, and
        // hundreds of lines that say so have cost others games on time.
        let (Verdict::Mate { plies } | Verdict::Mated { plies }) = best.score.verdict() else {
            return self.is_out_of_budget(shared, best, moves, stability);
        };
        self.root_excluded.len() == 1 && self.root_depth >= 2 * plies as i32 + 10
            || self.is_out_of_budget(shared, best, moves, stability)
    }

    fn is_out_of_budget(
        &self,
        shared: &Shared,
        best: &Line,
        moves: usize,
        stability: &Stability,
    ) -> bool {
        if self.limits.soft_nodes.is_some_and(|nodes| self.all_nodes(shared) >= nodes) {
            return true;
        }
        if shared.pondering.load(Ordering::Relaxed) {
            return false;
        }
        let Some(budget) = self.limits.time else { return false };
        if !budget.is_flexible {
            return self.start.elapsed() >= budget.soft;
        }
        // With one move there is nothing to decide.
        if moves == 1 {
            return true;
        }
        self.start.elapsed() >= budget.soft.mul_f64(self.patience(best, stability)).min(budget.hard)
    }

    /// The factor of the soft limit: less when the best move takes most of the effort and has
    /// not changed for long.
    fn patience(&self, best: &Line, stability: &Stability) -> f64 {
        let percent = |value: i32| f64::from(value) / 100.0;
        let scale = percent(p::time_scale());
        if self.root_depth < 7 {
            return scale;
        }
        let effort = self
            .root_effort
            .iter()
            .find(|(mv, _)| Some(mv) == best.pv.first())
            .map_or(0, |(_, nodes)| *nodes);
        let fraction = effort as f64 / self.nodes.max(1) as f64;
        let calm = |base: i32, scale: i32, iterations: u32| {
            percent(base) - percent(scale) / 10.0 * f64::from(iterations.min(8))
        };
        let factor = scale
            * (percent(p::time_effort_base()) - percent(p::time_effort_scale()) * fraction)
            * calm(p::time_move_base(), p::time_move_scale(), stability.same_move)
            * calm(p::time_score_base(), p::time_score_scale(), stability.same_score);
        // A tuner may turn the parts below zero, which no duration can be.
        factor.max(0.1)
    }

    pub(crate) fn skips_at_root(&self, mv: Move) -> bool {
        self.root_excluded.contains(&mv)
            || (!self.limits.root_moves.is_empty() && !self.limits.root_moves.contains(&mv))
    }

    pub(crate) fn count_effort(&mut self, mv: Move, nodes: u64) {
        if let Some((_, effort)) = self.root_effort.iter_mut().find(|(root, _)| *root == mv) {
            *effort += nodes;
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Stability {
    fn note(&mut self, line: &Line) {
        let best = line.pv.first().copied();
        self.same_move = if best == self.best { self.same_move + 1 } else { 0 };
        self.best = best;
        let close = self.score.is_some_and(|last| (line.score - last).abs() < 10);
        self.same_score = if close { self.same_score + 1 } else { 0 };
        self.score = Some(line.score);
    }
}
