//! A searching thread with the evaluation it was made for.

use ferz_eval::{Classical, EvaluatorKind, Material};
use ferz_rules::Game;
use ferz_search::{Features, Limits, Report, RootMoveHook, SearchResult, Shared, Worker};

/// A worker for each evaluation: the choice is made here, once for a search, so that the tree
/// below is compiled for one evaluation alone.
pub(crate) enum Player {
    Classical(Box<Worker<Classical>>),
    Material(Box<Worker<Material>>),
}

impl Player {
    pub(crate) fn new(kind: EvaluatorKind, features: Features) -> Self {
        match kind {
            EvaluatorKind::Classical => {
                Self::Classical(Box::new(Worker::new(Classical::default(), features)))
            }
            EvaluatorKind::Material => Self::Material(Box::new(Worker::new(Material, features))),
        }
    }

    pub(crate) fn think(
        &mut self,
        shared: &Shared,
        game: &Game,
        limits: &Limits,
        multipv: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        match self {
            Self::Classical(worker) => worker.think(shared, game, limits, multipv, report),
            Self::Material(worker) => worker.think(shared, game, limits, multipv, report),
        }
    }

    pub(crate) fn on_root_move(&mut self, hook: Option<RootMoveHook>) {
        match self {
            Self::Classical(worker) => worker.on_root_move(hook),
            Self::Material(worker) => worker.on_root_move(hook),
        }
    }

    pub(crate) fn new_game(&mut self) {
        match self {
            Self::Classical(worker) => worker.new_game(),
            Self::Material(worker) => worker.new_game(),
        }
    }
}
