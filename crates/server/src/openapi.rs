//! The description of the API for machines, made from the code, and a page that shows it.

use std::fmt::Write;

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use utoipa::openapi::{OpenApi as Document, RefOr, Schema};
use utoipa::{IntoResponses, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::routes::games::StateFilter;
use crate::routes::pgn::PgnLine;
use crate::routes::{
    about, analyse, explain, games, lab, pgn, position, reviews, studies, tablebase, verbs,
};
use crate::socket;
use crate::state::AppState;

/// What may go wrong, of any route.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it is a description, which nobody makes")]
pub(crate) enum Failures {
    /// The request cannot be read.
    #[response(status = 400)]
    Unreadable(ApiError),
    /// A token is needed.
    #[response(status = 401)]
    Token(ApiError),
    /// Another site asks, or another host is meant.
    #[response(status = 403)]
    Forbidden(ApiError),
    /// There is no such thing.
    #[response(status = 404)]
    Missing(ApiError),
    /// The address does not do this.
    #[response(status = 405)]
    Method(ApiError),
    /// It is not possible now.
    #[response(status = 409)]
    Conflict(ApiError),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(ApiError),
    /// The body is no JSON.
    #[response(status = 415)]
    MediaType(ApiError),
    /// A value makes no sense.
    #[response(status = 422)]
    Value(ApiError),
    /// Too much at once.
    #[response(status = 429)]
    TooMany(ApiError),
    /// The store fails.
    #[response(status = 500)]
    Internal(ApiError),
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ferz",
        description = "Games, analysis and experiments of the chess engine Ferz. docs/api.md is the \
                       guide; the WebSocket at /api/ws is described there."
    ),
    tags(
        (name = "server", description = "The server itself"),
        (name = "games", description = "Games that survive a restart"),
        (name = "verbs", description = "Four verbs with compact answers; an error is empty"),
        (name = "positions", description = "Positions and PGN without a game"),
        (name = "analysis", description = "Streams of analysis, moves in words, whole games"),
        (name = "lab", description = "Experiments"),
    ),
    components(schemas(ApiError, PgnLine, StateFilter))
)]
struct Api;

/// All routes that are described, and their description.
pub(crate) fn router() -> (Router<AppState>, Document) {
    let (router, mut document) = OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(about::about))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::show, games::delete))
        .routes(routes!(games::board))
        .routes(routes!(games::status))
        .routes(routes!(games::legal_moves, games::play))
        .routes(routes!(games::undo))
        .routes(routes!(games::resign))
        .routes(routes!(games::draw))
        .routes(routes!(games::engine_move))
        .routes(routes!(games::pgn))
        .routes(routes!(verbs::board))
        .routes(routes!(verbs::possible_moves))
        .routes(routes!(verbs::make_move))
        .routes(routes!(verbs::status))
        .routes(routes!(position::position))
        .routes(routes!(position::evaluate))
        .routes(routes!(tablebase::probe))
        .routes(routes!(pgn::read))
        .routes(routes!(pgn::write))
        .routes(routes!(analyse::start))
        .routes(routes!(analyse::stop))
        .routes(routes!(explain::explain))
        .routes(routes!(reviews::list, reviews::start))
        .routes(routes!(reviews::show, reviews::delete))
        .routes(routes!(reviews::pgn))
        .routes(routes!(reviews::stop))
        .routes(routes!(reviews::resume))
        .routes(routes!(lab::list, lab::start))
        .routes(routes!(lab::show))
        .routes(routes!(lab::stop))
        .routes(routes!(lab::resume))
        .routes(routes!(lab::games))
        .routes(routes!(lab::game))
        .routes(routes!(lab::pgn))
        .routes(routes!(studies::ladders))
        .routes(routes!(studies::data))
        .routes(routes!(studies::trainings))
        .routes(routes!(studies::training))
        .routes(routes!(studies::speedups))
        .routes(routes!(studies::speedup))
        .split_for_parts();
    open_players(&mut document);
    let sockets = Router::new()
        .route("/api/ws", get(socket::upgrade))
        .route("/api/games/{id}/verbs", get(verbs::socket));
    (router.merge(sockets), document)
}

/// Players refuse fields that they do not know, but their `kind` stands beside those they do.
fn open_players(document: &mut Document) {
    let Some(components) = &mut document.components else { return };
    for name in ["Human", "EnginePlayer"] {
        if let Some(RefOr::T(Schema::Object(player))) = components.schemas.get_mut(name) {
            player.additional_properties = None;
        }
    }
}

/// The description itself.
pub(crate) fn routes(document: &Document) -> Router<AppState> {
    // What is made of our own types can always be written.
    let json = document.to_json().unwrap_or_default();
    let page = show(document);
    Router::new()
        .route(
            "/api/openapi.json",
            get(move || async move {
                ([(header::CONTENT_TYPE, "application/json")], json).into_response()
            }),
        )
        .route("/api/docs", get(move || async move { Html(page) }))
}

/// The description as a page without scripts, so that it needs nothing from elsewhere.
fn show(document: &Document) -> String {
    let mut rows = String::new();
    for (path, item) in &document.paths.paths {
        let operations = [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            let summary = operation.summary.as_deref().unwrap_or_default();
            let (path, summary) = (escape(path), escape(summary));
            let _ = write!(
                rows,
                "<tr><td>{method}</td><td><code>{path}</code></td><td>{summary}</td></tr>"
            );
        }
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Ferz: the API</title>\
         <style>body{{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;\
         color-scheme:light dark}}td{{padding:.2rem .8rem .2rem 0;vertical-align:top}}</style>\
         <h1>Ferz: the API</h1><p>The whole description is \
         <a href=\"/api/openapi.json\">/api/openapi.json</a>; the guide is docs/api.md. \
         <code>/api/ws</code> is the WebSocket.</p><table>{rows}</table></html>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
