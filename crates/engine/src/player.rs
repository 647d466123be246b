//! A searching thread with the evaluation it was made for.

use ferz_eval::{Classical, Evaluator, EvaluatorKind, Material};
use ferz_rules::Game;
use ferz_search::{Limits, Report, RootMoveHook, SearchResult, Shared, Tracer, Worker};

use crate::settings::Settings;

/// A worker for each evaluation: the choice is made here, once for a search, so that the tree
/// below is compiled for one evaluation alone.
pub(crate) enum Player {
    Classical(Box<Worker<Classical>>),
    Material(Box<Worker<Material>>),
}

impl Player {
    pub(crate) fn new(settings: &Settings) -> Self {
        match settings.evaluator {
            EvaluatorKind::Classical => Self::Classical(worker(Classical::default(), settings)),
            EvaluatorKind::Material => Self::Material(worker(Material, settings)),
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

    pub(crate) fn set_tracer(&mut self, tracer: Option<Box<dyn Tracer>>) {
        match self {
            Self::Classical(worker) => worker.set_tracer(tracer),
            Self::Material(worker) => worker.set_tracer(tracer),
        }
    }

    pub(crate) fn new_game(&mut self) {
        match self {
            Self::Classical(worker) => worker.new_game(),
            Self::Material(worker) => worker.new_game(),
        }
    }
}

fn worker<E: Evaluator>(eval: E, settings: &Settings) -> Box<Worker<E>> {
    let mut worker = Box::new(Worker::new(eval, settings.features));
    worker.set_driver(settings.root_driver);
    worker
}
