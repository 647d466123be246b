//! Searches a position and takes the time.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use ferz_engine::{Engine, Listener, Order, Settings};
use ferz_rules::{Game, Position};
use ferz_search::{Bound, Limits, NoRoom, Report, SearchResult, TimeBudget};

use super::team::Team;

/// How often a running search is asked whether it has to end. It must not cost the search time.
const PATIENCE: Duration = Duration::from_millis(50);

/// One engine, made ready for each search.
pub(super) struct Meter {
    engine: Engine,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Search {
    /// From the order to the result.
    pub(super) time: Duration,
    /// The nodes of all threads.
    pub(super) nodes: u64,
    /// When each iteration was complete.
    iterations: Vec<(i32, Duration)>,
}

/// Why there is no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoTime {
    /// The user asked to stop.
    Stopped,
    /// The search died.
    Crashed,
}

impl Meter {
    /// An engine with a table of so many mebibytes.
    pub(super) fn new(hash: usize) -> Result<Self, NoRoom> {
        let mut engine = Engine::default();
        let settings = Settings { hash, ..engine.settings().clone() };
        engine.configure(settings)?;
        Ok(Self { engine })
    }

    /// Searches to a depth with an empty table and empty histories.
    pub(super) fn time(
        &mut self,
        position: &Position,
        team: Team,
        depth: i32,
        stop: &AtomicBool,
    ) -> Result<Search, NoTime> {
        self.search(position, team, Limits { depth: Some(depth), ..Limits::default() }, stop)
    }

    /// Searches for a time with an empty table and empty histories.
    pub(super) fn pace(
        &mut self,
        position: &Position,
        team: Team,
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<Search, NoTime> {
        let time = Some(TimeBudget::exactly(time));
        self.search(position, team, Limits { time, ..Limits::default() }, stop)
    }

    /// The depth for which one thread takes about so long. Depths are far apart, so the time may
    /// be anything up to twice as long.
    pub(super) fn calibrate(
        &mut self,
        position: &Position,
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<i32, NoTime> {
        let budget = TimeBudget::exactly(2 * time);
        let limits = Limits { time: Some(budget), ..Limits::default() };
        let search = self.search(position, Team::ONE, limits, stop)?;
        Ok(nearest(&search.iterations, time))
    }

    fn search(
        &mut self,
        position: &Position,
        team: Team,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Search, NoTime> {
        let settings = self.engine.settings().clone();
        let (threads, parallel) = (team.threads(), team.parallel());
        // The table keeps its size, so there is room.
        let ready = self.engine.configure(Settings { threads, parallel, ..settings });
        ready.map_err(|NoRoom { .. }| NoTime::Crashed)?;
        self.engine.new_game();
        self.engine.set_game(Game::from_position(position.clone()));
        let (sender, done) = channel();
        let ear = Ear { started: Instant::now(), sender, iterations: Vec::new() };
        self.engine.go(Order { limits, ..Order::default() }, ear);
        let search = self.wait(&done, stop);
        self.engine.wait();
        search
    }

    fn wait(&self, done: &Receiver<Search>, stop: &AtomicBool) -> Result<Search, NoTime> {
        loop {
            match done.recv_timeout(PATIENCE) {
                Ok(_) if stop.load(Ordering::Relaxed) => return Err(NoTime::Stopped),
                Ok(search) => return Ok(search),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    self.engine.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoTime::Crashed),
            }
        }
    }
}

/// Hears the end of a search, and of its iterations.
struct Ear {
    started: Instant,
    sender: Sender<Search>,
    iterations: Vec<(i32, Duration)>,
}

impl Listener for Ear {
    fn report(&mut self, _: &Position, report: &Report) {
        if report.multipv == 1 && report.bound == Bound::Exact {
            self.iterations.push((report.depth, report.time));
        }
    }

    fn result(&mut self, _: &Position, result: &SearchResult) {
        let time = self.started.elapsed();
        let iterations = mem::take(&mut self.iterations);
        // Who no longer listens has been told to stop.
        let _ = self.sender.send(Search { time, nodes: result.nodes, iterations });
    }
}

/// The iteration that was complete closest to this time, by ratio; the first if there is none.
fn nearest(iterations: &[(i32, Duration)], time: Duration) -> i32 {
    let distance = |at: Duration| (at.as_secs_f64().max(1e-9) / time.as_secs_f64()).ln().abs();
    let nearest = iterations.iter().min_by(|one, two| distance(one.1).total_cmp(&distance(two.1)));
    nearest.map_or(1, |(depth, _)| (*depth).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_depth_is_taken_by_ratio() {
        let ms = Duration::from_millis;
        let iterations = [(8, ms(300)), (9, ms(700)), (10, ms(1600))];
        assert_eq!(nearest(&iterations, ms(1000)), 9);
        assert_eq!(nearest(&iterations, ms(1200)), 10);
        assert_eq!(nearest(&[], ms(1000)), 1);
    }

    #[test]
    fn every_search_starts_from_nothing() {
        let mut meter = Meter::new(1).expect("a megabyte");
        let position = Position::startpos();
        let stop = AtomicBool::new(false);
        let mut nodes = || meter.time(&position, Team::ONE, 5, &stop).expect("a search").nodes;
        let first = nodes();
        assert!(first > 100);
        assert_eq!(nodes(), first);
        let stopped = meter.time(&position, Team::ONE, 5, &AtomicBool::new(true));
        assert_eq!(stopped, Err(NoTime::Stopped));
    }
}
