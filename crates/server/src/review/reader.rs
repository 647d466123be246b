//! Reads a game for the queue, position by position.

use std::sync::{Arc, Weak};

use ferz_lab::analysis::Opinion;
use ferz_rules::{Game, Position};
use ferz_search::{Limits as SearchLimits, Report, SearchResult};

use super::record::ReviewState;
use super::{Job, Reviews, lock};
use crate::queue::Watcher;

/// Takes the opinions of a review from the engine.
pub(super) struct Reader {
    reviews: Weak<Reviews>,
    job: Arc<Job>,
    limits: SearchLimits,
}

impl Reader {
    pub(super) const fn new(reviews: Weak<Reviews>, job: Arc<Job>, limits: SearchLimits) -> Self {
        Self { reviews, job, limits }
    }
}

impl Watcher for Reader {
    fn waiting(&mut self, _: usize) {}

    fn begin(&mut self) -> SearchLimits {
        self.limits.clone()
    }

    fn report(&mut self, _: &Position, _: &Report) {}

    fn finished(&mut self, position: &Position, result: Option<&SearchResult>) {
        let Some(reviews) = self.reviews.upgrade() else { return };
        match result {
            // A search that was cut short knows less than it should.
            _ if self.job.is_over() => reviews.leave(&self.job, ReviewState::Stopped),
            Some(result) => reviews.keep(&self.job, Opinion::of_search(position, result)),
            None => reviews.leave(&self.job, ReviewState::Failed),
        }
    }

    fn next(&mut self) -> Option<Game> {
        if self.job.is_over() || self.reviews.strong_count() == 0 {
            return None;
        }
        lock(&self.job.review).next_game()
    }
}
