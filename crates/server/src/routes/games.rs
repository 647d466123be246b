//! Games over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ferz_rules::{Color, Square};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::game_id;
use crate::error::{ApiError, Code};
use crate::extract::{Body, Path, Query};
use crate::games::{
    BoardView, Change, DrawAction, EnginePlayer, GameList, GameView, LiveGame, NewGame, StatusView,
};
use crate::guard::Client;
use crate::hall::Table;
use crate::openapi::Failures;
use crate::state::{AppState, blocking};
use crate::store::Which;
use crate::wire::{LegalMove, Side, read_move};

const DEFAULT_PAGE: usize = 50;
const LONGEST_PAGE: usize = 200;

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// `playing` or `finished`; both if it is missing.
    state: Option<StateFilter>,
    /// How many, at most 200.
    limit: Option<usize>,
    /// How many to pass over.
    offset: Option<usize>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StateFilter {
    Playing,
    Finished,
}

/// Lists games, the last changed first.
#[utoipa::path(get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = 200, body = GameList), Failures))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Query(query): Query<ListQuery>,
) -> Result<Json<GameList>, ApiError> {
    let which = match query.state {
        None => Which::All,
        Some(StateFilter::Playing) => Which::Playing,
        Some(StateFilter::Finished) => Which::Finished,
    };
    let limit = query.limit.unwrap_or(DEFAULT_PAGE).min(LONGEST_PAGE);
    let offset = query.offset.unwrap_or(0);
    blocking(move || state.hall().list(which, limit, offset)).await.map(Json)
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, body = GameView), Failures))]
pub(crate) async fn create(
    State(state): State<AppState>,
    client: Client,
    Body(request): Body<NewGame>,
) -> Result<Response, ApiError> {
    let game = blocking(move || state.hall().create(request, client)).await?;
    let location = [(header::LOCATION, format!("/api/games/{}", game.head.id))];
    Ok((StatusCode::CREATED, location, Json(game)).into_response())
}

/// Shows a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), Failures))]
pub(crate) async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<GameView>, ApiError> {
    let id = game_id(&id)?;
    blocking(move || state.hall().view(&id)).await.map(Json)
}

/// Removes a game.
#[utoipa::path(delete, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), Failures))]
pub(crate) async fn delete(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = game_id(&id)?;
    blocking(move || state.hall().delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows the board of a game.
#[utoipa::path(get, path = "/api/games/{id}/board", tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = BoardView), Failures))]
pub(crate) async fn board(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<BoardView>, ApiError> {
    look(state, &id, |table| Ok(table.game()?.board())).await.map(Json)
}

/// Shows where a game stands.
#[utoipa::path(get, path = "/api/games/{id}/status", tag = "games",
    params(("id" = String, Path)), responses((status = 200, body = StatusView), Failures))]
pub(crate) async fn status(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<StatusView>, ApiError> {
    look(state, &id, |table| Ok(table.game()?.status())).await.map(Json)
}

/// A square.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FromQuery {
    /// Only moves of the piece here.
    #[param(example = "e2")]
    from: Option<String>,
}

/// Legal moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    /// The moves.
    moves: Vec<LegalMove>,
}

/// Lists the legal moves, of all pieces or of one.
#[utoipa::path(get, path = "/api/games/{id}/moves", tag = "games",
    params(("id" = String, Path), FromQuery), responses((status = 200, body = LegalMoves), Failures))]
pub(crate) async fn legal_moves(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Result<Json<LegalMoves>, ApiError> {
    let expected = "a square such as e2";
    let read = |text: String| text.parse().map_err(|_| ApiError::value("from", &text, expected));
    let from: Option<Square> = query.from.map(read).transpose()?;
    let moves = look(state, &id, move |table| {
        let game = table.game()?;
        let position = game.game.position();
        let moves = match from {
            _ if game.ending.is_some() => return Ok(Vec::new()),
            Some(square) => position.legal_moves_from(square),
            None => position.legal_moves(),
        };
        Ok(moves.iter().map(|&mv| LegalMove::new(position, mv, game.variant)).collect())
    });
    Ok(Json(LegalMoves { moves: moves.await? }))
}

/// A move to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The move, as UCI or people write it.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    text: String,
    /// How many moves have been made, as the client knows.
    #[serde(default)]
    ply: Option<usize>,
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games",
    params(("id" = String, Path)), request_body = MoveRequest,
    responses((status = 200, body = GameView), Failures))]
