//! What the server is.

use axum::Json;
use axum::extract::State;
use ferz_engine::{MAX_ELO, MIN_ELO, Tablebases, embedded_network};
use ferz_eval::EvaluatorKind;
use serde::Serialize;
use utoipa::ToSchema;

use crate::config::Limits;
use crate::page::has_page;
use crate::state::AppState;

/// What the server is.
#[derive(Serialize, ToSchema)]
pub(crate) struct About {
    /// The engine's name.
    name: &'static str,
    /// Its version.
    version: &'static str,
    /// The name of the network it carries.
    network: Option<String>,
    /// The evaluations it can use.
    evaluators: Vec<&'static str>,
    /// The ratings it can play at, from and to.
    elo: [u32; 2],
    /// How many pieces the endgame tables know; none without tables.
    tablebase: u32,
    /// Changes when the server is started again.
    boot: String,
    /// Whether the page is in this build.
    page: bool,
    /// What clients may use.
    limits: Limits,
}

/// What the server is, and what clients may use.
#[utoipa::path(get, path = "/api/about", tag = "server",
    responses((status = 200, body = About), crate::openapi::Failures))]
pub(crate) async fn about(State(state): State<AppState>) -> Json<About> {
    let network = embedded_network().ok().flatten();
    Json(About {
        name: "Ferz",
        version: env!("CARGO_PKG_VERSION"),
        network: network.map(|network| network.id()),
        evaluators: EvaluatorKind::ALL.map(EvaluatorKind::name).to_vec(),
        elo: [MIN_ELO, MAX_ELO],
        tablebase: state.config().tables.as_deref().map_or(0, Tablebases::max_pieces),
        boot: state.boot().to_owned(),
        page: has_page(),
        limits: state.config().limits.clone(),
    })
}
