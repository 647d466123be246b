//! Where split points are posted, and where those who look for one wait.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::split::SplitPoint;

/// The open split points of a search.
#[derive(Default)]
pub(crate) struct Board {
    posted: Mutex<Posted>,
    /// Wakes those who would join anything.
    for_idle: Condvar,
    /// Wakes owners, who wait for their helpers and join only what is below their own split point.
    for_owners: Condvar,
    /// How many are idle and have not been called: what every node looks at before it splits.
    idle: AtomicUsize,
    /// Counts what happens on the board, for those who are about to fall asleep.
    events: AtomicUsize,
}

/// For how many turns somebody who waits for work looks at nothing else: some tens of microseconds.
/// Most waits are shorter than it takes to be woken up.
const VIGIL: u32 = 1000;
/// For how long after that it looks now and then, and lets others have the processor between two
/// looks. Where others want it, the first of these looks comes later than this and is the last.
const DROWSINESS: Duration = Duration::from_micros(300);

#[derive(Default)]
struct Posted {
    splits: Vec<Arc<SplitPoint>>,
    is_open: bool,
    waiting: usize,
    /// Those of the waiting who have been called and are about to wake up.
    called: usize,
    owners: usize,
}

impl Posted {
    /// The split point nearest to the root that is worth joining: it has most to do.
    fn join(&self, suits: impl Fn(&SplitPoint) -> bool) -> Option<Arc<SplitPoint>> {
        let open = self.splits.iter().filter(|split| split.is_joinable() && suits(split));
        let split = open.max_by_key(|split| split.ground.depth)?;
        split.helpers.fetch_add(1, Ordering::Relaxed);
        split.was_joined.store(true, Ordering::Relaxed);
        Some(Arc::clone(split))
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Posted> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_idle(&self, posted: &Posted) {
        self.idle.store(posted.waiting.saturating_sub(posted.called), Ordering::Relaxed);
    }

    /// Something has happened that waiting threads may like to know.
    fn note_event(&self) {
        self.events.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives the lock back for a while: until something happens, but not for long without sleep.
    fn rest<'a>(
        &'a self,
        posted: MutexGuard<'a, Posted>,
        sleep: &Condvar,
    ) -> MutexGuard<'a, Posted> {
        let seen = self.events.load(Ordering::Relaxed);
        drop(posted);
        let has_changed = || self.events.load(Ordering::Relaxed) != seen;
        for _ in 0..VIGIL {
            if has_changed() {
                return self.lock();
            }
            hint::spin_loop();
        }
        let drowsy = Instant::now();
        while drowsy.elapsed() < DROWSINESS {
            if has_changed() {
                return self.lock();
            }
            thread::yield_now();
        }
        // Events are counted under the lock, so that none can come between this look and the sleep.
        let posted = self.lock();
        if has_changed() {
            return posted;
        }
        sleep.wait(posted).unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody waits for work.
    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// A search begins.
    pub(super) fn open(&self) {
        let mut posted = self.lock();
        posted.splits.clear();
        posted.is_open = true;
    }

    /// The search has ended: whoever waits goes home.
    pub(super) fn close(&self) {
        let mut posted = self.lock();
        posted.is_open = false;
        self.note_event();
        drop(posted);
        self.for_idle.notify_all();
        self.for_owners.notify_all();
    }

    /// Lets others join.
    pub(super) fn post(&self, split: &Arc<SplitPoint>) {
        let mut posted = self.lock();
        posted.splits.push(Arc::clone(split));
        self.note_event();
        if posted.called < posted.waiting {
            posted.called += 1;
            self.count_idle(&posted);
            self.for_idle.notify_one();
        }
        if posted.owners > 0 {
            self.for_owners.notify_all();
        }
    }

    /// Waits for a split point and joins it; none when the search is over.
    pub(super) fn next(&self) -> Option<Arc<SplitPoint>> {
        let mut posted = self.lock();
        while posted.is_open {
            if let Some(split) = posted.join(|_| true) {
                return Some(split);
            }
            posted.waiting += 1;
            self.count_idle(&posted);
            posted = self.rest(posted, &self.for_idle);
            posted.waiting -= 1;
            posted.called = posted.called.saturating_sub(1);
            self.count_idle(&posted);
        }
        None
    }

    /// Takes a split point off the board, so that nobody new joins. Whoever was called for it and
    /// has not come yet will need another one: on a busy machine it may be long in waking up.
    pub(super) fn withdraw(&self, split: &Arc<SplitPoint>) {
        let mut posted = self.lock();
        let before = posted.splits.len();
        posted.splits.retain(|posted| !Arc::ptr_eq(posted, split));
        if posted.splits.len() < before && !split.was_joined.load(Ordering::Relaxed) {
            posted.called = posted.called.saturating_sub(1);
            self.count_idle(&posted);
        }
    }

    /// Waits until all helpers have left the split point, which is withdrawn, or until there is
    /// something below it to join.
    pub(super) fn next_below(&self, own: &Arc<SplitPoint>) -> Option<Arc<SplitPoint>> {
        let mut posted = self.lock();
        while own.helpers.load(Ordering::Relaxed) > 0 {
            if let Some(split) = posted.join(|split| split.is_below(own)) {
                return Some(split);
            }
            posted.owners += 1;
            own.owner_waits.store(true, Ordering::Relaxed);
            posted = self.rest(posted, &self.for_owners);
            own.owner_waits.store(false, Ordering::Relaxed);
            posted.owners -= 1;
        }
        None
    }

    /// A helper leaves.
    pub(super) fn leave(&self, split: &SplitPoint) {
        let posted = self.lock();
        split.helpers.fetch_sub(1, Ordering::Relaxed);
        self.note_event();
        if posted.owners > 0 {
            self.for_owners.notify_all();
        }
    }
}
