//! The laboratory's door: its runs, and those that clients start.
//!
//! A run of a client is played by this process and kept by the laboratory like any other. The
//! request is noted beside it, so that a run that was under way goes on after a restart.

mod job;
mod request;
mod studies;
mod view;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz_lab::{Progress, RunInfo, Store};
use serde_json::json;

pub(crate) use request::NewRun;
pub(crate) use view::{
    HealthView, Healths, LabGame, LabGameDetail, LabGames, Ladders, RunSummary, RunView, Runs,
};

use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::hub::{Hub, Topic};
use crate::store::GameStore;
use view::{Counted, Point};

/// Counted runs that are remembered.
const REMEMBERED: usize = 16;

/// The laboratory.
pub(crate) struct Laboratory {
    path: PathBuf,
    store: Arc<GameStore>,
    hub: Arc<Hub>,
    limits: Limits,
    reader: Mutex<Store>,
    /// The runs that are being played, each with its bell to stop.
    running: Mutex<HashMap<i64, Arc<AtomicBool>>>,
    /// Runs with the number of encounters at which they were counted.
    counted: Mutex<HashMap<i64, (u64, Arc<Counted>)>>,
}

impl Laboratory {
    /// Opens the laboratory and goes on with what was being played.
    pub(crate) fn open(
        path: PathBuf,
        store: Arc<GameStore>,
        hub: Arc<Hub>,
        limits: Limits,
    ) -> Result<Arc<Self>, ApiError> {
        let reader = Mutex::new(Store::open(&path)?);
        let laboratory = Arc::new(Self {
            path,
            store,
            hub,
            limits,
            reader,
            running: Mutex::default(),
            counted: Mutex::default(),
        });
        for (run, _) in laboratory.store.jobs()?.into_iter().filter(|(_, running)| *running) {
            // A run that cannot go on, since it was deleted or asks for what this version no
            // longer has, must not keep the server from starting.
            if laboratory.resume(run).is_err() {
                laboratory.store.set_job_running(run, false)?;
            }
        }
        Ok(laboratory)
    }

    /// Starts a match or a test.
    pub(crate) fn start(self: &Arc<Self>, request: NewRun) -> Result<RunSummary, ApiError> {
        let request = request.settled(&self.limits)?;
        let trial = request.trial()?;
        let manifest = request.manifest(&trial)?;
        let mut running = lock(&self.running);
        self.check_room(&running)?;
        let identity = manifest.identity(Some(manifest.seed));
        let run = lock(&self.reader).create(&identity, &manifest)?;
        let text = serde_json::to_string(&request).map_err(ApiError::internal)?;
        self.store.save_job(run, &text)?;
        self.play(&mut running, run, trial)?;
        drop(running);
        self.tell_state(run);
        self.summary(run)
    }

    /// Goes on with a run that was stopped.
    pub(crate) fn resume(self: &Arc<Self>, run: i64) -> Result<RunSummary, ApiError> {
        let info = lock(&self.reader).run(run)?;
        if let Some(outcome) = info.outcome {
            let message = format!("run {run} has come to its end: {outcome}");
            return Err(ApiError::new(Code::RunEnded, message));
        }
        let text = self.store.job(run)?.ok_or_else(|| {
            let message = format!("run {run} was not started by this server");
            ApiError::new(Code::NotRunning, message)
        })?;
        let request: NewRun = serde_json::from_str(&text).map_err(ApiError::internal)?;
        let trial = request.settled(&self.limits)?.trial()?;
        let mut running = lock(&self.running);
        if running.contains_key(&run) {
            return Err(ApiError::new(Code::AlreadyRunning, format!("run {run} is running")));
        }
        self.check_room(&running)?;
        self.store.set_job_running(run, true)?;
        self.play(&mut running, run, trial)?;
        drop(running);
        self.tell_state(run);
        self.summary(run)
    }

    fn check_room(&self, running: &HashMap<i64, Arc<AtomicBool>>) -> Result<(), ApiError> {
        if running.len() >= self.limits.lab_jobs {
            let message = format!("{} runs are being played: stop one first", running.len());
            return Err(ApiError::new(Code::TooManyJobs, message));
        }
        Ok(())
    }

