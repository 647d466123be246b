//! The last line of each analysis of a socket, until it is sent.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::analysis::Sink;

/// Lines by the name of their analysis. A line that was not sent in time is replaced by the next.
#[derive(Default)]
pub(crate) struct Inbox {
    lines: Mutex<BTreeMap<String, String>>,
    filled: Notify,
}

impl Inbox {
    pub(crate) async fn wait(&self) {
        self.filled.notified().await;
    }

    pub(crate) fn take(&self) -> Option<String> {
        self.lock().pop_first().map(|(_, line)| line)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way of one analysis into an inbox.
pub(crate) struct Slit {
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) session: String,
}

impl Sink for Slit {
    fn put(&self, line: String, _: bool) {
        if line.is_empty() {
            return;
        }
        // The line is JSON already: it is not read again to be put into a message.
        let session = serde_json::json!(self.session);
        let text = format!(r#"{{"type":"analysis","session":{session},"data":{line}}}"#);
        self.inbox.lock().insert(self.session.clone(), text);
        self.inbox.filled.notify_one();
    }
}
