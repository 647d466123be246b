//! What is to be analysed.

use std::time::Duration;

use ferz_engine::{Settings, TableSettings};
use ferz_rules::{Game, Position};
use ferz_search::{Limits as SearchLimits, TimeBudget};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::config::Limits;
use crate::error::ApiError;
use crate::games::{MoveLimit, evaluator};
use crate::wire::{Variant, read_fen, read_line};

const DEFAULT_HASH: usize = 16;
const LONGEST_NAME: usize = 64;

/// An order of lichess's external engine protocol.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct AnalyseRequest {
    /// What to do.
    pub(crate) work: Work,
}

/// What to analyse, and for how long.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Work {
    /// A name for the analysis: another one of this name ends it.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) session_id: Option<String>,
    /// How many threads search.
    #[serde(default)]
    threads: Option<usize>,
    /// Mebibytes of the table.
    #[serde(default)]
    hash: Option<usize>,
    /// How many lines.
    #[serde(default)]
    multi_pv: Option<usize>,
    /// `chess` or `chess960`.
    #[serde(default)]
    variant: Variant,
    /// Where to start; the ordinary start if it is missing.
    #[serde(default)]
    initial_fen: Option<String>,
    /// The moves from there.
    #[serde(default)]
    moves: Vec<String>,
    /// Milliseconds.
    #[serde(default)]
    #[schema(minimum = 1)]
    movetime: Option<u64>,
    /// Plies.
    #[serde(default)]
    #[schema(minimum = 1)]
    depth: Option<i32>,
    /// Nodes.
    #[serde(default)]
    #[schema(minimum = 1)]
    nodes: Option<u64>,
    /// As long as the server allows.
    #[serde(default)]
    infinite: Option<bool>,
    /// `nnue`, `classical`, `evolved` or `material`.
    #[serde(default)]
    evaluator: Option<String>,
}

/// A work that can be done.
pub(super) struct Task {
    pub(super) session: Option<String>,
    pub(super) variant: Variant,
    pub(super) game: Game,
    pub(super) settings: Settings,
    limit: MoveLimit,
    /// Milliseconds after which it ends in any case.
    longest: u64,
}

impl Work {
    pub(super) fn settle(
        self,
        limits: &Limits,
        endgames: &TableSettings,
    ) -> Result<Task, ApiError> {
        let session = self.session_id.filter(|name| !name.is_empty());
        if let Some(name) = &session
            && name.len() > LONGEST_NAME
        {
            return Err(ApiError::value("sessionId", name, "at most 64 characters"));
        }
        let start = match &self.initial_fen {
            Some(fen) if fen.trim() != "startpos" => read_fen(fen)?,
            _ => Position::startpos(),
        };
        let variant = self.variant.of(&start);
        let game = read_line(start, &self.moves, variant)?;
        let limit = MoveLimit { movetime: self.movetime, nodes: self.nodes, depth: self.depth };
        let limit = limit.settled(limits.analysis_time)?;
        let limit = if self.infinite == Some(true) { MoveLimit::default() } else { limit };
        let settings = Settings {
            threads: self.threads.unwrap_or(1).clamp(1, limits.threads),
            hash: self.hash.unwrap_or(DEFAULT_HASH).clamp(1, limits.hash),
            multipv: self.multi_pv.unwrap_or(1).clamp(1, limits.multipv),
            evaluator: evaluator(self.evaluator.as_deref())?,
            analyse_mode: true,
            tables: endgames.clone(),
            ..Settings::default()
        };
        let longest = limits.analysis_time;
        Ok(Task { session, variant, game, settings, limit, longest })
    }
}

impl Task {
    /// What is left of the limits after so many milliseconds and nodes.
    pub(super) fn limits(&self, time: u64, nodes: u64) -> SearchLimits {
        let longest = self.limit.movetime.unwrap_or(self.longest);
        // A search that has used everything up still needs a moment to say what it thinks.
        let left = Duration::from_millis(longest.saturating_sub(time).max(1));
        SearchLimits {
            depth: self.limit.depth,
            nodes: self.limit.nodes.map(|limit| limit.saturating_sub(nodes).max(1)),
            time: Some(TimeBudget::exactly(left)),
            ..SearchLimits::default()
        }
    }
}
