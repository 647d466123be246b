//! What endgame tables do for a node.

use ferz_eval::Evaluator;
use ferz_rules::Position;

use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Record};
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

/// What is known of a node's score before it is searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The score, if nothing is left to be searched.
    pub(super) settled: Option<Score>,
    pub(super) at_least: Score,
    pub(super) at_most: Score,
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self =
        Self { settled: None, at_least: Score::NEG_INFINITY, at_most: Score::INFINITY };
}

/// A table's word is worth so much more depth than a search of the same node.
const EXTRA_DEPTH: i32 = 6;

impl<E: Evaluator> Worker<E> {
    /// Asks the tables. A win or loss is a bound, since there may be a mate; where the exact score
    /// is asked for, the search goes on within it.
    pub(super) fn ask_tables(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Known, Stopped> {
        let Some(tables) = &self.limits.tables else { return Ok(Known::NOTHING) };
        let Some(result) = tables.probe(position, depth) else { return Ok(Known::NOTHING) };
        let score = tables.score(result, ply);
        // A disk may have taken as long as many thousand nodes.
        if self.must_stop(shared) {
            return Err(Stopped);
        }
        let (bound, settles) = if score.is_win() {
            (Bound::Lower, window.fails_high(score))
        } else if score.is_loss() {
            (Bound::Upper, window.fails_low(score))
        } else {
            (Bound::Exact, true)
        };
        if settles {
            let depth = (depth + EXTRA_DEPTH).min(MAX_PLY as i32 - 1);
            let record = Record { mv: None, score, eval: None, depth, bound, is_pv: false };
            shared.tt.store(position.key(), ply, &record);
            return Ok(Known { settled: Some(score), ..Known::NOTHING });
        }
        Ok(match bound {
            Bound::Lower if !window.is_null() => Known { at_least: score, ..Known::NOTHING },
            Bound::Upper if !window.is_null() => Known { at_most: score, ..Known::NOTHING },
            _ => Known::NOTHING,
        })
    }

    /// How often tables had the answer.
    pub(crate) fn table_hits(&self) -> u64 {
        let hits =
            |tables: &crate::TableUse| tables.hits.load(std::sync::atomic::Ordering::Relaxed);
        self.limits.tables.as_ref().map_or(0, hits)
    }
}
