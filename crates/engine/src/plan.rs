//! What is settled before a search begins: a move from the book, the moves that endgame tables
//! leave, or how much weaker than it can the engine is to play.

use std::borrow::Cow;

use ferz_rules::Game;
use ferz_search::{Limits, Report, SearchResult};

use crate::settings::Settings;
use crate::strength::Handicap;
use crate::tablebase::RootTables;

/// How one search is set up, and what becomes of its findings.
pub(crate) struct Plan {
    tables: Option<RootTables>,
    handicap: Option<Handicap>,
    game: Game,
    /// How many lines are searched, and how many are told.
    pub(crate) multipv: usize,
    told: usize,
}

impl Plan {
    /// Sets a search up. One that only studies a position is neither taken from the book nor
    /// handicapped; one that ponders cannot be taken from the book.
    pub(crate) fn make(
        settings: &Settings,
        game: &Game,
        limits: &mut Limits,
        purpose: Purpose,
        whim: u64,
    ) -> Self {
        let plays = purpose != Purpose::Study && !settings.analyse_mode;
        if plays && purpose == Purpose::Play {
            settings.book.consult(game, limits);
        }
        let handicap = if plays { settings.strength.handicap() } else { None };
        let told = settings.multipv;
        let mut multipv = told;
        let mut tables = None;
        if let Some(handicap) = &handicap {
            // Who plays like a beginner knows no tables.
            handicap.prepare(game, limits, whim);
            multipv = multipv.max(handicap.candidates(game.position()));
        } else {
            tables = RootTables::consult(settings, game, limits);
        }
        Self { tables, handicap, game: game.clone(), multipv, told }
    }

    /// What is told of a line that the search reports: nothing of lines that nobody asked for.
    pub(crate) fn told<'a>(&self, report: &'a Report) -> Option<Cow<'a, Report>> {
        if report.multipv > self.told {
            return None;
        }
        let Some(tables) = &self.tables else { return Some(Cow::Borrowed(report)) };
        let mut report = report.clone();
        tables.correct(&mut report);
        Some(Cow::Owned(report))
    }

    /// Decides which line is played.
    pub(crate) fn finish(&self, result: &mut SearchResult) {
        if let Some(tables) = &self.tables {
            tables.finish(result);
        }
        if let Some(handicap) = &self.handicap {
            handicap.choose(&self.game, result);
            result.lines.truncate(self.told);
        }
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A move that is played.
    Play,
    /// A move that may be played later.
    Ponder,
    /// Nothing but insight.
    Study,
}
