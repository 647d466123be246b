//! Whole games analysed, over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::lab::Page;
use crate::error::ApiError;
use crate::extract::{Body, Path, Query};
use crate::guard::Client;
use crate::openapi::Failures;
use crate::review::{NewReview, ReviewHead, ReviewList, ReviewView};
use crate::state::{AppState, blocking};

/// Lists reviews, the newest first.
#[utoipa::path(get, path = "/api/reviews", tag = "analysis", params(Page),
    responses((status = 200, body = ReviewList), Failures))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Query(page): Query<Page>,
) -> Result<Json<ReviewList>, ApiError> {
    let (limit, offset) = page.settled(50);
    blocking(move || state.reviews().list(limit, offset)).await.map(Json)
}

/// Starts the analysis of a whole game.
#[utoipa::path(post, path = "/api/reviews", tag = "analysis", request_body = NewReview,
    responses((status = 202, body = ReviewHead), Failures))]
pub(crate) async fn start(
    State(state): State<AppState>,
    client: Client,
    Body(request): Body<NewReview>,
) -> Result<Response, ApiError> {
    let review = blocking(move || state.reviews().start(request, client)).await?;
    let location = [(header::LOCATION, format!("/api/reviews/{}", review.entry.id))];
    Ok((StatusCode::ACCEPTED, location, Json(review)).into_response())
}

/// Shows what a review has found so far.
#[utoipa::path(get, path = "/api/reviews/{id}", tag = "analysis", params(("id" = i64, Path)),
    responses((status = 200, body = ReviewView), Failures))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Json<ReviewView>, ApiError> {
    blocking(move || state.reviews().view(id)).await.map(Json)
}

/// Writes the game with evaluations, marks and better lines.
#[utoipa::path(get, path = "/api/reviews/{id}/pgn", tag = "analysis", params(("id" = i64, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), Failures))]
pub(crate) async fn pgn(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Response, ApiError> {
    let text = blocking(move || state.reviews().pgn(id)).await?;
    Ok(([(header::CONTENT_TYPE, super::PGN)], text).into_response())
}

/// Stops a review; what it has found is kept.
#[utoipa::path(post, path = "/api/reviews/{id}/stop", tag = "analysis",
    params(("id" = i64, Path)), responses((status = 202, body = ReviewHead), Failures))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Response, ApiError> {
    let review = blocking(move || state.reviews().stop(id)).await?;
    Ok((StatusCode::ACCEPTED, Json(review)).into_response())
}

/// Goes on with a review that was stopped.
#[utoipa::path(post, path = "/api/reviews/{id}/resume", tag = "analysis",
    params(("id" = i64, Path)), responses((status = 202, body = ReviewHead), Failures))]
pub(crate) async fn resume(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Response, ApiError> {
    let review = blocking(move || state.reviews().resume(id)).await?;
    Ok((StatusCode::ACCEPTED, Json(review)).into_response())
}

/// Removes a review.
#[utoipa::path(delete, path = "/api/reviews/{id}", tag = "analysis", params(("id" = i64, Path)),
    responses((status = 204), Failures))]
pub(crate) async fn delete(
    State(state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<StatusCode, ApiError> {
    blocking(move || state.reviews().delete(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
