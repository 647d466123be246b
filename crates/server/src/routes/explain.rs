//! Moves in words, over HTTP.

use axum::Json;
use axum::extract::State;
use ferz_rules::{Color, Move, Position};
use ferz_uci::ScoreValue;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::PositionRequest;
use crate::error::{ApiError, Code};
use crate::extract::Body;
use crate::games::MoveLimit;
use crate::guard::Client;
use crate::openapi::Failures;
use crate::state::AppState;
use crate::wire::{Value, Variant, read_move, san_line};

/// As much of a line as is shown.
const SHOWN_LINE: usize = 10;

/// A move to be explained.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    /// Where to start; the ordinary start if it is missing.
    #[serde(default)]
    fen: Option<String>,
    /// Chess or Chess960.
    #[serde(default)]
    variant: Variant,
    /// The moves from there, as UCI or people write them.
    #[serde(default)]
    moves: Vec<String>,
    /// The move after them that is to be explained.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    text: String,
    /// How long each of the two searches may take; 200000 nodes if nothing is said.
    #[serde(default)]
    limit: MoveLimit,
}

/// A move in words.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExplanationView {
    /// The position.
    fen: String,
    /// The move.
    #[serde(rename = "move")]
    mv: NamedMove,
    /// What is to be said about it, the weightiest first.
    sentences: Vec<String>,
    /// What it is worth for White.
    score: Value,
    /// The line that the search expects, the move first.
    line: String,
    /// The best move; the same if it is the best.
    best: NamedMove,
    /// What the best move is worth for White.
    best_score: Value,
    /// The line of the best move.
    best_line: String,
}

/// A move in both notations.
#[derive(Serialize, ToSchema)]
struct NamedMove {
    /// As UCI writes it.
    uci: String,
    /// As people write it.
    san: String,
}

impl NamedMove {
    fn new(position: &Position, mv: Move, variant: Variant) -> Self {
        Self { uci: mv.uci(variant.style()).to_string(), san: position.san(mv) }
    }
}

/// Says why a move is good, or what it loses.
#[utoipa::path(post, path = "/api/explain", tag = "analysis", request_body = ExplainRequest,
    responses((status = 200, body = ExplanationView), Failures))]
pub(crate) async fn explain(
    State(state): State<AppState>,
    client: Client,
    Body(request): Body<ExplainRequest>,
) -> Result<Json<ExplanationView>, ApiError> {
    let ExplainRequest { fen, variant, moves, text, limit } = request;
    let (game, variant) = PositionRequest::new(fen, variant, moves).game()?;
    if let Some(outcome) = game.outcome() {
        return Err(ApiError::new(Code::GameOver, format!("the game is over, {outcome}")));
    }
    let position = game.position().clone();
    let mv = read_move(&position, &text, variant)?;
    let explained = state.explainer().explain(client, game, mv, limit).await?;
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    let value = |score: ScoreValue| Value::for_white(score, sign);
    Ok(Json(ExplanationView {
        fen: position.to_string(),
        mv: NamedMove::new(&position, mv, variant),
        score: value(explained.score),
        line: san_line(&position, &explained.line, SHOWN_LINE),
        best: NamedMove::new(&position, explained.best, variant),
        best_score: value(explained.best_score),
        best_line: san_line(&position, &explained.best_line, SHOWN_LINE),
        sentences: explained.sentences,
    }))
}
