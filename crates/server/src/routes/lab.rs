//! Experiments over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::extract::{Body, Path, Query};
use crate::lab::{LabGameDetail, LabGames, NewRun, RunSummary, RunView, Runs};
use crate::openapi::Failures;
use crate::state::{AppState, blocking};

const LONGEST_PAGE: u32 = 500;

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// How many, at most 500.
    limit: Option<u32>,
    /// How many to pass over.
    offset: Option<u32>,
}

impl Page {
    pub(crate) fn settled(&self, usual: u32) -> (u32, u32) {
        (self.limit.unwrap_or(usual).min(LONGEST_PAGE), self.offset.unwrap_or(0))
    }
}

/// Lists runs, the newest first.
#[utoipa::path(get, path = "/api/lab/runs", tag = "lab", params(Page),
    responses((status = 200, body = Runs), Failures))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Query(page): Query<Page>,
) -> Result<Json<Runs>, ApiError> {
    let (limit, offset) = page.settled(50);
    blocking(move || state.lab().list(limit as usize, offset as usize)).await.map(Json)
}

/// Starts a match or a test.
#[utoipa::path(post, path = "/api/lab/runs", tag = "lab", request_body = NewRun,
    responses((status = 202, body = RunSummary), Failures))]
pub(crate) async fn start(
    State(state): State<AppState>,
    Body(request): Body<NewRun>,
) -> Result<Response, ApiError> {
    let run = blocking(move || state.lab().start(request)).await?;
    let location = [(header::LOCATION, format!("/api/lab/runs/{}", run.id))];
    Ok((StatusCode::ACCEPTED, location, Json(run)).into_response())
}

/// Shows a run.
#[utoipa::path(get, path = "/api/lab/runs/{run}", tag = "lab", params(("run" = i64, Path)),
    responses((status = 200, body = RunView), Failures))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Path(run): Path<i64>,
) -> Result<Json<RunView>, ApiError> {
    blocking(move || state.lab().run(run)).await.map(Json)
}

/// Stops a run; what is finished of it is kept.
#[utoipa::path(post, path = "/api/lab/runs/{run}/stop", tag = "lab", params(("run" = i64, Path)),
    responses((status = 202, body = RunSummary), Failures))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    Path(run): Path<i64>,
) -> Result<Response, ApiError> {
    let run = blocking(move || state.lab().stop(run)).await?;
    Ok((StatusCode::ACCEPTED, Json(run)).into_response())
}

/// Goes on with a run of this server that was stopped.
#[utoipa::path(post, path = "/api/lab/runs/{run}/resume", tag = "lab",
    params(("run" = i64, Path)), responses((status = 202, body = RunSummary), Failures))]
pub(crate) async fn resume(
    State(state): State<AppState>,
    Path(run): Path<i64>,
) -> Result<Response, ApiError> {
    let run = blocking(move || state.lab().resume(run)).await?;
    Ok((StatusCode::ACCEPTED, Json(run)).into_response())
}

/// Lists the games of a run, the newest first.
#[utoipa::path(get, path = "/api/lab/runs/{run}/games", tag = "lab",
    params(("run" = i64, Path), Page), responses((status = 200, body = LabGames), Failures))]
pub(crate) async fn games(
    State(state): State<AppState>,
    Path(run): Path<i64>,
    Query(page): Query<Page>,
) -> Result<Json<LabGames>, ApiError> {
    let (limit, offset) = page.settled(100);
    blocking(move || state.lab().games(run, limit, offset)).await.map(Json)
}

/// Shows a game of a run.
#[utoipa::path(get, path = "/api/lab/runs/{run}/games/{encounter}/{game}", tag = "lab",
    params(("run" = i64, Path), ("encounter" = u32, Path), ("game" = u32, Path)),
    responses((status = 200, body = LabGameDetail), Failures))]
pub(crate) async fn game(
    State(state): State<AppState>,
    Path((run, encounter, game)): Path<(i64, u32, u32)>,
) -> Result<Json<LabGameDetail>, ApiError> {
    blocking(move || state.lab().game(run, encounter, game)).await.map(Json)
}

/// Writes a game of a run as PGN.
#[utoipa::path(get, path = "/api/lab/runs/{run}/games/{encounter}/{game}/pgn", tag = "lab",
    params(("run" = i64, Path), ("encounter" = u32, Path), ("game" = u32, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), Failures))]
pub(crate) async fn pgn(
    State(state): State<AppState>,
    Path((run, encounter, game)): Path<(i64, u32, u32)>,
) -> Result<Response, ApiError> {
    let game = blocking(move || state.lab().game(run, encounter, game)).await?;
    Ok(([(header::CONTENT_TYPE, super::PGN)], game.pgn).into_response())
}
