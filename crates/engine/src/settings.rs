//! What a user can set.

use std::time::Duration;

use ferz_eval::EvaluatorKind;
use ferz_search::Features;

/// The settings of an engine, each in force from the next search on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Mebibytes of the transposition table.
    pub hash: usize,
    /// How many best lines are worked out.
    pub multipv: usize,
    /// Time lost between the clock and the engine.
    pub overhead: Duration,
    /// Which evaluation is used.
    pub evaluator: EvaluatorKind,
    /// Which techniques of the search are switched on.
    pub features: Features,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            multipv: 1,
            overhead: Duration::from_millis(10),
            evaluator: EvaluatorKind::Classical,
            features: Features::default(),
        }
    }
}
