//! Analysis over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::analysis::{AnalyseRequest, AnalysisLine, stream};
use crate::error::ApiError;
use crate::extract::{Body, Path};
use crate::guard::Client;
use crate::openapi::Failures;
use crate::state::AppState;

/// Analyses a position, a line of JSON for everything new.
#[utoipa::path(post, path = "/api/analyse", tag = "analysis", request_body = AnalyseRequest,
    responses((status = 200, body = AnalysisLine, content_type = "application/x-ndjson"), Failures))]
pub(crate) async fn start(
    State(state): State<AppState>,
    client: Client,
    Body(request): Body<AnalyseRequest>,
) -> Result<Response, ApiError> {
    stream(&state, client, request.work)
}

/// Stops an analysis.
#[utoipa::path(post, path = "/api/analyse/{session}/stop", tag = "analysis",
    params(("session" = String, Path)), responses((status = 204), Failures))]
pub(crate) async fn stop(
    State(state): State<AppState>,
    client: Client,
    Path(session): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.analyses().stop(&client.0, &session)?;
    Ok(StatusCode::NO_CONTENT)
}
