//! A server on the desk: requests go in, answers come out.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use ferz_server::{Access, AppState, Config, Limits, app};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A folder that is removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ferz-server-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.0.join("ferz.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn config(store: &Path) -> Config {
    let limits = Limits { searches: 2, threads: 1, hash: 2, ..Limits::default() };
    Config {
        store: store.to_owned(),
        access: Access::Loopback,
        origins: Vec::new(),
        tables: None,
        limits,
    }
}

/// A server, and how to ask it.
pub(crate) struct Desk {
    pub(crate) state: AppState,
    app: Router,
    /// Lives as long as the server.
    folder: Option<Folder>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The answer of a request that must work.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.json()
    }

    /// The error of a request that must not.
    #[track_caller]
    pub(crate) fn error(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let error = self.json();
        assert_eq!(error["code"], code);
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
        error
    }
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = Folder::new();
        let mut config = config(&folder.store());
        change(&mut config);
        let mut desk = Self::open(config);
        desk.folder = Some(folder);
        desk
    }

    pub(crate) fn open(config: Config) -> Self {
        let state = AppState::open(config).expect("a store");
        Self { app: app(state.clone()), state, folder: None }
    }

    pub(crate) async fn ask(&self, request: Request<Body>) -> Answer {
        let response = self.app.clone().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), 1 << 24).await.expect("a body");
        Answer { status, headers, text: String::from_utf8(bytes.to_vec()).expect("text") }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        let request = Request::post(path).header("content-type", "application/json");
        self.ask(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    /// A new game; gives its address.
    pub(crate) async fn game(&self, body: Value) -> String {
        let answer = self.post("/api/games", body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        let address = format!("/api/games/{}", answer.json()["id"].as_str().expect("a name"));
        assert_eq!(answer.headers["location"], address);
        address
    }

    pub(crate) async fn play(&self, game: &str, moves: &str) -> Value {
        let mut last = Value::Null;
        for text in moves.split(' ') {
            last = self.post(&format!("{game}/moves"), json!({ "move": text })).await.ok();
        }
        last
    }

    /// Looks at an address until it shows something.
    pub(crate) async fn wait(&self, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let value = self.get(path).await.ok();
            if is_there(&value) {
                return value;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{path} never showed what was expected");
    }
}

/// An engine that moves at once.
pub(crate) fn quick_engine() -> Value {
    json!({ "kind": "engine", "limit": { "nodes": 200 }, "evaluator": "classical", "hash": 1 })
}
