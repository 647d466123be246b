//! The HTTP and WebSocket API of Ferz, with games that survive a restart, and the page.
//!
//! [`AppState::open`] opens the store, [`app`] is everything that can be asked, as a router that
//! needs no socket, and [`serve`] puts it on one. `docs/api.md` is the guide for clients.

mod analysis;
mod claim;
mod config;
mod error;
mod explain;
mod extract;
mod games;
mod guard;
mod hall;
mod hub;
mod id;
mod lab;
mod openapi;
mod page;
mod queue;
mod review;
mod routes;
mod socket;
mod state;
mod store;
mod time;
mod verbs;
mod wire;

use std::net::SocketAddr;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use tokio::net::TcpListener;
use tower_http::set_header::SetResponseHeaderLayer;

pub use claim::Claim;
pub use config::{Access, Config, Limits, NoToken};
pub use error::{ApiError, Code};
pub use page::has_page;
pub use state::AppState;

/// What a page of ours may load: nothing from elsewhere.
const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; \
     style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; frame-ancestors 'none'";

/// Everything that can be asked of the server.
pub fn app(state: AppState) -> Router {
    let (router, document) = openapi::router();
    let limit = DefaultBodyLimit::max(state.config().limits.body);
    let router = router
        .merge(openapi::routes(&document))
        .fallback(page::fallback)
        .method_not_allowed_fallback(routes::method_not_allowed)
        .layer(limit)
        .layer(middleware::from_fn_with_state(state.clone(), guard::guard));
    with_headers(router).with_state(state)
}

fn with_headers(router: Router<AppState>) -> Router<AppState> {
    let headers: [(HeaderName, &'static str); 3] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    ];
    headers.into_iter().fold(router, |router, (name, value)| {
        let value = HeaderValue::from_static(value);
        router.layer(SetResponseHeaderLayer::if_not_present(name, value))
    })
}

/// Answers requests until `stop` comes.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let time = tokio::spawn(state.clone().keep_time());
    let service = app(state).into_make_service_with_connect_info::<SocketAddr>();
    // Streams and sockets may stay open for ever, so nobody waits for them: whatever has been
    // answered is in the store.
    let result = tokio::select! {
        result = async { axum::serve(listener, service).await } => result,
        () = stop => Ok(()),
    };
    time.abort();
    result
}
