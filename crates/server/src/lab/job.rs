//! Playing a run.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use ferz_lab::stats::Verdict;
use ferz_lab::{Progress, Store, Trial};

use super::{Laboratory, lock};
use crate::error::ApiError;

impl Laboratory {
    /// Plays a run in a thread of its own.
    pub(super) fn play(
        self: &Arc<Self>,
        running: &mut HashMap<i64, Arc<AtomicBool>>,
        run: i64,
        trial: Trial,
    ) -> Result<(), ApiError> {
        let bell = Arc::<AtomicBool>::default();
        let (laboratory, stop) = (Arc::clone(self), Arc::clone(&bell));
        let work = move || laboratory.work(run, &trial, &stop);
        thread::Builder::new()
            .name(format!("run-{run}"))
            .spawn(work)
            .map_err(ApiError::internal)?;
        running.insert(run, bell);
        Ok(())
    }

    fn work(&self, run: i64, trial: &Trial, stop: &AtomicBool) {
        let outcome = match self.play_trial(run, trial, stop) {
            Ok(progress) => outcome(&progress),
            Err(error) => Some(format!("failed: {error}")),
        };
        let is_over = outcome.is_some();
        // If the store fails now, the run is found unfinished after the next start and goes on.
        let _ = lock(&self.reader).set_outcome(run, outcome.as_deref());
        if is_over {
            let _ = self.store.set_job_running(run, false);
        }
        lock(&self.running).remove(&run);
        self.tell_state(run);
    }

    fn play_trial(&self, run: i64, trial: &Trial, stop: &AtomicBool) -> Result<Progress, ApiError> {
        let mut store = Store::open(&self.path)?;
        let names = trial.contest.names();
        let mut watch = |_: &_, progress: &Progress| self.tell_progress(run, progress, &names);
        trial.run(&mut store.keeper(run), stop, &mut watch).map_err(ApiError::internal)
    }
}

/// How a run has ended; nothing if it can go on.
fn outcome(progress: &Progress) -> Option<String> {
    match progress.verdict {
        Some(verdict @ (Verdict::Accepted | Verdict::Rejected)) => Some(verdict.to_string()),
        _ => progress.is_complete.then(|| "complete".to_owned()),
    }
}