    /// Stops a run; what is finished of it is kept.
    pub(crate) fn stop(&self, run: i64) -> Result<RunSummary, ApiError> {
        let summary = self.summary(run)?;
        let bell = lock(&self.running).get(&run).map(Arc::clone);
        let bell = bell.ok_or_else(|| {
            ApiError::new(Code::NotRunning, format!("run {run} is not being played here"))
        })?;
        bell.store(true, Ordering::Relaxed);
        self.store.set_job_running(run, false)?;
        Ok(summary)
    }

    pub(crate) fn summary(&self, run: i64) -> Result<RunSummary, ApiError> {
        let info = lock(&self.reader).run(run)?;
        self.describe(&info)
    }

    fn describe(&self, info: &RunInfo) -> Result<RunSummary, ApiError> {
        let is_running = lock(&self.running).contains_key(&info.id);
        let is_ours = self.store.job(info.id)?.is_some();
        Ok(RunSummary::new(info, is_running, is_ours))
    }

    /// Runs, the newest first.
    pub(crate) fn list(&self, limit: usize, offset: usize) -> Result<Runs, ApiError> {
        let mut runs = lock(&self.reader).runs()?;
        runs.reverse();
        let total = runs.len();
        let page = runs.iter().skip(offset).take(limit);
        let runs = page.map(|info| self.describe(info)).collect::<Result<_, _>>()?;
        Ok(Runs { runs, total })
    }

    /// Everything about a run but its games.
    pub(crate) fn run(&self, run: i64) -> Result<RunView, ApiError> {
        let info = lock(&self.reader).run(run)?;
        let counted = self.count(&info)?;
        Ok(RunView::new(self.describe(&info)?, &info, &counted))
    }

    /// Counts a run. That reads every game, so it is not done twice.
    fn count(&self, info: &RunInfo) -> Result<Arc<Counted>, ApiError> {
        let known = lock(&self.counted).get(&info.id).cloned();
        if let Some((encounters, counted)) = known
            && encounters == info.encounters
        {
            return Ok(counted);
        }
        let records = lock(&self.reader).encounters(info.id)?;
        let encounters = records.len() as u64;
        let counted = Arc::new(Counted::new(records, &info.manifest));
        let mut known = lock(&self.counted);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(info.id, (encounters, Arc::clone(&counted)));
        Ok(counted)
    }

    /// Games of a run, the newest first.
    pub(crate) fn games(&self, run: i64, limit: u32, offset: u32) -> Result<LabGames, ApiError> {
        let reader = lock(&self.reader);
        let info = reader.run(run)?;
        let total = reader.game_count(run)?;
        let games = reader.games(run, limit, offset)?;
        drop(reader);
        let games = games.iter().map(|game| LabGame::new(game, &info.manifest)).collect();
        Ok(LabGames { games, total })
    }

    pub(crate) fn game(
        &self,
        run: i64,
        encounter: u32,
        index: u32,
    ) -> Result<LabGameDetail, ApiError> {
        let reader = lock(&self.reader);
        let info = reader.run(run)?;
        let game = reader.game(run, encounter, index)?.ok_or_else(|| {
            let message = format!("run {run} has no game {encounter}/{index}");
            ApiError::new(Code::NoLabGame, message)
        })?;
        Ok(LabGameDetail::new(&game, &info))
    }

    /// Tells those who watch that an encounter was finished.
    fn tell_progress(&self, run: i64, progress: &Progress, names: &[String]) {
        self.hub.publish(&Topic::Run(run), || {
            let sprt = lock(&self.reader).run(run).ok().and_then(|info| info.manifest.sprt());
            json!({
                "kind": "progress",
                "run": self.summary(run).ok(),
                "standings": view::StandingsView::new(names, progress, sprt.as_ref()),
                "point": Point::new(&progress.standings, sprt.as_ref()),
            })
        });
        self.tell_list(run);
    }

    /// Tells those who watch that a run began, stopped or ended.
    fn tell_state(&self, run: i64) {
        self.hub.publish(
            &Topic::Run(run),
            || json!({ "kind": "state", "run": self.summary(run).ok() }),
        );
        self.tell_list(run);
    }

    fn tell_list(&self, run: i64) {
        self.hub
            .publish(&Topic::Runs, || json!({ "kind": "changed", "run": self.summary(run).ok() }));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
