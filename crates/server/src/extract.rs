//! Reading requests, with errors in the shape of all others.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use crate::error::{ApiError, Code};
use crate::guard::Client;

/// A body of JSON. A missing body is an empty object, since most routes need nothing.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).cloned();
        let bytes = Bytes::from_request(request, state).await.map_err(|error| unread(&error))?;
        if bytes.is_empty() {
            return parse(b"{}").map(Self);
        }
        // A form of another site could send JSON as plain text without asking; a real client
        // says what it sends.
        let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        if !is_json {
            let message = "expected a body of the type application/json";
            return Err(ApiError::new(Code::UnsupportedMediaType, message));
        }
        parse(&bytes).map(Self)
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes)
        .map_err(|error| ApiError::new(Code::BadRequest, error.to_string()))
}

fn unread(error: &BytesRejection) -> ApiError {
    let code = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        _ => Code::BadRequest,
    };
    ApiError::new(code, error.body_text())
}

/// The parameters behind the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(error) => Err(ApiError::new(Code::BadRequest, error.body_text())),
        }
    }
}

/// The parameters in the path.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(error) => Err(ApiError::new(Code::NotFound, error.body_text())),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}
