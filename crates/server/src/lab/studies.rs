//! Trainings, studies and reports on data, as the store has them.

use ferz_lab::stats::Spread;
use ferz_lab::studies::{Measurement, Notebook, SpeedupFigures, Team, TeamFigures};
use ferz_lab::train::Epoch;
use ferz_lab::{SpeedupInfo, TrainingInfo};

use super::{HealthView, Healths, Laboratory, Ladders, lock};
use crate::error::{ApiError, Code};
use crate::routes::studies::{BoxView, EpochView, SpeedupView, TeamView, TimeView, TrainingView};

impl Laboratory {
    /// All ablation ladders, the newest first.
    pub(crate) fn ladders(&self) -> Result<Ladders, ApiError> {
        let reader = lock(&self.reader);
        let mut runs = reader.runs()?;
        runs.retain(|info| info.kind == "ablate");
        let scores = runs.iter().map(|info| Ok((info, reader.score(info.id)?)));
        let scored = scores.collect::<Result<Vec<_>, ApiError>>()?;
        Ok(Ladders::new(scored.into_iter()))
    }

    /// All reports on files of games, the newest first.
    pub(crate) fn healths(&self) -> Result<Healths, ApiError> {
        let reports = lock(&self.reader).healths()?;
        Ok(Healths { reports: reports.into_iter().rev().map(HealthView::new).collect() })
    }

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

/// Who has measured something, one thread first.
fn teams(times: &[Measurement]) -> Vec<Team> {
    let mut teams = vec![Team::ONE];
    for time in times {
        if !teams.contains(&time.team) {
            teams.push(time.team);
        }
    }
    teams.sort_by_key(|team| (team.threads(), team.parallel().name()));
    teams
}

fn team(figures: &TeamFigures) -> TeamView {
    let spread = Spread::of(&figures.speedups).map(|spread| BoxView {
        low: spread.low,
        lower: spread.lower,
        median: spread.median,
        upper: spread.upper,
        high: spread.high,
    });
    TeamView {
        team: figures.team.to_string(),
        threads: figures.team.threads(),
        speedups: figures.speedups.clone(),
        spread,
        efficiency: figures.efficiency(),
        whole: figures.whole,
    }
}

fn speedup(info: SpeedupInfo, times: &[Measurement]) -> SpeedupView {
    let figures = SpeedupFigures::new(&teams(times), times).teams;
    let figures = figures.iter().filter(|figures| !figures.speedups.is_empty()).map(team);
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
        figures: figures.collect(),
        times: times.collect(),
    }
}
