//! A searching thread with the evaluation it was made for.

use std::sync::Arc;

use ferz_eval::evolved::Evolved;
use ferz_eval::nnue::Nnue;
use ferz_eval::{Classical, Evaluator, Material};
use ferz_rules::Game;
use ferz_search::{Limits, Report, RootMoveHook, SearchResult, Shared, Tracer, Worker};

use crate::settings::{Evaluation, Settings};

/// A worker for each evaluation: the choice is made here, once for a search, so that the tree
/// below is compiled for one evaluation alone.
pub(crate) enum Player {
    Classical(Box<Worker<Classical>>),
    Evolved(Box<Worker<Evolved>>),
    Material(Box<Worker<Material>>),
    Network(Box<Worker<Nnue>>),
}

/// The same expression for whichever worker it is.
macro_rules! each_worker {
    ($player:expr, $worker:ident => $call:expr) => {
        match $player {
            Player::Classical($worker) => $call,
            Player::Evolved($worker) => $call,
            Player::Material($worker) => $call,
            Player::Network($worker) => $call,
        }
    };
}

impl Player {
    pub(crate) fn new(settings: &Settings) -> Self {
        match settings.evaluation() {
            Evaluation::Classical => Self::Classical(worker(Classical::default(), settings)),
            Evaluation::Evolved(agent) => {
                Self::Evolved(worker(Evolved::new(&agent.chromosome), settings))
            }
            Evaluation::Material => Self::Material(worker(Material, settings)),
            Evaluation::Network(network) => {
                Self::Network(worker(Nnue::new(Arc::clone(network)), settings))
            }
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
        each_worker!(self, worker => worker.think(shared, game, limits, multipv, report))
    }

    pub(crate) fn help(&mut self, shared: &Shared, game: &Game, limits: &Limits, index: usize) {
        each_worker!(self, worker => worker.help(shared, game, limits, index));
    }

    pub(crate) fn on_root_move(&mut self, hook: Option<RootMoveHook>) {
        each_worker!(self, worker => worker.on_root_move(hook));
    }

    pub(crate) fn set_tracer(&mut self, tracer: Option<Box<dyn Tracer>>) {
        each_worker!(self, worker => worker.set_tracer(tracer));
    }

    pub(crate) fn new_game(&mut self) {
        each_worker!(self, worker => worker.new_game());
    }
}

fn worker<E: Evaluator>(eval: E, settings: &Settings) -> Box<Worker<E>> {
    let mut worker = Box::new(Worker::new(eval, settings.features));
    worker.set_driver(settings.root_driver);
    worker
}
