//! The page, if it was built before this program was.

#[cfg(page)]
use axum::http::header;
use axum::http::{Method, Uri};
use axum::response::{Html, IntoResponse, Response};

use crate::error::{ApiError, Code, excerpt};

#[cfg(page)]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// What somebody sees who has a server without a page.
const WITHOUT_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Ferz</title><p>This build of Ferz has the API but not the page. <code>make play</code> \
    builds both and starts the server. The API is described at \
    <a href=\"/api/docs\">/api/docs</a>.</p></html>";

/// Whether the page is in this build.
pub const fn has_page() -> bool {
    cfg!(page)
}

/// Everything that is no route of the API: files of the page, and its addresses.
pub(crate) async fn fallback(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_api = path == "api" || path.starts_with("api/");
    if is_api || !matches!(method, Method::GET | Method::HEAD) {
        return missing(&uri);
    }
    // An address of the page has no ending; a file that is not there has one.
    match file(path) {
        Some(file) => file,
        None if path.contains('.') => missing(&uri),
        None => file("index.html").unwrap_or_else(|| Html(WITHOUT_PAGE).into_response()),
    }
}

fn missing(uri: &Uri) -> Response {
    let message = format!("there is nothing at \"{}\"", excerpt(uri.path()));
    ApiError::new(Code::NotFound, message).into_response()
}

#[cfg(page)]
fn file(path: &str) -> Option<Response> {
    let file = Files::get(path)?;
    // The names of assets change with their content; the page itself keeps its name.
    let is_asset = path.starts_with("assets/");
    let cache = if is_asset { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype().to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())];
    Some((headers, file.data).into_response())
}

#[cfg(not(page))]
fn file(_: &str) -> Option<Response> {
    None
}
