//! Lines as the body of an answer.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::Notify;

use super::{Sink, Started, Work, lock};
use crate::error::ApiError;
use crate::guard::Client;
use crate::state::AppState;

/// Starts an analysis and answers with its lines. It ends when nobody reads any more.
pub(crate) fn stream(state: &AppState, client: Client, work: Work) -> Result<Response, ApiError> {
    let slot = Arc::<Slot>::default();
    let scope = client.0.to_string();
    let sink = Arc::clone(&slot) as Arc<dyn Sink>;
    let started = state.analyses().start(client, &scope, work, sink)?;
    let reader = Reader { slot, state: state.clone(), started };
    let lines = stream::unfold(reader, |reader| async {
        let line = reader.slot.next().await?;
        Some((Ok::<_, Infallible>(line + "\n"), reader))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// The last line, until it is read.
#[derive(Default)]
struct Slot {
    content: Mutex<Content>,
    filled: Notify,
}

#[derive(Default)]
struct Content {
    line: Option<String>,
    is_over: bool,
}

impl Slot {
    /// The next line; nothing after the last.
    async fn next(&self) -> Option<String> {
        loop {
            let filled = self.filled.notified();
            {
                let mut content = lock(&self.content);
                if let Some(line) = content.line.take() {
                    return Some(line);
                }
                if content.is_over {
                    return None;
                }
            }
            filled.await;
        }
    }
}

impl Sink for Slot {
    fn put(&self, line: String, is_last: bool) {
        let mut content = lock(&self.content);
        if content.is_over {
            return;
        }
        content.line = Some(line).filter(|line| !line.is_empty());
        content.is_over = is_last;
        drop(content);
        self.filled.notify_one();
    }
}

/// Whoever reads the stream.
struct Reader {
    slot: Arc<Slot>,
    state: AppState,
    started: Started,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.state.analyses().stop_this(&self.started);
    }
}
