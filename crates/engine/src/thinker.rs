//! The thread that searches beside its caller.

use std::hint::black_box;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::player::Player;

/// Room for the deepest line there is, several times over; untouched pages cost nothing.
const STACK: usize = 16 << 20;

/// What of it long searches use. It is touched before the first search, since the system hands out a
/// page when it is first touched, and may take its time while a clock runs.
const TOUCHED: usize = 1 << 20;

/// A search; it gives its player back.
type Job = Box<dyn FnOnce() -> Player + Send>;

/// A thread that waits for searches, as long as its engine lives.
///
/// Not a new thread for each: on a busy machine it would have to queue behind everything else,
/// while one that wakes up goes first. That is worth milliseconds for every move.
#[derive(Default)]
pub(crate) struct Thinker {
    thread: Option<Running>,
    /// Whether a search has been handed over and its player has not come back.
    is_away: bool,
}

struct Running {
    jobs: Sender<Job>,
    /// The players that come back; none from a search that panicked.
    players: Receiver<Option<Player>>,
    is_busy: Arc<AtomicBool>,
    handle: JoinHandle<()>,
}

impl Thinker {
    /// Hands over a search. The one before must have been waited for.
    ///
    /// # Errors
    /// If the machine has no thread to give.
    pub(crate) fn start(
        &mut self,
        job: impl FnOnce() -> Player + Send + 'static,
    ) -> io::Result<()> {
        debug_assert!(!self.is_away, "one search at a time");
        let running = match &mut self.thread {
            Some(running) => running,
            none => none.insert(Running::new()?),
        };
        running.is_busy.store(true, Ordering::Relaxed);
        // The thread ends only with the thinker, so that there is somebody to hear this.
        self.is_away = running.jobs.send(Box::new(job)).is_ok();
        Ok(())
    }

    /// Waits for a search under way and takes its player back; `None` if there was no search, or
    /// if it panicked.
    pub(crate) fn wait(&mut self) -> Option<Player> {
        if !std::mem::take(&mut self.is_away) {
            return None;
        }
        self.thread.as_ref()?.players.recv().ok().flatten()
    }

    /// Whether a search is under way.
    pub(crate) fn is_busy(&self) -> bool {
        let busy = |running: &Running| running.is_busy.load(Ordering::Relaxed);
        self.is_away && self.thread.as_ref().is_some_and(busy)
    }
}

impl Running {
    fn new() -> io::Result<Self> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, players) = channel();
        let is_busy = Arc::new(AtomicBool::new(false));
        let busy = Arc::clone(&is_busy);
        let work = move || {
            touch_stack();
            for job in inbox {
                // A panic has told its story on the error output; the next search gets a new
                // player.
                let player = panic::catch_unwind(AssertUnwindSafe(job)).ok();
                busy.store(false, Ordering::Relaxed);
                if outbox.send(player).is_err() {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let handle = thread.spawn(work)?;
        Ok(Self { jobs, players, is_busy, handle })
    }
}

#[inline(never)]
fn touch_stack() {
    black_box([0_u8; TOUCHED]);
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(Running { jobs, players, handle, .. }) = self.thread.take() {
            drop((jobs, players));
            let _ = handle.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn searches_come_back_one_after_another_and_a_panic_is_survived() {
        let mut thinker = Thinker::default();
        assert!(thinker.wait().is_none() && !thinker.is_busy());
        for _ in 0..3 {
            let player = Player::new(&Settings::default());
            thinker.start(move || player).expect("a thread");
            assert!(thinker.wait().is_some() && !thinker.is_busy());
        }
        thinker.start(|| panic!("as a test")).expect("a thread");
        assert!(thinker.wait().is_none());
        thinker.start(|| Player::new(&Settings::default())).expect("a thread");
        assert!(thinker.wait().is_some());
    }
}
