//! The document's verbs over HTTP and as messages.

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;

use super::game_id;
use crate::error::ApiError;
use crate::extract::Path;
use crate::openapi::Failures;
use crate::socket::{LONGEST_MESSAGE, Place};
use crate::state::{AppState, blocking};
use crate::verbs::answer;

/// The board, drawn with letters.
#[utoipa::path(get, path = "/api/games/{id}/get/board/", tag = "verbs",
    params(("id" = String, Path)), responses((status = 200, body = String), Failures))]
pub(crate) async fn board(state: State<AppState>, Path(id): Path<String>) -> String {
    reply(state, &id, "/get/board/".to_owned()).await
}

/// Where the piece of a square can go.
#[utoipa::path(get, path = "/api/games/{id}/get/possible_moves/{square}", tag = "verbs",
    params(("id" = String, Path), ("square" = String, Path)),
    responses((status = 200, body = String), Failures))]
pub(crate) async fn possible_moves(
    state: State<AppState>,
    Path((id, square)): Path<(String, String)>,
) -> String {
    reply(state, &id, format!("/get/possible_moves/{square}")).await
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/post/move/{move}", tag = "verbs",
    params(("id" = String, Path), ("move" = String, Path)),
    responses((status = 200, body = String), Failures))]
pub(crate) async fn make_move(
    state: State<AppState>,
    Path((id, mv)): Path<(String, String)>,
) -> String {
    reply(state, &id, format!("/post/move/{mv}")).await
}

/// Who is to move, or how the game has ended.
#[utoipa::path(get, path = "/api/games/{id}/get/status/", tag = "verbs",
    params(("id" = String, Path)), responses((status = 200, body = String), Failures))]
pub(crate) async fn status(state: State<AppState>, Path(id): Path<String>) -> String {
    reply(state, &id, "/get/status/".to_owned()).await
}

/// Errors are empty here, as the document has it.
async fn reply(State(state): State<AppState>, id: &str, verb: String) -> String {
    let Ok(id) = game_id(id) else { return String::new() };
    blocking(move || Ok(answer(state.hall(), &id, &verb))).await.unwrap_or_default()
}

/// The verbs as messages of a WebSocket.
pub(crate) async fn socket(
    State(state): State<AppState>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let id = game_id(&id)?;
    let place = Place::take(&state)?;
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        talk(socket, &state, id.as_str()).await;
        drop(place);
    }))
}

async fn talk(mut socket: WebSocket, state: &AppState, id: &str) {
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = message else { continue };
        let reply = reply(State(state.clone()), id, text.to_string()).await;
        if socket.send(Message::Text(reply.into())).await.is_err() {
            return;
        }
    }
}
