//! What a client is told when something does not work.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ferz_lab::StoreError;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The kinds of errors, by the names that clients can rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not JSON, or a field is missing or of the wrong type.
    BadRequest,
    /// The token is missing or wrong.
    Unauthorized,
    /// A page of another site asks.
    ForbiddenOrigin,
    /// The request is meant for another host.
    ForbiddenHost,
    /// There is no such address.
    NotFound,
    /// There is no such game.
    NoGame,
    /// There is no such run.
    NoRun,
    /// The run has no such game.
    NoLabGame,
    /// There is no analysis under this name.
    NoSession,
    /// There is no such review.
    NoReview,
    /// The address does not do this.
    MethodNotAllowed,
    /// The move is not legal; the detail has those that are.
    IllegalMove,
    /// The game is over.
    GameOver,
    /// It is the engine's turn.
    EngineToMove,
    /// The client has not seen the last move.
    Stale,
    /// No move can be taken back.
    NothingToUndo,
    /// Nobody has offered a draw.
    NoDrawOffer,
    /// There is no draw to claim.
    NoClaim,
    /// The run has come to its end.
    RunEnded,
    /// The run is not running here.
    NotRunning,
    /// The run is running already.
    AlreadyRunning,
    /// The body is too large.
    TooLarge,
    /// The body is of another kind.
    UnsupportedMediaType,
    /// No position.
    BadFen,
    /// No game.
    BadPgn,
    /// A field has a value that it cannot have.
    BadValue,
    /// There are too many games.
    TooManyGames,
    /// Too many searches are waiting.
    TooManySearches,
    /// Too many experiments are running.
    TooManyJobs,
    /// Too many sockets are open.
    TooManySockets,
    /// The server fails.
    Internal,
}

impl Code {
    const fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::ForbiddenOrigin | Self::ForbiddenHost => StatusCode::FORBIDDEN,
            Self::NotFound
            | Self::NoGame
            | Self::NoRun
            | Self::NoLabGame
            | Self::NoSession
            | Self::NoReview => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::IllegalMove
            | Self::GameOver
            | Self::EngineToMove
            | Self::Stale
            | Self::NothingToUndo
            | Self::NoDrawOffer
            | Self::NoClaim
            | Self::RunEnded
            | Self::NotRunning
            | Self::AlreadyRunning => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BadFen | Self::BadPgn | Self::BadValue => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyGames
            | Self::TooManySearches
            | Self::TooManyJobs
            | Self::TooManySockets => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// An error as every route answers it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ApiError {
    /// What kind of error it is.
    code: Code,
    /// What is wrong, for people.
    message: String,
    /// More of it, for programs.
    #[schema(value_type = Option<Object>)]
    detail: Option<Value>,
}

impl ApiError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None }
    }

    pub(crate) fn with_detail(mut self, detail: Value) -> Self {
        self.detail = Some(detail);
        self
    }

    /// A field whose value makes no sense.
    pub(crate) fn value(field: &str, value: &str, expected: &str) -> Self {
        let value = excerpt(value);
        let message = format!("{field} cannot be \"{value}\": expected {expected}");
        Self::new(Code::BadValue, message).with_detail(json!({ "field": field, "value": value }))
    }

    pub(crate) fn no_game(id: &str) -> Self {
        Self::new(Code::NoGame, format!("there is no game \"{}\"", excerpt(id)))
    }

    /// The store fails: the reason is for whoever runs the server.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        Self::new(Code::Internal, format!("the server fails: {error}"))
    }

    /// What kind of error it is.
    pub const fn code(&self) -> Code {
        self.code
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.code.status()
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(error)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoRun(run) => Self::new(Code::NoRun, format!("there is no run {run}")),
            other => Self::internal(other),
        }
    }
}

/// As much of a client's text as is worth repeating.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut excerpt: String = text.chars().take(LONGEST).collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    excerpt
}
