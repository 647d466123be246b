//! What tables do for one search: which moves it may choose from, what its scores mean, and how
//! its line goes on.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use ferz_rules::{Game, Move};
use ferz_search::{Limits, Report, Score, SearchResult, TableUse, Wdl};

use super::Tablebases;
use super::rank::RankedMove;
use crate::settings::{Settings, TableSettings};

/// Ranking the moves and completing a line may each take so long where no clock runs.
const UNHURRIED: Duration = Duration::from_secs(1);

/// The tables of a search whose root they know.
pub(crate) struct RootTables {
    tables: Arc<Tablebases>,
    fifty_moves: bool,
    /// The moves that the search chooses from, the best first.
    kept: Vec<RankedMove>,
    game: Game,
    /// How long completing the line may take.
    patience: Duration,
    /// How many positions were looked up.
    hits: u64,
}

impl RootTables {
    /// Asks the tables about the root, and tells the search how to use them: if they know the
    /// distances at the root, only moves that keep the result are searched, and the tree is left
    /// alone, so that it looks for mates; otherwise the tree asks them itself.
    pub(crate) fn consult(settings: &Settings, game: &Game, limits: &mut Limits) -> Option<Self> {
        let TableSettings { tables, probe_depth, probe_limit, fifty_moves } = &settings.tables;
        let (tables, fifty_moves) = (Arc::clone(tables.as_ref()?), *fifty_moves);
        let pieces = tables.max_pieces().min(*probe_limit);
        if pieces == 0 {
            return None;
        }
        limits.tables = Some(TableUse {
            tables: tables.clone(),
            pieces,
            depth: *probe_depth,
            fifty_moves,
            hits: Arc::new(AtomicU64::new(0)),
        });
        if game.position().occupied().len() > pieces {
            return None;
        }
        let start = limits.start.unwrap_or_else(Instant::now);
        let deadline = start + limits.time.map_or(UNHURRIED, |budget| budget.hard / 4);
        let patience = || Instant::now() < deadline;
        let mut ranked = tables.rank_while(game, fifty_moves, &patience)?;
        let hits = ranked.len() as u64;
        ranked.retain(|ranked| allows(&limits.root_moves, ranked.mv));
        let kept = keep(ranked, settings.multipv);
        let best = *kept.first()?;
        limits.root_moves = kept.iter().map(|ranked| ranked.mv).collect();
        if best.dtz.is_some() || best.result <= Wdl::Draw {
            limits.tables = None;
        }
        let patience = if limits.time.is_some() { settings.overhead / 2 } else { UNHURRIED };
        Some(Self { tables, fifty_moves, kept, game: game.clone(), patience, hits })
    }

    /// Gives a line the score that the tables know better, unless the search has found the mate.
    pub(crate) fn correct(&self, report: &mut Report) {
        report.tb_hits += self.hits;
        if let Some(score) = report.pv.first().and_then(|mv| self.known_score(*mv, report.score)) {
            report.score = score;
        }
    }

    fn known_score(&self, mv: Move, searched: Score) -> Option<Score> {
        let ranked = self.kept.iter().find(|ranked| ranked.mv == mv)?;
        Some(match ranked.result {
            Wdl::Win if searched.is_win() => searched,
            Wdl::Loss if searched.is_loss() => searched,
            Wdl::Win => Score::tablebase_win(1),
            Wdl::Loss => -Score::tablebase_win(1),
            result => Score::centipawns(2 * result.number()),
        })
    }

    /// Puts the result in the order of the tables, and completes the line of a decided game.
    pub(crate) fn finish(&self, result: &mut SearchResult) {
        for line in &mut result.lines {
            self.correct(line);
        }
        let rank = |line: &Report| {
            let of = |mv: &Move| self.kept.iter().find(|ranked| ranked.mv == *mv);
            line.pv.first().and_then(of).map(|ranked| ranked.rank)
        };
        result.lines.sort_by_key(|line| std::cmp::Reverse(rank(line)));
        for (index, line) in result.lines.iter_mut().enumerate() {
            line.multipv = index + 1;
        }
        let Some(best) = result.lines.first_mut() else { return };
        if best.score.is_decisive() {
            let deadline = Instant::now() + self.patience;
            let patience = || Instant::now() < deadline;
            let line = self.tables.complete(&self.game, &best.pv, self.fifty_moves, &patience);
            if line.len() > best.pv.len() && line.first() == best.pv.first() {
                best.pv = line;
            }
        }
        result.score = best.score;
        result.pv.clone_from(&best.pv);
        result.best = best.pv.first().copied();
        result.ponder = best.pv.get(1).copied();
    }
}

fn allows(root_moves: &[Move], mv: Move) -> bool {
    root_moves.is_empty() || root_moves.contains(&mv)
}

/// The moves of the best rank; more if so many lines are asked for.
fn keep(mut ranked: Vec<RankedMove>, lines: usize) -> Vec<RankedMove> {
    let last = lines.clamp(1, ranked.len().max(1)) - 1;
    if let Some(rank) = ranked.get(last).map(|ranked| ranked.rank) {
        ranked.retain(|ranked| ranked.rank >= rank);
    }
    ranked
}
