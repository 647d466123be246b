//! Analysis of positions as a stream of lines, in the shape of lichess's external engine.

mod line;
mod stream;
mod work;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz_engine::TableSettings;
use ferz_rules::Position;
use ferz_search::{Limits as SearchLimits, Report, SearchResult};

pub(crate) use line::AnalysisLine;
pub(crate) use stream::stream;
pub(crate) use work::{AnalyseRequest, Work};

use crate::config::Limits;
use crate::error::{ApiError, Code, excerpt};
use crate::guard::Client;
use crate::id::random_name;
use crate::queue::{Lane, Queue, Search, Ticket, Watcher};
use line::Board;
use work::Task;

/// Takes lines. Only the last one counts: whoever is slow misses those between.
pub(crate) trait Sink: Send + Sync {
    fn put(&self, line: String, is_last: bool);
}

/// Whose analysis, under which name.
type Key = (String, String);

/// The searches of analyses, each with a mark that no other has.
type Running = Arc<Mutex<HashMap<Key, (Arc<()>, Ticket)>>>;

/// An analysis that was started.
pub(crate) struct Started {
    key: Key,
    mark: Arc<()>,
}

impl Started {
    pub(crate) fn session(&self) -> &str {
        &self.key.1
    }
}

/// The analyses under way.
pub(crate) struct Analyses {
    queue: Arc<Queue>,
    limits: Limits,
    endgames: TableSettings,
    running: Running,
}

impl Analyses {
    pub(crate) fn new(queue: Arc<Queue>, limits: Limits, endgames: TableSettings) -> Self {
        Self { queue, limits, endgames, running: Arc::default() }
    }

    /// Starts an analysis, ending the one of the same name.
    ///
    /// Names are those of a scope, a client or a socket, so that nobody ends another's.
    pub(crate) fn start(
        &self,
        client: Client,
        scope: &str,
        work: Work,
        sink: Arc<dyn Sink>,
    ) -> Result<Started, ApiError> {
        let task = work.settle(&self.limits, &self.endgames)?;
        let session = task.session.clone().unwrap_or_else(random_name);
        let key = (scope.to_owned(), session.clone());
        self.end(&key);
        let board = Board::new(&task, &session);
        let mark = Arc::new(());
        let (settings, game) = (task.settings.clone(), task.game.clone());
        let watcher = LineWatcher {
            key: key.clone(),
            mark: Arc::clone(&mark),
            running: Arc::clone(&self.running),
            task,
            board,
            sink,
            is_over: false,
        };
        // The lock is held until the ticket is there, so that a search that ends at once finds it.
        let mut running = lock(&self.running);
        let ticket = self.queue.submit(Search {
            client,
            lane: Lane::Analysis,
            key: format!("analysis:{scope}:{session}"),
            settings,
            game,
            watcher: Box::new(watcher),
        })?;
        running.insert(key.clone(), (Arc::clone(&mark), ticket));
        Ok(Started { key, mark })
    }

    /// Stops an analysis; its last line comes then.
    pub(crate) fn stop(&self, scope: &str, session: &str) -> Result<(), ApiError> {
        if self.end(&(scope.to_owned(), session.to_owned())) {
            return Ok(());
        }
        let message = format!("there is no analysis \"{}\"", excerpt(session));
        Err(ApiError::new(Code::NoSession, message))
    }

    /// Stops an analysis unless another has taken its name.
    pub(crate) fn stop_this(&self, started: &Started) {
        let is_this = lock(&self.running)
            .get(&started.key)
            .is_some_and(|(mark, _)| Arc::ptr_eq(mark, &started.mark));
        if is_this {
            self.end(&started.key);
        }
    }

    fn end(&self, key: &Key) -> bool {
        let removed = lock(&self.running).remove(key);
        if let Some((_, ticket)) = &removed {
            self.queue.stop(ticket);
        }
        removed.is_some()
    }
}

/// Turns what a search says into lines.
struct LineWatcher {
    key: Key,
    mark: Arc<()>,
    running: Running,
    task: Task,
    board: Board,
    sink: Arc<dyn Sink>,
    is_over: bool,
}

impl Watcher for LineWatcher {
    fn waiting(&mut self, ahead: usize) {
        self.sink.put(self.board.waiting(ahead), false);
    }

    fn begin(&mut self) -> SearchLimits {
        self.board.begin();
        self.task.limits(self.board.used_time(), self.board.used_nodes())
    }

    fn report(&mut self, position: &Position, report: &Report) {
        if let Some(line) = self.board.take(position, report) {
            self.sink.put(line, false);
        }
    }

    fn finished(&mut self, position: &Position, result: Option<&SearchResult>) {
        self.is_over = true;
        let mut running = lock(&self.running);
        let is_this = |(mark, _): &(Arc<()>, Ticket)| Arc::ptr_eq(mark, &self.mark);
        // Another of the same name may have taken its place.
        if running.get(&self.key).is_some_and(is_this) {
            running.remove(&self.key);
        }
        drop(running);
        self.sink.put(self.board.last(position, result), true);
    }
}

impl Drop for LineWatcher {
    /// A search that was refused has no end of its own.
    fn drop(&mut self) {
        if !self.is_over {
            self.sink.put(String::new(), true);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