pub(crate) async fn play(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Json<GameView>, ApiError> {
    let MoveRequest { text, ply } = request;
    change(state, &id, move |game, now| play_text(game, &text, ply, now)).await
}

/// Makes a move that a client has sent.
pub(crate) fn play_text(
    game: &mut LiveGame,
    text: &str,
    ply: Option<usize>,
    now: u64,
) -> Result<Change, ApiError> {
    if let Some(ply) = ply.filter(|&ply| ply != game.ply()) {
        let message = format!("{} moves have been made, not {ply}", game.ply());
        let detail = json!({ "ply": game.ply() });
        return Err(ApiError::new(Code::Stale, message).with_detail(detail));
    }
    game.expect_playing()?;
    let mv = read_move(game.game.position(), text, game.variant)?;
    game.play(mv, now)
}

/// How much to take back.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {
    /// So many moves; to the last move of a human if it is missing.
    #[serde(default)]
    #[schema(minimum = 1)]
    plies: Option<usize>,
}

/// Takes moves back.
#[utoipa::path(post, path = "/api/games/{id}/undo", tag = "games",
    params(("id" = String, Path)), request_body = UndoRequest,
    responses((status = 200, body = GameView), Failures))]
pub(crate) async fn undo(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(request): Body<UndoRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(state, &id, move |game, now| game.undo(request.plies, now)).await
}

/// Who gives up.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResignRequest {
    /// The side; the only human, or who is to move, if it is missing.
    #[serde(default)]
    side: Option<Side>,
}

/// Gives up.
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "games",
    params(("id" = String, Path)), request_body = ResignRequest,
    responses((status = 200, body = GameView), Failures))]
pub(crate) async fn resign(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(request): Body<ResignRequest>,
) -> Result<Json<GameView>, ApiError> {
    change(state, &id, move |game, now| game.resign(request.side.map(Color::from), now)).await
}

/// What to do about a draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawRequest {
    /// Offer, accept, decline or claim.
    action: DrawAction,
    /// Who does it; the only human, or who is to move, if it is missing.
    #[serde(default)]
    side: Option<Side>,
}

/// Offers, accepts, declines or claims a draw.
#[utoipa::path(post, path = "/api/games/{id}/draw", tag = "games",
    params(("id" = String, Path)), request_body = DrawRequest,
    responses((status = 200, body = GameView), Failures))]
pub(crate) async fn draw(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(request): Body<DrawRequest>,
) -> Result<Json<GameView>, ApiError> {
    let DrawRequest { action, side } = request;
    change(state, &id, move |game, now| game.draw(action, side.map(Color::from), now)).await
}

/// Lets the engine make one move for whoever is to move.
#[utoipa::path(post, path = "/api/games/{id}/engine-move", tag = "games",
    params(("id" = String, Path)), request_body = EnginePlayer,
    responses((status = 202, body = GameView), Failures))]
pub(crate) async fn engine_move(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(helper): Body<EnginePlayer>,
) -> Result<Response, ApiError> {
    let id = game_id(&id)?;
    let helper = helper.settled(&state.config().limits)?;
    let game = blocking(move || state.hall().engine_move(&id, helper)).await?;
    Ok((StatusCode::ACCEPTED, Json(game)).into_response())
}

/// Writes a game as PGN.
#[utoipa::path(get, path = "/api/games/{id}/pgn", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), Failures))]
pub(crate) async fn pgn(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let pgn = look(state, &id, |table| Ok(table.game()?.pgn().to_string())).await?;
    Ok(([(header::CONTENT_TYPE, super::PGN)], pgn).into_response())
}

async fn look<T: Send + 'static>(
    state: AppState,
    id: &str,
    look: impl FnOnce(&Table) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let id = game_id(id)?;
    blocking(move || state.hall().read(&id, |table, _| look(table))?).await
}

async fn change(
    state: AppState,
    id: &str,
    act: impl FnOnce(&mut LiveGame, u64) -> Result<Change, ApiError> + Send + 'static,
) -> Result<Json<GameView>, ApiError> {
    let id = game_id(id)?;
    blocking(move || state.hall().change(&id, act)).await.map(Json)
}
