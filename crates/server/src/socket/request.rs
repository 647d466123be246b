//! What clients say.

use serde::Deserialize;
use serde_json::Value;

use crate::analysis::Work;
use crate::error::{ApiError, Code};

/// A message of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Request {
    Subscribe {
        topic: String,
        #[serde(default)]
        after: Option<u64>,
    },
    Unsubscribe {
        topic: String,
    },
    Move {
        game: String,
        #[serde(rename = "move")]
        text: String,
        #[serde(default)]
        ply: Option<usize>,
    },
    Verb {
        game: String,
        text: String,
    },
    Analyse {
        session: String,
        work: Work,
    },
    Stop {
        session: String,
    },
    Ping,
}

/// The `id` of a message, and the message.
pub(super) fn read(text: &str) -> (Value, Result<Request, ApiError>) {
    let bad = |error: serde_json::Error| ApiError::new(Code::BadRequest, error.to_string());
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (Value::Null, Err(bad(error))),
    };
    let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
    (id.unwrap_or_default(), serde_json::from_value(value).map_err(bad))
}
