//! The door: who is let in, and by which name they are known inside.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Access;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How a client calls itself.
const CLIENT_HEADER: &str = "x-ferz-client";
const LONGEST_NAME: usize = 64;

/// Whose request it is: what fairness is measured by.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Client(pub(crate) Arc<str>);

/// Lets a request in, or does not.
pub(crate) async fn guard(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let config = state.config();
    let headers = request.headers();
    let host = host(headers, request.uri());
    if config.access == Access::Loopback {
        check_host(host)?;
    }
    check_origin(headers, host, &config.origins)?;
    // The page itself is no secret, and it is where a token can be typed in.
    if let Access::Token(token) = &config.access
        && request.uri().path().starts_with("/api")
    {
        check_token(headers, request.uri(), token)?;
    }
    let client = client(&request);
    request.extensions_mut().insert(client);
    Ok(next.run(request).await)
}

fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let header = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    header.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str))
}

/// A page of an attacker may let its own name point to this machine; its requests still name it.
fn check_host(host: Option<&str>) -> Result<(), ApiError> {
    let Some(host) = host else { return Ok(()) };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_ours = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    if is_ours { Ok(()) } else { Err(forbidden(Code::ForbiddenHost, "host", host)) }
}

/// Browsers say which page a request comes from; programs do not.
fn check_origin(
    headers: &HeaderMap,
    host: Option<&str>,
    allowed: &[String],
) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("?");
    let named = origin.split_once("://").map(|(_, host)| host);
    if (named.is_some() && named == host) || allowed.iter().any(|other| other == origin) {
        Ok(())
    } else {
        Err(forbidden(Code::ForbiddenOrigin, "origin", origin))
    }
}

fn forbidden(code: Code, what: &str, text: &str) -> ApiError {
    let message = format!("requests of the {what} \"{}\" are refused", crate::error::excerpt(text));
    ApiError::new(code, message)
}

fn check_token(headers: &HeaderMap, uri: &Uri, token: &str) -> Result<(), ApiError> {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = header
        .and_then(|value| value.strip_prefix("Bearer "))
        .or_else(|| parameter(uri, "token").filter(|_| is_upgrade(headers)));
    if given.is_some_and(|given| is_same(given.as_bytes(), token.as_bytes())) {
        Ok(())
    } else {
        Err(ApiError::new(Code::Unauthorized, "this server asks for a token"))
    }
}

/// Addresses are logged and remembered, so a token in one is only for those who have no other way.
fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.contains_key(header::UPGRADE)
}

/// Compares in a time that does not tell how much was right.
fn is_same(given: &[u8], token: &[u8]) -> bool {
    let differences = given.iter().zip(token).fold(0, |sum, (one, two)| sum | (one ^ two));
    given.len() == token.len() && differences == 0
}

fn parameter<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn client(request: &Request) -> Client {
    let header = request.headers().get(CLIENT_HEADER).and_then(|name| name.to_str().ok());
    let given = header.or_else(|| parameter(request.uri(), "client")).filter(|name| is_name(name));
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map(|info| info.0.ip().to_string()).unwrap_or_default();
    Client(match given {
        // Two machines may choose the same name.
        Some(name) => format!("{address}/{name}").into(),
        None => address.into(),
    })
}

fn is_name(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= LONGEST_NAME && text.bytes().all(fits)
}
