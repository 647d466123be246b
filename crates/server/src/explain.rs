//! Moves in words: two short searches of the queue, and what follows from them.

use std::sync::Arc;
use std::time::Duration;

use ferz_engine::{Settings, TableSettings};
use ferz_lab::explain::Explanation;
use ferz_rules::{Game, Move, Position};
use ferz_search::{Limits as SearchLimits, Report, SearchResult, TimeBudget};
use tokio::sync::oneshot;

use crate::config::Limits;
use crate::error::ApiError;
use crate::games::MoveLimit;
use crate::guard::Client;
use crate::id::random_name;
use crate::queue::{Lane, Queue, Search, Ticket, Watcher};

/// Nodes for each search where nothing else is said: a moment.
const DEFAULT_NODES: u64 = 200_000;
const HASH: usize = 16;

/// Where moves are explained.
pub(crate) struct Explainer {
    queue: Arc<Queue>,
    limits: Limits,
    endgames: TableSettings,
}

impl Explainer {
    pub(crate) const fn new(queue: Arc<Queue>, limits: Limits, endgames: TableSettings) -> Self {
        Self { queue, limits, endgames }
    }

    /// Explains a legal move of a game. Who no longer waits for the answer ends the search.
    pub(crate) async fn explain(
        &self,
        client: Client,
        game: Game,
        mv: Move,
        limit: MoveLimit,
    ) -> Result<Explanation, ApiError> {
        let limit = limit.settled(self.limits.analysis_turn)?;
        let (answer, answered) = oneshot::channel();
        let settings = Settings {
            hash: HASH.min(self.limits.hash),
            analyse_mode: true,
            tables: self.endgames.clone(),
            ..Settings::default()
        };
        let watcher = Asker {
            game: game.clone(),
            mv,
            limits: self.search_limits(limit),
            best: None,
            answer: Some(answer),
        };
        let ticket = self.queue.submit(Search {
            client,
            lane: Lane::Question,
            key: format!("question:{}", random_name()),
            settings,
            game,
            watcher: Box::new(watcher),
        })?;
        let _waiting = Waiting { queue: Arc::clone(&self.queue), ticket };
        let explanation = answered.await.ok().flatten();
        explanation.ok_or_else(|| ApiError::internal("the search has found no line"))
    }

    fn search_limits(&self, limit: MoveLimit) -> SearchLimits {
        let is_silent = limit == MoveLimit::default();
        let longest = limit.movetime.unwrap_or(self.limits.analysis_turn);
        SearchLimits {
            depth: limit.depth,
            nodes: limit.nodes.or(is_silent.then_some(DEFAULT_NODES)),
            time: Some(TimeBudget::exactly(Duration::from_millis(longest.max(1)))),
            ..SearchLimits::default()
        }
    }
}

/// Somebody who waits for the answer.
struct Waiting {
    queue: Arc<Queue>,
    ticket: Ticket,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.queue.stop(&self.ticket);
    }
}

/// Searches all moves, and then this one alone unless it is the best.
struct Asker {
    game: Game,
    mv: Move,
    limits: SearchLimits,
    best: Option<SearchResult>,
    answer: Option<oneshot::Sender<Option<Explanation>>>,
}

impl Asker {
    fn say(&mut self, explanation: Option<Explanation>) {
        if let Some(answer) = self.answer.take() {
            // Who no longer waits does not need it.
            let _ = answer.send(explanation);
        }
    }
}

impl Watcher for Asker {
    fn waiting(&mut self, _: usize) {}

    fn begin(&mut self) -> SearchLimits {
        let mut limits = self.limits.clone();
        if self.best.is_some() {
            limits.root_moves = vec![self.mv];
        }
        limits
    }

    fn report(&mut self, _: &Position, _: &Report) {}

    fn finished(&mut self, position: &Position, result: Option<&SearchResult>) {
        match (result, self.best.take()) {
            (None, _) => self.say(None),
            (Some(played), Some(best)) => {
                self.say(Explanation::new(position, self.mv, &best, played));
            }
            (Some(best), None) if best.best == Some(self.mv) => {
                self.say(Explanation::new(position, self.mv, best, best));
            }
            (Some(best), None) => self.best = Some(best.clone()),
        }
    }

    fn next(&mut self) -> Option<Game> {
        let is_wanted = self.answer.as_ref().is_some_and(|answer| !answer.is_closed());
        is_wanted.then(|| self.game.clone())
    }
}
