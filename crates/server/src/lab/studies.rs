//! Trainings and studies of several threads, as the store has them.

use ferz_lab::studies::{Measurement, Notebook};
use ferz_lab::train::Epoch;
use ferz_lab::{SpeedupInfo, TrainingInfo};

use super::{Laboratory, lock};
use crate::error::{ApiError, Code};
use crate::routes::studies::{EpochView, SpeedupView, TimeView, TrainingView};

impl Laboratory {
    /// All trainings without their curves, the newest first.
    pub(crate) fn trainings(&self) -> Result<Vec<TrainingView>, ApiError> {
        let trainings = lock(&self.reader).trainings()?;
        Ok(trainings.into_iter().rev().map(|info| training(info, Vec::new())).collect())
    }

    /// A training with its curve.
    pub(crate) fn training(&self, id: i64) -> Result<TrainingView, ApiError> {
        let reader = lock(&self.reader);
        let info = reader.trainings()?.into_iter().find(|info| info.id == id);
        let info = info.ok_or_else(|| missing("training", id))?;
        Ok(training(info, reader.training_curve(id)?))
    }

    /// All studies of several threads without their times, the newest first.
    pub(crate) fn speedups(&self) -> Result<Vec<SpeedupView>, ApiError> {
        let studies = lock(&self.reader).speedups()?;
        Ok(studies.into_iter().rev().map(|info| speedup(info, &[])).collect())
    }

    /// A study with its times.
    pub(crate) fn speedup(&self, id: i64) -> Result<SpeedupView, ApiError> {
        let reader = lock(&self.reader);
        let info = reader.speedups()?.into_iter().find(|info| info.id == id);
        let info = info.ok_or_else(|| missing("study", id))?;
        let times = reader.notebook(id).measurements().map_err(ApiError::internal)?;
        Ok(speedup(info, &times))
    }
}

fn missing(what: &str, id: i64) -> ApiError {
    ApiError::new(Code::NoRun, format!("there is no {what} {id}"))
}

fn training(info: TrainingInfo, epochs: Vec<Epoch>) -> TrainingView {
    let epochs = epochs.into_iter().map(|epoch| EpochView {
        number: epoch.number,
        error: epoch.training,
        unseen: epoch.validation.map(|errors| errors.blend),
        unseen_score: epoch.validation.map(|errors| errors.score),
        unseen_result: epoch.validation.map(|errors| errors.result),
        rate: epoch.rate,
        share: epoch.share,
    });
    TrainingView {
        id: info.id,
        started: info.started * 1000,
        updated: info.updated * 1000,
        network: info.network,
        epochs: epochs.collect(),
    }
}

fn speedup(info: SpeedupInfo, times: &[Measurement]) -> SpeedupView {
    let times = times.iter().map(|time| TimeView {
        position: time.position,
        repetition: time.repetition,
        team: time.team.to_string(),
        threads: time.team.threads(),
        depth: time.depth,
        time: time.time.as_secs_f64() * 1000.0,
        nodes: time.nodes,
    });
    SpeedupView {
        id: info.id,
        started: info.started * 1000,
        updated: info.updated * 1000,
        effort: info.effort,
        teams: info.teams,
        positions: info.positions,
        times: times.collect(),
    }
}
