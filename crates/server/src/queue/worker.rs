//! A thread that searches.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use ferz_engine::{Engine, Listener, Order, Settings};
use ferz_rules::Position;
use ferz_search::{Report, SearchResult};

use super::{Lane, Search, Shared, Waiting, lock};

/// How often an analysis looks whether others wait.
const GLANCE: Duration = Duration::from_millis(100);

/// What a running search hears.
pub(super) enum Message {
    /// The engine has found something.
    Report(Box<Report>),
    /// The engine has come to an end.
    Result(Box<SearchResult>),
    /// The engine will say nothing more.
    Gone,
    /// Somebody has had enough.
    Stop,
}

/// Searches until the queue is closed.
pub(super) fn run(shared: &Shared, only_moves: bool, turn: Duration) {
    let mut desk = Desk::default();
    while let Some(waiting) = wait(shared, only_moves) {
        let client = waiting.search.client.clone();
        let is_analysis = waiting.search.lane != Lane::Move;
        let turn = Turn { started: Instant::now(), length: turn };
        let unfinished = desk.search(shared, waiting, turn);
        let mut state = shared.lock();
        if is_analysis && let Some(index) = state.analysing.iter().position(|one| *one == client) {
            state.analysing.swap_remove(index);
        }
        if let Some(waiting) = unfinished {
            state.line.push(client, waiting);
            state.tell_waiting();
        }
    }
}

fn wait(shared: &Shared, only_moves: bool) -> Option<Waiting> {
    let mut state = shared.lock();
    loop {
        if state.is_closed {
            return None;
        }
        if let Some(waiting) = state.next(only_moves) {
            if waiting.search.lane != Lane::Move {
                state.analysing.push(waiting.search.client.clone());
            }
            state.tell_waiting();
            return Some(waiting);
        }
        state = shared.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
    }
}

/// An engine, made when it is first needed, and what it worked on last.
#[derive(Default)]
struct Desk {
    engine: Option<Engine>,
    key: String,
}

/// The turn of a search.
#[derive(Clone, Copy)]
struct Turn {
    started: Instant,
    length: Duration,
}

impl Turn {
    fn is_over(&self, shared: &Shared, search: &Search) -> bool {
        shared.lock().is_awaited(search, self.started.elapsed(), self.length)
    }
}

/// What became of a search in its turn.
enum Fate {
    /// Its watcher has heard of the end.
    Finished,
    /// The same, but nobody wants more of it.
    Stopped,
    /// It made room for others.
    Yielded,
}

/// How a search ended.
enum End {
    /// By itself or by a stop.
    Result(Box<SearchResult>),
    /// It made room for others.
    Yielded,
    /// The engine is broken.
    Failed,
}

impl Desk {
    /// Searches for a turn, one position after another; gives the search back if it has made room
    /// for others.
    fn search(&mut self, shared: &Shared, mut waiting: Waiting, turn: Turn) -> Option<Waiting> {
        loop {
            match self.search_once(shared, &mut waiting, turn) {
                Fate::Finished => {}
                Fate::Stopped => return None,
                Fate::Yielded => return Some(waiting),
            }
            waiting.search.game = waiting.search.watcher.next()?;
            if turn.is_over(shared, &waiting.search) {
                return Some(waiting);
            }
        }
    }

    /// Searches one position.
    fn search_once(&mut self, shared: &Shared, waiting: &mut Waiting, turn: Turn) -> Fate {
        let (sender, receiver) = channel();
        {
            let mut control = lock(&waiting.ticket.control);
            if control.is_stopped {
                drop(control);
                waiting.search.watcher.finished(waiting.search.game.position(), None);
                return Fate::Stopped;
            }
            control.sender = Some(sender.clone());
        }
        let end = if self.prepare(&waiting.search.settings, &waiting.search.key) {
            self.go(shared, waiting, sender, &receiver, turn)
        } else {
            End::Failed
        };
        lock(&waiting.ticket.control).sender = None;
        let position = waiting.search.game.position();
        match end {
            End::Result(result) => waiting.search.watcher.finished(position, Some(&result)),
            End::Failed => {
                self.engine = None;
                waiting.search.watcher.finished(position, None);
            }
            End::Yielded => return Fate::Yielded,
        }
        Fate::Finished
    }

    /// An engine with these settings; false if there is no room for its table.
    fn prepare(&mut self, settings: &Settings, key: &str) -> bool {
        let engine = self
            .engine
            .get_or_insert_with(|| Engine::new(Settings { hash: 1, ..settings.clone() }));
        if engine.settings() != settings && engine.configure(settings.clone()).is_err() {
            return false;
        }
        if self.key != key {
            engine.new_game();
            key.clone_into(&mut self.key);
        }
        true
    }

    fn go(
        &mut self,
        shared: &Shared,
        waiting: &mut Waiting,
        sender: Sender<Message>,
        receiver: &Receiver<Message>,
        turn: Turn,
    ) -> End {
        let Some(engine) = &mut self.engine else { return End::Failed };
        let search = &mut waiting.search;
        engine.set_game(search.game.clone());
        let limits = search.watcher.begin();
        engine.go(Order { limits, ..Order::default() }, Reporter(sender));
        let mut yields = false;
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(Message::Report(report)) => {
                    search.watcher.report(search.game.position(), &report);
                }
                Ok(Message::Result(_)) if yields => return End::Yielded,
                Ok(Message::Result(result)) => return End::Result(result),
                Ok(Message::Gone) | Err(RecvTimeoutError::Disconnected) => return End::Failed,
                Ok(Message::Stop) => {
                    yields = false;
                    engine.stop();
                }
                Err(RecvTimeoutError::Timeout) => {
                    // The others end soon, or pause between two positions.
                    let may_yield = search.lane == Lane::Analysis && !yields;
                    if may_yield && turn.is_over(shared, search) {
                        yields = true;
                        engine.stop();
                    }
                }
            }
        }
    }
}

/// Passes on what the engine says. When the engine breaks, this is dropped, which is heard too.
struct Reporter(Sender<Message>);

impl Listener for Reporter {
    fn report(&mut self, _: &Position, report: &Report) {
        let _ = self.0.send(Message::Report(Box::new(report.clone())));
    }

    fn result(&mut self, _: &Position, result: &SearchResult) {
        let _ = self.0.send(Message::Result(Box::new(result.clone())));
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Gone);
    }
}
