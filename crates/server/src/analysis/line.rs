//! Lines of analysis as JSON.

use ferz_engine::WdlModel;
use ferz_rules::{Color, Move, Position};
use ferz_search::{Bound, Report, SearchResult};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::work::Task;
use crate::wire::{Value, Variant};

/// What a search has found so far. A search that waits has lines with `waiting` alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisLine {
    /// Milliseconds.
    time: u64,
    /// The iteration.
    depth: i32,
    /// All nodes.
    nodes: u64,
    /// The best lines, the best first.
    pvs: Vec<Pv>,
    /// Nodes in a second.
    nps: u64,
    /// How full the table is, in thousandths.
    hashfull: usize,
    /// How often endgame tables had the answer.
    tbhits: u64,
    /// The position.
    fen: String,
    /// The name of the analysis.
    session: String,
    /// Whether it is the last one.
    #[serde(rename = "final")]
    is_last: bool,
    /// The best move, in the last line.
    #[serde(skip_serializing_if = "Option::is_none")]
    bestmove: Option<String>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct Pv {
    /// The iteration it was found in.
    depth: i32,
    /// What it is worth for White.
    #[serde(flatten)]
    value: Value,
    /// Its moves as UCI writes them.
    moves: String,
    /// Its moves as people write them.
    san: String,
    /// The longest line that was looked at.
    seldepth: usize,
    /// The chances of White to win, draw and lose, in thousandths.
    wdl: [u32; 3],
}

/// Puts lines together from what a search says bit by bit.
pub(super) struct Board {
    session: String,
    variant: Variant,
    /// How many lines make a whole.
    count: usize,
    pvs: Vec<Pv>,
    shown: Option<AnalysisLine>,
    /// Milliseconds and nodes of earlier turns.
    earlier: (u64, u64),
}

impl Board {
    pub(super) fn new(task: &Task, session: &str) -> Self {
        let legal = task.game.position().legal_moves().len();
        Self {
            session: session.to_owned(),
            variant: task.variant,
            count: task.settings.multipv.min(legal),
            pvs: Vec::new(),
            shown: None,
            earlier: (0, 0),
        }
    }

    pub(super) fn waiting(&self, ahead: usize) -> String {
        json!({ "waiting": ahead, "session": self.session }).to_string()
    }

    /// A turn begins: what was used before counts too.
    pub(super) fn begin(&mut self) {
        if let Some(line) = &self.shown {
            self.earlier = (line.time, line.nodes);
        }
        self.pvs.clear();
    }

    pub(super) const fn used_time(&self) -> u64 {
        self.earlier.0
    }

    pub(super) const fn used_nodes(&self) -> u64 {
        self.earlier.1
    }

    /// Takes a report; gives a line when all of its depth are there.
    pub(super) fn take(&mut self, position: &Position, report: &Report) -> Option<String> {
        if report.bound != Bound::Exact || report.multipv == 0 || report.multipv > self.count {
            return None;
        }
        self.pvs.truncate(report.multipv - 1);
        if self.pvs.len() + 1 != report.multipv {
            return None;
        }
        self.pvs.push(self.pv(position, report));
        // A search that had made room begins again, and says nothing new for a while.
        let is_old = self.shown.as_ref().is_some_and(|shown| shown.depth > report.depth);
        if self.pvs.len() < self.count || is_old {
            return None;
        }
        let line = self.line(position, report, self.pvs.clone());
        let text = text(&line);
        self.shown = Some(line);
        Some(text)
    }

    /// The last line.
    pub(super) fn last(&mut self, position: &Position, result: Option<&SearchResult>) -> String {
        if let Some(result) = result
            && let Some(report) = result.lines.first()
            && self.shown.as_ref().is_none_or(|shown| shown.depth <= report.depth)
        {
            let pvs = result.lines.iter().map(|report| self.pv(position, report)).collect();
            self.shown = Some(self.line(position, report, pvs));
        }
        let mut line = self.shown.take().unwrap_or_else(|| self.empty(position));
        line.is_last = true;
        line.bestmove = match line.pvs.first() {
            Some(pv) => pv.moves.split(' ').next().map(str::to_owned),
            None => result.and_then(|result| result.best).map(|mv| self.uci(mv)),
        };
        text(&line)
    }

    fn line(&self, position: &Position, report: &Report, pvs: Vec<Pv>) -> AnalysisLine {
        let turn = report.time.as_millis() as u64;
        let micros = report.time.as_micros().max(1);
        AnalysisLine {
            time: self.earlier.0 + turn,
            depth: report.depth,
            nodes: self.earlier.1 + report.nodes,
            pvs,
            nps: (u128::from(report.nodes) * 1_000_000 / micros) as u64,
            hashfull: report.permille_full,
            tbhits: report.tb_hits,
            fen: position.to_string(),
            session: self.session.clone(),
            is_last: false,
            bestmove: None,
        }
    }

    fn empty(&self, position: &Position) -> AnalysisLine {
        AnalysisLine {
            time: self.earlier.0,
            depth: 0,
            nodes: self.earlier.1,
            pvs: Vec::new(),
            nps: 0,
            hashfull: 0,
            tbhits: 0,
            fen: position.to_string(),
            session: self.session.clone(),
            is_last: true,
            bestmove: None,
        }
    }

    fn pv(&self, position: &Position, report: &Report) -> Pv {
        let chances = WdlModel::OWN.chances(report.score, position);
        let mut wdl = [chances.win, chances.draw, chances.loss];
        if position.turn() == Color::Black {
            wdl.reverse();
        }
        let (moves, san) = self.notations(position, &report.pv);
        Pv {
            depth: report.depth,
            value: Value::new(report.score, position),
            moves,
            san,
            seldepth: report.selective_depth,
            wdl,
        }
    }

    fn notations(&self, position: &Position, moves: &[Move]) -> (String, String) {
        let mut position = position.clone();
        let (mut ucis, mut sans) = (Vec::new(), Vec::new());
        for &mv in moves {
            let san = position.san(mv);
            if position.try_play(mv).is_err() {
                break;
            }
            ucis.push(self.uci(mv));
            sans.push(san);
        }
        (ucis.join(" "), sans.join(" "))
    }

    fn uci(&self, mv: Move) -> String {
        mv.uci(self.variant.style()).to_string()
    }
}

fn text(line: &AnalysisLine) -> String {
    json!(line).to_string()
}
