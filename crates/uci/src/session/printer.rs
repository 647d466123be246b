//! Turns what a search says into lines.

use std::io::Write;
use std::time::Duration;

use ferz_engine::Listener;
use ferz_rules::{Game, Move, Position};
use ferz_search::{Bound, Report, RootMove, SearchResult};

use crate::best_move::BestMove;
use crate::info::{Info, MoveLine};
use crate::move_text::MoveText;

use super::convert::{Writing, playable};
use super::output::Output;

/// Bounds and the like are for those who watch a long search; short games stay quiet.
const TALK_AFTER: Duration = Duration::from_secs(3);

/// Iterations beyond this depth may follow each other faster than anybody can read.
const CALM_DEPTH: i32 = 30;
/// How long after a printed iteration the next of these may be printed.
const CALM_TIME: Duration = Duration::from_millis(20);

/// What a search says in its first moments is kept together, and written with what comes next: in
/// games of very short searches, waking the reader for each line is most of the work.
const GATHER_TIME: Duration = Duration::from_millis(5);

/// Writes the lines of one search.
pub(super) struct Printer<W> {
    output: Output<W>,
    game: Game,
    writing: Writing,
    /// The first two moves of the last line that was shown as the best.
    shown: Vec<Move>,
    /// Whether any line has been shown.
    has_shown: bool,
    /// The nodes of the last best line that was shown.
    shown_nodes: u64,
    /// Its length: endgame tables may make it longer after the search.
    shown_length: usize,
    /// When the last best line was printed.
    printed_at: Duration,
    /// Lines of an iteration that came too soon after another. A game has been lost on time while
    /// hundreds of them were being printed.
    held: Vec<Report>,
    /// Lines of the first moments. They are soon followed by others, by a root move or by the end,
    /// unless the end waits for the GUI.
    gathered: Vec<Info>,
    gathers: bool,
}

impl<W: Write> Printer<W> {
    /// A printer of a search that ends by itself, or waits to be told to.
    pub(super) fn new(output: Output<W>, game: Game, writing: Writing, ends: bool) -> Self {
        Self {
            output,
            game,
            writing,
            shown: Vec::new(),
            has_shown: false,
            shown_nodes: 0,
            shown_length: 0,
            printed_at: Duration::ZERO,
            held: Vec::new(),
            gathered: Vec::new(),
            gathers: ends,
        }
    }

    /// Whether the line belongs to an iteration that can wait for a later one.
    fn holds_back(&mut self, report: &Report) -> bool {
        if report.multipv == 1 {
            self.held.clear();
            return report.depth > CALM_DEPTH && report.time < self.printed_at + CALM_TIME;
        }
        !self.held.is_empty()
    }

    fn print(&mut self, report: &Report) {
        let line = self.line(report);
        self.gathered.push(line);
        self.write_gathered(report.time);
    }

    /// Writes what was gathered, unless it is still early.
    fn write_gathered(&mut self, now: Duration) {
        let is_early = self.gathers && now < GATHER_TIME;
        if !is_early && !self.gathered.is_empty() {
            self.output.lines(self.gathered.drain(..));
        }
    }

    /// The line of a report, which is about to be shown.
    fn line(&mut self, report: &Report) -> Info {
        let pv = playable(&self.game, &report.pv);
        let line = self.writing.report(self.game.position(), report, &pv);
        self.has_shown = true;
        if report.multipv == 1 {
            (self.printed_at, self.shown_nodes) = (report.time, report.nodes);
            self.shown_length = report.pv.len();
            self.shown = pv.into_iter().take(2).collect();
        }
        line
    }

    /// What is still to be shown of the best lines. GUIs take the final nodes and time from the
    /// last of them, and those of a search that was stopped within an iteration are news.
    fn last_lines(&mut self, result: &SearchResult) -> Vec<Info> {
        let held = std::mem::take(&mut self.held);
        let is_news = result
            .lines
            .first()
            .is_some_and(|best| best.nodes > self.shown_nodes || best.pv.len() > self.shown_length);
        let last = if is_news { &result.lines } else { &held };
        last.iter().map(|report| self.line(report)).collect()
    }

    /// A last line for a search that decided for something else than it has shown last, or that
    /// has shown nothing: some clients take a best move without any line before it for an error.
    fn decision(&self, result: &SearchResult, pv: &[Move]) -> Info {
        Info {
            depth: u32::try_from(result.depth).ok(),
            nodes: Some(result.nodes).filter(|nodes| *nodes > 0),
            pv: MoveLine::from_moves(pv.iter().copied(), self.writing.style),
            ..self.writing.scored(self.game.position(), result.score, Bound::Exact)
        }
    }
}

impl<W: Write + Send> Listener for Printer<W> {
    fn report(&mut self, _: &Position, report: &Report) {
        if report.bound == Bound::Exact {
            if self.holds_back(report) {
                self.held.push(report.clone());
            } else {
                self.print(report);
            }
        } else if report.time >= TALK_AFTER {
            self.print(report);
        }
    }

    fn root_move(&mut self, _: &Position, root: &RootMove) {
        self.write_gathered(root.time);
        if root.time >= TALK_AFTER {
            self.output.line(self.writing.root_move(root));
        }
    }

    fn result(&mut self, _: &Position, result: &SearchResult) {
        let mut lines = std::mem::take(&mut self.gathered);
        lines.extend(self.last_lines(result));
        let pv = playable(&self.game, &result.pv);
        if !self.has_shown || !pv.iter().take(2).eq(&self.shown) {
            lines.push(self.decision(result, &pv));
        }
        let text = |mv: &Move| MoveText::new(*mv, self.writing.style);
        let best = BestMove { best: pv.first().map(text), ponder: pv.get(1).map(text) };
        let lines = lines.into_iter().map(|line| line.to_string());
        self.output.lines(lines.chain([best.to_string()]));
    }
}

#[cfg(test)]
mod tests;
