//! The work queue of the laboratory: numbered items, done by several threads.
//!
//! What an item comes to must follow from its number alone, never from the thread that does it or
//! from what was done before. Then results do not depend on the number of threads, an interrupted
//! run can go on, and some day items can be done on other machines.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How often the request to stop is looked at while nothing happens.
const SLICE: Duration = Duration::from_millis(50);

/// Somebody who does items, with what is needed for that.
pub(crate) trait Worker: Send {
    /// What an item comes to.
    type Done: Send;
    /// Why no more can be done.
    type Error: Send;

    /// Prepares the thread that this worker got.
    fn begin(&mut self) {}

    /// Does an item; nothing if it was halted before its end.
    ///
    /// # Errors
    /// If nobody can go on.
    fn work(&mut self, item: u32, halt: &AtomicBool) -> Result<Option<Self::Done>, Self::Error>;
}

/// Lets every worker take items until there are none and hands over what they come to, in no
/// particular order. Ends early when told to by `stop` or by the receiver's `Break`; items that are
/// not finished then do not count.
///
/// # Errors
/// The first one that a worker meets.
pub(crate) fn work_through<W: Worker>(
    workers: &mut [W],
    next: &(dyn Fn() -> Option<u32> + Sync),
    stop: &AtomicBool,
    receive: &mut dyn FnMut(W::Done) -> ControlFlow<()>,
) -> Result<(), W::Error> {
    let halt = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, results) = sync_channel(0);
        for worker in workers {
            let (sender, halt) = (sender.clone(), &halt);
            scope.spawn(move || labour(worker, next, halt, &sender));
        }
        drop(sender);
        let result = listen(&results, stop, &halt, receive);
        // Whoever still has something to say is no longer heard.
        halt.store(true, Ordering::Relaxed);
        drop(results);
        result
    })
}

fn labour<W: Worker>(
    worker: &mut W,
    next: &(dyn Fn() -> Option<u32> + Sync),
    halt: &AtomicBool,
    sender: &SyncSender<Result<W::Done, W::Error>>,
) {
    worker.begin();
    while !halt.load(Ordering::Relaxed) {
        let Some(item) = next() else { return };
        let result = match worker.work(item, halt) {
            Ok(None) => return,
            Ok(Some(done)) => Ok(done),
            Err(error) => Err(error),
        };
        let failed = result.is_err();
        if sender.send(result).is_err() || failed {
            return;
        }
    }
}

fn listen<D, E>(
    results: &Receiver<Result<D, E>>,
    stop: &AtomicBool,
    halt: &AtomicBool,
    receive: &mut dyn FnMut(D) -> ControlFlow<()>,
) -> Result<(), E> {
    loop {
        if stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
        match results.recv_timeout(SLICE) {
            Ok(Ok(done)) => {
                if receive(done).is_break() {
                    return Ok(());
                }
            }
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    /// Squares numbers and refuses one.
    struct Squarer(u32);

    impl Worker for Squarer {
        type Done = u32;
        type Error = String;

        fn work(&mut self, item: u32, _: &AtomicBool) -> Result<Option<u32>, String> {
            if item == self.0 { Err(format!("not {item}")) } else { Ok(Some(item * item)) }
        }
    }

    fn run(refused: u32, most: usize) -> (Result<(), String>, Vec<u32>) {
        let counter = AtomicU32::new(0);
        let next = || Some(counter.fetch_add(1, Ordering::Relaxed)).filter(|item| *item < 10);
        let mut seen = Vec::new();
        let mut workers = [Squarer(refused), Squarer(refused), Squarer(refused)];
        let result = work_through(&mut workers, &next, &AtomicBool::new(false), &mut |done| {
            seen.push(done);
            if seen.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        seen.sort_unstable();
        (result, seen)
    }

    #[test]
    fn every_item_is_done_once() {
        let squares: Vec<u32> = (0..10).map(|item| item * item).collect();
        assert_eq!(run(u32::MAX, usize::MAX), (Ok(()), squares));
    }

    #[test]
    fn breaks_and_errors_end_it() {
        let (result, seen) = run(u32::MAX, 4);
        assert_eq!((result, seen.len()), (Ok(()), 4));
        assert_eq!(run(5, usize::MAX).0, Err("not 5".to_owned()));
    }
}
