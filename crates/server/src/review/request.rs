//! Reviews that clients ask for.

use std::time::Duration;

use ferz_engine::{Settings, TableSettings};
use ferz_lab::analysis::Annotation;
use ferz_search::{Limits as SearchLimits, TimeBudget};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Limits;
use crate::error::ApiError;
use crate::games::{MoveLimit, evaluator};

/// Nodes for a position where nothing else is said: about a tenth of a second.
const DEFAULT_NODES: u64 = 100_000;
const DEFAULT_HASH: usize = 64;
const LONGEST_LINE: usize = 100;

/// A game to be analysed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReview {
    /// The game: the first of this text.
    #[schema(example = "1. f3 e5 2. g4 Qh4# 0-1")]
    pub(crate) pgn: String,
    /// How long to think about each position; 100000 nodes if nothing is said.
    #[serde(default)]
    limit: MoveLimit,
    /// How many threads search.
    #[serde(default)]
    threads: Option<usize>,
    /// Mebibytes of the table.
    #[serde(default)]
    hash: Option<usize>,
    /// How many better lines are shown at a mistake.
    #[serde(default)]
    multipv: Option<usize>,
    /// `nnue`, `classical`, `evolved` or `material`.
    #[serde(default)]
    evaluator: Option<String>,
    /// How many half-moves of better lines are written; ten if it is missing, none for 0.
    #[serde(default)]
    line: Option<usize>,
    /// Whether White's chances are written as `[%wdl …]`.
    #[serde(default)]
    wdl: bool,
    /// Whether evaluations that are there already are replaced.
    #[serde(default)]
    replace: bool,
}

impl NewReview {
    /// The request with everything filled in and nothing beyond the limits.
    pub(super) fn settled(mut self, limits: &Limits) -> Result<Self, ApiError> {
        self.limit = self.limit.settled(limits.analysis_turn)?;
        if self.limit == MoveLimit::default() {
            self.limit.nodes = Some(DEFAULT_NODES);
        }
        self.threads = Some(self.threads.unwrap_or(1).clamp(1, limits.threads));
        self.hash = Some(self.hash.unwrap_or(DEFAULT_HASH).clamp(1, limits.hash));
        self.multipv = Some(self.multipv.unwrap_or(1).clamp(1, limits.multipv));
        self.evaluator = Some(evaluator(self.evaluator.as_deref())?.name().to_owned());
        self.line = Some(self.line.unwrap_or(Annotation::default().line_length).min(LONGEST_LINE));
        Ok(self)
    }

    pub(super) fn settings(&self, endgames: &TableSettings) -> Result<Settings, ApiError> {
        Ok(Settings {
            threads: self.threads.unwrap_or(1),
            hash: self.hash.unwrap_or(DEFAULT_HASH),
            multipv: self.multipv.unwrap_or(1),
            evaluator: evaluator(self.evaluator.as_deref())?,
            analyse_mode: true,
            tables: endgames.clone(),
            ..Settings::default()
        })
    }

    /// The limits for a position: whatever was asked for, it takes no more than a turn.
    pub(super) fn search_limits(&self, limits: &Limits) -> SearchLimits {
        let longest = self.limit.movetime.unwrap_or(limits.analysis_turn);
        let longest = Duration::from_millis(longest.min(limits.analysis_turn).max(1));
        SearchLimits {
            depth: self.limit.depth,
            nodes: self.limit.nodes,
            time: Some(TimeBudget::exactly(longest)),
            ..SearchLimits::default()
        }
    }

    pub(super) fn annotation(&self) -> Annotation {
        let usual = Annotation::default();
        Annotation {
            wdl: self.wdl,
            line_length: self.line.unwrap_or(usual.line_length),
            replaces: self.replace,
        }
    }
}
