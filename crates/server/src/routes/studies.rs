//! Trainings, studies and reports on data.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::extract::Path;
use crate::lab::{Healths, Ladders};
use crate::openapi::Failures;
use crate::state::{AppState, blocking};

/// Lists ablation ladders, the newest first.
#[utoipa::path(get, path = "/api/lab/ladders", tag = "lab",
    responses((status = 200, body = Ladders), Failures))]
pub(crate) async fn ladders(State(state): State<AppState>) -> Result<Json<Ladders>, ApiError> {
    blocking(move || state.lab().ladders()).await.map(Json)
}

/// Lists reports on files of games, the newest first.
#[utoipa::path(get, path = "/api/lab/data", tag = "lab",
    responses((status = 200, body = Healths), Failures))]
pub(crate) async fn data(State(state): State<AppState>) -> Result<Json<Healths>, ApiError> {
    blocking(move || state.lab().healths()).await.map(Json)
}

/// Trainings, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Trainings {
    /// The trainings.
    pub(crate) trainings: Vec<TrainingView>,
}

/// A training.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrainingView {
    /// Its number.
    pub(crate) id: i64,
    /// When it began.
    pub(crate) started: u64,
    /// When its last epoch ended.
    pub(crate) updated: u64,
    /// The network it made; nothing before its end.
    pub(crate) network: Option<String>,
    /// Its epochs; none in a list.
    pub(crate) epochs: Vec<EpochView>,
}

/// An epoch of a training.
#[derive(Serialize, ToSchema)]
pub(crate) struct EpochView {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// The error on what was learned from.
    pub(crate) error: f64,
    /// The error on what was not.
    pub(crate) unseen: Option<f64>,
    /// The same, of the scores alone.
    pub(crate) unseen_score: Option<f64>,
    /// The same, of the results alone.
    pub(crate) unseen_result: Option<f64>,
    /// The learning rate.
    pub(crate) rate: f64,
    /// The share of the result.
    pub(crate) share: f64,
}

/// Lists trainings, the newest first.
#[utoipa::path(get, path = "/api/lab/trainings", tag = "lab",
    responses((status = 200, body = Trainings), Failures))]
pub(crate) async fn trainings(State(state): State<AppState>) -> Result<Json<Trainings>, ApiError> {
    blocking(move || Ok(Trainings { trainings: state.lab().trainings()? })).await.map(Json)
}

/// Shows the curve of a training.
#[utoipa::path(get, path = "/api/lab/trainings/{id}", tag = "lab", params(("id" = i64, Path)),
    responses((status = 200, body = TrainingView), Failures))]
pub(crate) async fn training(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Json<TrainingView>, ApiError> {
    blocking(move || state.lab().training(id)).await.map(Json)
}

/// Studies of several threads, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Speedups {
    /// The studies.
    pub(crate) speedups: Vec<SpeedupView>,
}

/// A study of several threads.
#[derive(Serialize, ToSchema)]
pub(crate) struct SpeedupView {
    /// Its number.
    pub(crate) id: i64,
    /// When it began.
    pub(crate) started: u64,
    /// When it last measured something.
    pub(crate) updated: u64,
    /// How long or how deep each search is.
    pub(crate) effort: String,
    /// The teams: `one`, `lazy-2`, `ybwc-2`, …
    pub(crate) teams: Vec<String>,
    /// The names of its positions.
    pub(crate) positions: Vec<String>,
    /// What each team gains over one thread; nothing in a list.
    pub(crate) figures: Vec<TeamView>,
    /// What was measured; nothing in a list.
    pub(crate) times: Vec<TimeView>,
}

/// What a team gains.
#[derive(Serialize, ToSchema)]
pub(crate) struct TeamView {
    /// The team.
    pub(crate) team: String,
    /// How many threads it has.
    pub(crate) threads: usize,
    /// The time of one thread by that of the team, for each position.
    pub(crate) speedups: Vec<f64>,
    /// Where they lie.
    pub(crate) spread: Option<BoxView>,
    /// The median speed-up by the number of threads.
    pub(crate) efficiency: Option<f64>,
    /// The time of one thread for all positions by that of the team.
    pub(crate) whole: Option<f64>,
}

/// Where values lie.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoxView {
    /// The least.
    pub(crate) low: f64,
    /// A quarter is below.
    pub(crate) lower: f64,
    /// Half is below.
    pub(crate) median: f64,
    /// A quarter is above.
    pub(crate) upper: f64,
    /// The greatest.
    pub(crate) high: f64,
}

/// How long one search took.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimeView {
    /// The number of the position.
    pub(crate) position: u32,
    /// The repetition.
    pub(crate) repetition: u32,
    /// Who searched.
    pub(crate) team: String,
    /// How many threads it has.
    pub(crate) threads: usize,
    /// How deep.
    pub(crate) depth: i32,
    /// Milliseconds.
    pub(crate) time: f64,
    /// Nodes of all threads.
    pub(crate) nodes: u64,
}

/// Lists studies of several threads, the newest first.
#[utoipa::path(get, path = "/api/lab/speedups", tag = "lab",
    responses((status = 200, body = Speedups), Failures))]
pub(crate) async fn speedups(State(state): State<AppState>) -> Result<Json<Speedups>, ApiError> {
    blocking(move || Ok(Speedups { speedups: state.lab().speedups()? })).await.map(Json)
}

/// Shows everything that a study of several threads has measured.
#[utoipa::path(get, path = "/api/lab/speedups/{id}", tag = "lab", params(("id" = i64, Path)),
    responses((status = 200, body = SpeedupView), Failures))]
pub(crate) async fn speedup(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Json<SpeedupView>, ApiError> {
    blocking(move || state.lab().speedup(id)).await.map(Json)
}
