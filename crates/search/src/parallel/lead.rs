//! The leader of a team: it ends the search for all and takes their votes.

use std::sync::atomic::Ordering;

use ferz_eval::Evaluator;
use ferz_rules::Game;

use super::vote::elect;
use crate::limits::Limits;
use crate::report::{Report, SearchResult};
use crate::statistics::Statistics;
use crate::worker::{Shared, Worker};

/// Ends the search for all, also where the leader is thrown off its path.
struct Leading<'a>(&'a Shared);

impl Leading<'_> {
    fn end(&self) -> (Vec<SearchResult>, Statistics) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.0.team.close()
    }
}

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

impl<E: Evaluator> Worker<E> {
    /// Searches with the team and answers for it.
    pub(crate) fn lead(
        &mut self,
        shared: &Shared,
        game: &Game,
        limits: &Limits,
        multipv: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let leading = Leading(shared);
        let own = self.deepen(shared, game, limits, multipv, report);
        let (others, mut statistics) = leading.end();
        statistics += &own.statistics;
        // The nodes that helpers had not told of when the leader ended.
        let nodes = shared.team.nodes();
        let mut candidates = vec![own.clone()];
        // Helpers work out one line, which is no answer to who asks for several.
        if multipv <= 1 && own.best.is_some() {
            candidates.extend(others.into_iter().filter(|other| other.depth > 0));
        }
        if let Some(asked) = limits.depth
            && candidates.iter().any(|result| result.depth >= asked)
        {
            candidates.retain(|result| result.depth >= asked);
        }
        let mut result = elect(candidates).unwrap_or(own);
        result.nodes = nodes;
        result.statistics = statistics;
        for line in &mut result.lines {
            line.nodes = nodes;
        }
        result
    }
}
