//! Searches wait here for their turn.
//!
//! A few threads search; clients take turns, however much one of them asks for. One of the threads
//! is kept for moves of games, so that they never wait for an analysis, and an analysis that has
//! had its time makes room when others wait, and goes on later.

mod line;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferz_engine::Settings;
use ferz_rules::{Game, Position};
use ferz_search::{Limits as SearchLimits, Report, SearchResult};

use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::guard::Client;
use line::Line;
use worker::Message;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// A move that a game waits for.
    Move,
    /// A short answer that somebody waits for.
    Question,
    /// Somebody's curiosity.
    Analysis,
    /// A whole game, position by position.
    Review,
}

/// A search to be made.
pub(crate) struct Search {
    pub(crate) client: Client,
    pub(crate) lane: Lane,
    /// What it belongs to: within the same thing the engine keeps what it has learnt.
    pub(crate) key: String,
    pub(crate) settings: Settings,
    pub(crate) game: Game,
    pub(crate) watcher: Box<dyn Watcher>,
}

/// Hears of a search. The end comes last, exactly once for each position.
pub(crate) trait Watcher: Send {
    /// So many searches are before it.
    fn waiting(&mut self, ahead: usize);
    /// It begins, or goes on, within these limits.
    fn begin(&mut self) -> SearchLimits;
    /// A line of analysis.
    fn report(&mut self, position: &Position, report: &Report);
    /// It has ended; without a result if it was stopped before it began, or failed.
    fn finished(&mut self, position: &Position, result: Option<&SearchResult>);
    /// What is to be searched next, after the end. It belongs to the same turn, unless others wait.
    fn next(&mut self) -> Option<Game> {
        None
    }
}

/// A search that waits or runs.
#[derive(Clone)]
pub(crate) struct Ticket {
    number: u64,
    control: Arc<Mutex<Control>>,
}

/// How a search is reached.
#[derive(Default)]
struct Control {
    is_stopped: bool,
    sender: Option<Sender<Message>>,
}

struct Waiting {
    ticket: Ticket,
    search: Search,
}

/// The queue with its threads.
pub(crate) struct Queue {
    shared: Arc<Shared>,
    limits: Limits,
    numbers: AtomicU64,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    line: Line<Client, Waiting>,
    /// The clients of running analyses.
    analysing: Vec<Client>,
    is_closed: bool,
}

impl Queue {
    pub(crate) fn new(limits: &Limits) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let turn = Duration::from_millis(limits.analysis_turn);
        for index in 0..limits.searches.max(2) {
            let shared = Arc::clone(&shared);
            let only_moves = index == 0;
            let name = format!("search-{index}");
            let started = thread::Builder::new()
                .name(name)
                .spawn(move || worker::run(&shared, only_moves, turn));
            started.expect("a machine that can start a thread");
        }
        Self { shared, limits: limits.clone(), numbers: AtomicU64::new(0) }
    }

    /// Puts a search in the queue.
    pub(crate) fn submit(&self, search: Search) -> Result<Ticket, ApiError> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let ticket = Ticket { number, control: Arc::default() };
        let mut state = self.shared.lock();
        if search.lane != Lane::Move {
            self.check_room(&state, &search.client)?;
        }
        let waiting = Waiting { ticket: ticket.clone(), search };
        state.line.push(waiting.search.client.clone(), waiting);
        state.tell_waiting();
        drop(state);
        self.shared.changed.notify_all();
        Ok(ticket)
    }

    fn check_room(&self, state: &State, client: &Client) -> Result<(), ApiError> {
        let is_analysis = |waiting: &&Waiting| waiting.search.lane != Lane::Move;
        let waiting = state.line.iter().filter(is_analysis).count();
        let own = state.line.of(client).filter(is_analysis).count()
            + state.analysing.iter().filter(|other| *other == client).count();
        if waiting >= self.limits.queue || own >= self.limits.queue_per_client {
            let message = format!("{waiting} analyses are waiting, {own} are your own");
            return Err(ApiError::new(Code::TooManySearches, message));
        }
        Ok(())
    }

    /// Stops a search, whether it waits or runs; its watcher hears of the end.
    pub(crate) fn stop(&self, ticket: &Ticket) {
        let removed = {
            let mut state = self.shared.lock();
            state.line.remove(|waiting| waiting.ticket.number == ticket.number)
        };
        if let Some(mut waiting) = removed {
            waiting.search.watcher.finished(waiting.search.game.position(), None);
            return;
        }
        let mut control = lock(&ticket.control);
        control.is_stopped = true;
        if let Some(sender) = &control.sender {
            // A search that has just ended does not listen any more.
            let _ = sender.send(Message::Stop);
        }
    }
}

impl Drop for Queue {
    /// The threads end after what they are doing.
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    fn tell_waiting(&mut self) {
        for (ahead, waiting) in self.line.iter_mut().enumerate() {
            waiting.search.watcher.waiting(ahead);
        }
    }

    /// The next search for a thread; only a move if it takes nothing else.
    fn next(&mut self, only_moves: bool) -> Option<Waiting> {
        self.line.pop(|waiting| match waiting.search.lane {
            Lane::Move => Some(1),
            _ if only_moves => None,
            Lane::Question => Some(0),
            // Games that play themselves always have a move waiting: it must not come first.
            Lane::Analysis | Lane::Review => Some(1),
        })
    }

    /// Whether somebody waits whom a search should let pass after so much of its turn.
    fn is_awaited(&self, search: &Search, used: Duration, turn: Duration) -> bool {
        let due = |waiting: &Waiting| search.lets_pass(&waiting.search, turn);
        self.line.iter().filter_map(due).any(|due| used >= due)
    }
}

impl Search {
    /// How much of its turn a search takes while another waits; all it wants if the other is of the
    /// same kind and client, since both would only begin again and again.
    fn lets_pass(&self, waiting: &Self, turn: Duration) -> Option<Duration> {
        if self.client != waiting.client {
            return Some(turn);
        }
        match waiting.lane {
            // Who asks a question while an analysis runs wants the answer now.
            Lane::Question => Some(Duration::ZERO),
            lane => (lane != self.lane).then_some(turn),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
