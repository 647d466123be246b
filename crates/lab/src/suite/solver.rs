//! Who tries to solve tasks: Ferz in this process, or any UCI engine.

use std::time::{Duration, Instant};

use ferz_engine::Engine;
use ferz_rules::{Game, Move};
use ferz_search::Bound;
use ferz_uci::{
    Client, Go, PositionText, ScoreValue, StartText, search_limits, set_engine_option, shown_score,
};

use super::{Attempt, Moment, SuiteFailure, Task};
use crate::player::{PlayerError, PlayerFault, PlayerKind, PlayerSpec};

/// How long an engine may be silent when nothing bounds its time, and how much longer than its
/// time it may take.
const PATIENCE: Duration = Duration::from_mins(10);
const MARGIN: Duration = Duration::from_secs(5);

pub(super) struct Solver {
    brain: Brain,
    go: Go,
    patience: Duration,
}

enum Brain {
    Inside(Box<Engine>),
    Process(Box<Client>),
}

impl Solver {
    pub(super) fn start(spec: &PlayerSpec) -> Result<Self, PlayerError> {
        let failed = |cause| PlayerError { name: spec.name.clone(), cause };
        let limit = &spec.limit;
        let go = Go {
            depth: limit.depth,
            nodes: limit.nodes,
            move_time: limit.move_time,
            ..Go::default()
        };
        if go == Go::default() {
            return Err(failed(PlayerFault::NoLimit));
        }
        let brain = match &spec.kind {
            PlayerKind::Inside => {
                let mut engine = Engine::default();
                for (name, value) in &spec.options {
                    set_engine_option(&mut engine, name, Some(value))
                        .map_err(|error| failed(PlayerFault::Option(error)))?;
                }
                Brain::Inside(Box::new(engine))
            }
            PlayerKind::Process { .. } => Brain::Process(Box::new(spec.start_client()?)),
        };
        let patience = limit.move_time.map_or(PATIENCE, |time| time + MARGIN);
        Ok(Self { brain, go, patience })
    }

    /// Tries a task with an empty memory.
    pub(super) fn attempt(&mut self, task: &Task) -> Result<Attempt, SuiteFailure> {
        let mut watch = Watch { task, solved: None, end: Moment::default(), score: None };
        let mv = match &mut self.brain {
            Brain::Inside(engine) => think_inside(engine, &self.go, &mut watch)?,
            Brain::Process(client) => {
                let thought = think_outside(client, &self.go, self.patience, &mut watch);
                thought.inspect_err(|_| {
                    // The next task gets an engine that works, if there can be one.
                    let _ = client.restart();
                })?
            }
        };
        Ok(watch.finish(mv))
    }
}

/// Watches how the chosen move changes.
struct Watch<'a> {
    task: &'a Task,
    solved: Option<Moment>,
    end: Moment,
    score: Option<ScoreValue>,
}

impl Watch<'_> {
    fn see(&mut self, mv: Move, score: Option<ScoreValue>, now: Moment) {
        (self.end, self.score) = (now, score);
        if self.task.is_met(mv, score) {
            self.solved.get_or_insert(now);
        } else {
            self.solved = None;
        }
    }

    /// The last word is the move that was played, which need not be the last that was told.
    fn finish(mut self, mv: Option<Move>) -> Attempt {
        match mv {
            Some(mv) => self.see(mv, self.score, self.end),
            None => self.solved = None,
        }
        Attempt { mv, solved: self.solved, end: self.end }
    }
}

fn think_inside(
    engine: &mut Engine,
    go: &Go,
    watch: &mut Watch<'_>,
) -> Result<Option<Move>, SuiteFailure> {
    let task = watch.task;
    let position = &task.position;
    let limits = search_limits(go, position, Duration::ZERO)
        .map_err(|error| SuiteFailure(error.to_string()))?;
    engine.new_game();
    engine.set_game(Game::from_position(position.clone()));
    let started = Instant::now();
    let result = engine.think(&limits, &mut |report| {
        if let (1, Bound::Exact, Some(mv)) = (report.multipv, report.bound, report.pv.first()) {
            let depth = u32::try_from(report.depth).unwrap_or(0);
            let now = Moment { time: report.time, nodes: report.nodes, depth };
            watch.see(*mv, Some(shown_score(report.score, position)), now);
        }
    });
    let depth = u32::try_from(result.depth).unwrap_or(0);
    watch.end = Moment { time: started.elapsed(), nodes: result.nodes, depth };
    watch.score = Some(shown_score(result.score, position));
    Ok(result.best)
}

fn think_outside(
    client: &mut Client,
    go: &Go,
    patience: Duration,
    watch: &mut Watch<'_>,
) -> Result<Option<Move>, SuiteFailure> {
    let failed = |error: ferz_uci::ClientError| SuiteFailure(error.to_string());
    let position = watch.task.position.clone();
    let chess960 = position.needs_chess960();
    if client.introduction().options.find("UCI_Chess960").is_some() {
        client.set_option("UCI_Chess960", Some(&chess960.to_string())).map_err(failed)?;
    }
    client.new_game().map_err(failed)?;
    let text = PositionText { start: StartText::Fen(position.to_string()), moves: Vec::new() };
    let thought = client.think(&text, go, patience).map_err(failed)?;
    for received in &thought.infos {
        let info = &received.info;
        let exact = info.score.filter(|score| score.bound == ferz_uci::Bound::Exact);
        let first = info.pv.play_out(&position).0.first().copied();
        if let (1, Some(score), Some(mv)) = (info.multipv.unwrap_or(1), exact, first) {
            let (nodes, depth) = (info.nodes.unwrap_or(0), info.depth.unwrap_or(0));
            watch.see(mv, Some(score.value), Moment { time: received.after, nodes, depth });
        }
    }
    watch.end.time = thought.decision.elapsed;
    thought.decision.best.to_move(&position).map_err(|error| SuiteFailure(error.to_string()))
}
