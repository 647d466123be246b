//! Ferz in this process, without pipes.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use ferz_engine::{Engine, Listener, Order};
use ferz_rules::{Move, Position};
use ferz_search::{Bound, Report, SearchResult};
use ferz_uci::{search_limits, set_engine_option, shown_score};

use crate::player::{
    Answer, Failure, Fault, Opinion, Player, PlayerError, PlayerFault, PlayerSpec, Turn,
};

pub(super) struct InsidePlayer {
    spec: PlayerSpec,
    engine: Engine,
    pondering: Option<Pondering>,
    is_broken: bool,
}

/// A search on the opponent's time.
struct Pondering {
    expected: Move,
    done: Receiver<(SearchResult, Opinion)>,
}

impl InsidePlayer {
    pub(super) fn start(spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let engine = build(spec)?;
        Ok(Self { spec: spec.clone(), engine, pondering: None, is_broken: false })
    }

    /// A panic of our own engine costs the game as a crash would: the match goes on.
    fn search(&mut self, turn: &Turn<'_>) -> Result<(SearchResult, Opinion), Fault> {
        let position = turn.game.position();
        let limits = search_limits(turn.go, position, self.engine.settings().overhead)
            .map_err(|error| Fault::IllegalMove(error.to_string()))?;
        self.engine.set_game(turn.game.clone());
        let mut opinion = Opinion::default();
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            self.engine.think(&limits, &mut |report| hear(&mut opinion, position, report))
        }));
        let result = result.map_err(|payload| {
            self.is_broken = true;
            Fault::Crash(panic_text(payload.as_ref()))
        })?;
        Ok((result, opinion))
    }

    fn hit(&mut self, pondering: &Pondering) -> Result<(SearchResult, Opinion), Fault> {
        self.engine.ponder_hit();
        pondering.done.recv().map_err(|_| {
            self.is_broken = true;
            Fault::Crash("the search ended without a result".to_owned())
        })
    }
}

impl Player for InsidePlayer {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        if self.is_broken {
            self.engine = build(&self.spec)?;
            self.is_broken = false;
        }
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        if turn.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let started = Instant::now();
        let (result, mut opinion) = match self.pondering.take() {
            Some(pondering) if turn.game.moves().last() == Some(pondering.expected) => {
                self.hit(&pondering)?
            }
            _ => self.search(turn)?,
        };
        let elapsed = started.elapsed();
        opinion.nodes = Some(result.nodes);
        // There is no pipe between us, so what it has used is what we have measured.
        opinion.time = Some(elapsed);
        opinion.score.get_or_insert_with(|| shown_score(result.score, turn.game.position()));
        let mv = result.best.ok_or(Fault::NoMove)?;
        Ok(Answer { mv, ponder: result.ponder, opinion, elapsed })
    }

    fn ponder(&mut self, turn: &Turn<'_>, expected: Move) -> Result<(), Failure> {
        let mut game = turn.game.clone();
        let illegal = |text: String| Failure::Fault(Fault::IllegalMove(text));
        game.play(expected).map_err(|error| illegal(error.to_string()))?;
        let overhead = self.engine.settings().overhead;
        let limits = search_limits(turn.go, game.position(), overhead)
            .map_err(|error| illegal(error.to_string()))?;
        self.engine.set_game(game);
        let (sender, done) = channel();
        let listener = Reporter { sender, opinion: Opinion::default() };
        self.engine.go(Order { limits, infinite: false, ponder: true }, listener);
        self.pondering = Some(Pondering { expected, done });
        Ok(())
    }

    fn game_over(&mut self) {
        self.pondering = None;
        self.engine.stop();
        self.engine.wait();
    }

    fn title(&self) -> String {
        concat!("Ferz ", env!("CARGO_PKG_VERSION")).to_owned()
    }
}

fn build(spec: &PlayerSpec) -> Result<Engine, PlayerError> {
    let mut engine = Engine::default();
    for (name, value) in &spec.options {
        set_engine_option(&mut engine, name, Some(value)).map_err(|error| PlayerError {
            name: spec.name.clone(),
            cause: PlayerFault::Option(error),
        })?;
    }
    Ok(engine)
}

/// Sends what a ponder search has found.
struct Reporter {
    sender: Sender<(SearchResult, Opinion)>,
    opinion: Opinion,
}

impl Listener for Reporter {
    fn report(&mut self, position: &Position, report: &Report) {
        hear(&mut self.opinion, position, report);
    }

    fn result(&mut self, _: &Position, result: &SearchResult) {
        // Nobody listens any more if the expected move was not played.
        let _ = self.sender.send((result.clone(), self.opinion));
    }
}

/// Scores are noted as a GUI would be shown them, so that they mean the same as other engines'.
fn hear(opinion: &mut Opinion, position: &Position, report: &Report) {
    if report.multipv == 1 && report.bound == Bound::Exact {
        *opinion = Opinion {
            score: Some(shown_score(report.score, position)),
            depth: u32::try_from(report.depth).ok(),
            selective_depth: u32::try_from(report.selective_depth).ok(),
            nodes: Some(report.nodes),
            time: Some(report.time),
            latency: None,
        };
    }
}

fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.unwrap_or_else(|| "no message".to_owned()))
}
