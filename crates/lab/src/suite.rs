//! Test suites: positions whose best move, or whose mate, is known.

mod mine;
mod solver;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ferz_rules::{Epd, EpdError, Move, Position};
use ferz_uci::ScoreValue;

use crate::player::{PlayerError, PlayerSpec};
pub use mine::{Candidate, CandidateError, Candidates, Find, MineProgress, MineSettings, mine};
use solver::Solver;

/// A position with what is known of it: best moves, moves to avoid, the distance to mate. All
/// that is given must be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: Position,
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<i32>,
}

impl Task {
    /// The task of an EPD line; none if the line asks for nothing.
    ///
    /// ```
    /// use ferz_lab::suite::Task;
    /// let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"safe\";".parse()?;
    /// let task = Task::new(&epd, "line 1")?.unwrap();
    /// assert_eq!(task.name, "safe");
    /// assert_eq!(Task::new(&"4k3/8/8/8/8/8/8/4K2R w K -".parse()?, "line 2")?, None);
    /// # Ok::<(), ferz_rules::EpdError>(())
    /// ```
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn new(epd: &Epd, name: &str) -> Result<Option<Self>, EpdError> {
        let task = Self {
            name: epd.id().unwrap_or(name).to_owned(),
            position: epd.position.clone(),
            best: epd.moves("bm")?,
            avoid: epd.moves("am")?,
            mate: epd.value("dm").and_then(|moves| moves.parse().ok()),
        };
        let asks = !task.best.is_empty() || !task.avoid.is_empty() || task.mate.is_some();
        Ok(asks.then_some(task))
    }

    /// Whether a move is one that the task asks for, however sure its player is of it.
    pub fn is_right(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// Whether a move with this score is what the task asks for.
    pub fn is_met(&self, mv: Move, score: Option<ScoreValue>) -> bool {
        let mates = |limit: i32| matches!(score, Some(ScoreValue::Mate(moves)) if moves > 0 && moves <= limit);
        self.is_right(mv) && self.mate.is_none_or(mates)
    }
}

/// A moment of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// Time since the start.
    pub time: Duration,
    /// Nodes since the start.
    pub nodes: u64,
    /// The iteration.
    pub depth: u32,
}

/// What came of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The move that was chosen in the end.
    pub mv: Option<Move>,
    /// From when on the right move was held to the end; nothing if the end was wrong.
    pub solved: Option<Moment>,
    /// The end.
    pub end: Moment,
}

/// Why a task has no attempt: the player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteFailure(pub String);

/// Gives each task to the player, several at a time, and tells each outcome with its index as it
/// comes. Tasks that are left when `stop` is set are not attempted.
///
/// # Errors
/// If the player cannot be started.
pub fn run_suite(
    tasks: &[Task],
    player: &PlayerSpec,
    concurrency: NonZeroUsize,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(usize, &Result<Attempt, SuiteFailure>) + Send),
) -> Result<Vec<Option<Result<Attempt, SuiteFailure>>>, PlayerError> {
    let workers = concurrency.get().min(tasks.len().max(1));
    let solvers: Vec<Solver> =
        (0..workers).map(|_| Solver::start(player)).collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((vec![None; tasks.len()], tell));
    thread::scope(|scope| {
        for mut solver in solvers {
            let (next, shared) = (&next, &shared);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else { break };
                    let attempt = solver.attempt(task);
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    (shared.1)(index, &attempt);
                    shared.0[index] = Some(attempt);
                }
            });
        }
    });
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Limit;

    fn tasks(lines: &[&str]) -> Vec<Task> {
        let read = |(index, line): (usize, &&str)| {
            let epd: Epd = line.parse().expect("legal");
            Task::new(&epd, &index.to_string()).expect("legal moves").expect("a question")
        };
        lines.iter().enumerate().map(read).collect()
    }

    #[test]
    fn mates_are_found_and_bad_moves_avoided() {
        let tasks = tasks(&[
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1;",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#;",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Kf1;",
        ]);
        let limit = Limit { depth: Some(5), ..Limit::default() };
        let player = PlayerSpec::inside("ferz", limit);
        let two = NonZeroUsize::new(2).expect("not zero");
        let mut told = 0;
        let stop = AtomicBool::new(false);
        let outcomes = run_suite(&tasks, &player, two, &stop, &mut |_, _| told += 1).unwrap();
        let solved: Vec<bool> = outcomes
            .into_iter()
            .map(|outcome| outcome.expect("attempted").expect("no failure").solved.is_some())
            .collect();
        assert_eq!((solved, told), (vec![true, false, false], 3));
    }

    #[test]
    fn a_longer_mate_than_asked_for_is_not_enough() {
        let task = &tasks(&["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 2;"])[0];
        let mv = task.position.parse_san("Rd8#").expect("legal");
        assert!(task.is_met(mv, Some(ScoreValue::Mate(2))));
        assert!(!task.is_met(mv, Some(ScoreValue::Mate(3))));
        assert!(!task.is_met(mv, Some(ScoreValue::Mate(-1))));
        assert!(!task.is_met(mv, Some(ScoreValue::Centipawns(900))));
        assert!(!task.is_met(mv, None));
    }
}
