//! The routes, one file for each subject. They read requests, call the rooms that know, and write
//! answers.

pub(crate) mod about;
pub(crate) mod analyse;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod pgn;
pub(crate) mod position;
pub(crate) mod reviews;
pub(crate) mod studies;
pub(crate) mod tablebase;
pub(crate) mod verbs;

use axum::http::{Method, Uri};

use crate::error::{ApiError, Code};
use crate::id::GameId;

/// The type of PGN.
pub(crate) const PGN: &str = "application/x-chess-pgn";

/// Nothing here does what was asked.
pub(crate) async fn method_not_allowed(method: Method, uri: Uri) -> ApiError {
    let message = format!("{} does not do {method}", crate::error::excerpt(uri.path()));
    ApiError::new(Code::MethodNotAllowed, message)
}

/// The game that a path names.
pub(crate) fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|()| ApiError::no_game(text))
}
