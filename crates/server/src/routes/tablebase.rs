//! What endgame tables know.

use axum::Json;
use axum::extract::State;
use ferz_engine::Tablebases;
use ferz_rules::Game;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::ApiError;
use crate::extract::Query;
use crate::openapi::Failures;
use crate::state::{AppState, blocking};
use crate::wire::{Variant, read_fen};

/// A position.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FenQuery {
    /// The position.
    fen: String,
}

/// What tables know of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct TablebaseView {
    /// The position.
    fen: String,
    /// How many pieces it has.
    pieces: u32,
    /// How many pieces the tables know; none without tables.
    max_pieces: u32,
    /// The result for the player to move, if it is known.
    #[schema(example = "cursed win")]
    result: Option<&'static str>,
    /// Half-moves to the next capture or pawn move.
    dtz: Option<i32>,
    /// The moves, the best first.
    moves: Vec<TablebaseMove>,
}

/// What tables know of a move.
#[derive(Serialize, ToSchema)]
struct TablebaseMove {
    /// As UCI writes it.
    uci: String,
    /// As people write it.
    san: String,
    /// The result for who makes it.
    result: &'static str,
    /// Half-moves to the next capture or pawn move, this one included.
    dtz: Option<i32>,
}

/// Looks a position up in the endgame tables.
#[utoipa::path(get, path = "/api/tablebase", tag = "positions", params(FenQuery),
    responses((status = 200, body = TablebaseView), Failures))]
pub(crate) async fn probe(
    State(state): State<AppState>,
    Query(query): Query<FenQuery>,
) -> Result<Json<TablebaseView>, ApiError> {
    let view = blocking(move || {
        let game = Game::from_position(read_fen(&query.fen)?);
        Ok(look_up(state.config().tables.as_deref(), &game))
    });
    view.await.map(Json)
}

fn look_up(tables: Option<&Tablebases>, game: &Game) -> TablebaseView {
    let position = game.position();
    let probe = tables.and_then(|tables| tables.probe(position));
    let ranked = tables.and_then(|tables| tables.rank(game, true)).unwrap_or_default();
    let style = Variant::Standard.of(position).style();
    let moves = ranked.iter().map(|ranked| TablebaseMove {
        uci: ranked.mv.uci(style).to_string(),
        san: position.san(ranked.mv),
        result: ranked.result.name(),
        dtz: ranked.dtz,
    });
    TablebaseView {
        fen: position.to_string(),
        pieces: position.occupied().len(),
        max_pieces: tables.map_or(0, Tablebases::max_pieces),
        result: probe.map(|probe| probe.wdl.name()),
        dtz: probe.and_then(|probe| probe.dtz),
        moves: moves.collect(),
    }
}
