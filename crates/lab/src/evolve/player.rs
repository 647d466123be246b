//! An agent at the board.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ferz_engine::{Agent, Engine, Settings};
use ferz_eval::EvaluatorKind;
use ferz_eval::evolved::{Chromosome, Evolved};
use ferz_rules::{Move, Position};
use ferz_uci::{ScoreValue, search_limits, shown_score};

use super::minimax::{Choice, Minimax};
use crate::limit::Limit;
use crate::player::{Answer, Failure, Fault, Opinion, Player, PlayerError, Turn};

/// Megabytes of the table of an agent that plays by the ordinary search.
const HASH: usize = 4;

/// How an agent finds its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentSearch {
    /// By the document's minimax, so many half-moves deep.
    Minimax(u32),
    /// By the search of Ferz, with so many nodes.
    Nodes(u64),
}

impl AgentSearch {
    /// The limit as the referee knows it.
    pub fn limit(self) -> Limit {
        match self {
            Self::Minimax(depth) => Limit { depth: Some(depth), ..Limit::default() },
            Self::Nodes(nodes) => Limit { nodes: Some(nodes), ..Limit::default() },
        }
    }
}

impl fmt::Display for AgentSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minimax(depth) => write!(f, "minimax at depth {depth}"),
            Self::Nodes(nodes) => write!(f, "the search of Ferz with {nodes} nodes"),
        }
    }
}

/// An engine that evaluates by these genes.
pub(super) fn engine(chromosome: &Chromosome) -> Engine {
    Engine::new(engine_settings(chromosome))
}

/// The settings of such an engine.
pub(super) fn engine_settings(chromosome: &Chromosome) -> Settings {
    let agent = Agent { name: "agent".to_owned(), chromosome: chromosome.clone() };
    Settings {
        hash: HASH,
        evaluator: EvaluatorKind::Evolved,
        agent: Some(Arc::new(agent)),
        ..Settings::default()
    }
}

/// An agent that plays.
pub(super) enum AgentPlayer {
    Minimax { eval: Evolved, depth: u32 },
    Engine(Box<Engine>),
}

impl AgentPlayer {
    pub(super) fn new(chromosome: &Chromosome, search: AgentSearch) -> Self {
        match search {
            AgentSearch::Minimax(depth) => Self::Minimax { eval: Evolved::new(chromosome), depth },
            AgentSearch::Nodes(_) => Self::Engine(Box::new(engine(chromosome))),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<(Option<Move>, Opinion), Failure> {
        let position = turn.game.position();
        match self {
            Self::Minimax { eval, depth } => {
                let mut minimax = Minimax::new(eval);
                let choice = minimax.choose(position, *depth);
                let opinion = Opinion {
                    score: choice.map(|choice| score(&choice)),
                    depth: Some(*depth),
                    nodes: Some(minimax.nodes),
                    ..Opinion::default()
                };
                Ok((choice.map(|choice| choice.mv), opinion))
            }
            Self::Engine(engine) => {
                let limits = search_limits(turn.go, position, Duration::ZERO)
                    .map_err(|error| Fault::IllegalMove(error.to_string()))?;
                engine.set_game(turn.game.clone());
                let result = engine.think(&limits, &mut |_| {});
                let opinion = Opinion {
                    score: Some(shown_score(result.score, position)),
                    depth: u32::try_from(result.depth).ok(),
                    nodes: Some(result.nodes),
                    ..Opinion::default()
                };
                Ok((result.best, opinion))
            }
        }
    }
}

impl Player for AgentPlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        if let Self::Engine(engine) = self {
            engine.new_game();
        }
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        if turn.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let started = Instant::now();
        let (mv, opinion) = self.choose(turn)?;
        let mv = mv.ok_or(Fault::NoMove)?;
        Ok(Answer { mv, ponder: None, opinion, elapsed: started.elapsed() })
    }

    fn ponder(&mut self, _: &Turn<'_>, _: Move) -> Result<(), Failure> {
        // It expects no move, so nobody asks it to.
        Ok(())
    }

    fn game_over(&mut self) {}

    fn title(&self) -> String {
        "agent".to_owned()
    }
}

/// What a choice is worth, as match runners write it.
fn score(choice: &Choice) -> ScoreValue {
    match choice.mate() {
        Some(plies) if plies > 0 => ScoreValue::Mate((plies + 1) as i32 / 2),
        Some(plies) => ScoreValue::Mate((plies - 1) as i32 / 2),
        None => ScoreValue::Centipawns((choice.value / Evolved::FINE_STEPS) as i32),
    }
}

/// Who can be asked for one move after another without a game: the moves that are chosen in
/// labelled positions.
pub(super) fn choose_move(eval: &Evolved, position: &Position, depth: u32) -> Option<Move> {
    Minimax::new(eval).choose(position, depth).map(|choice| choice.mv)
}
