//! What one connection follows and does.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};

use super::inbox::{Inbox, Slit};
use super::request::{self, Request};
use crate::analysis::{Started, Work};
use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::hub::{Follower, News, Topic};
use crate::routes::game_id;
use crate::routes::games::play_text;
use crate::state::{AppState, blocking};
use crate::verbs;

/// Analyses of one connection, by name; old ones are only forgotten when it ends.
const MOST_ANALYSES: usize = 64;

/// A connection's subscriptions and analyses, given up when it is dropped.
pub(super) struct Connection {
    state: AppState,
    client: Client,
    /// Its name in the hub, and the scope of its analyses.
    name: u64,
    follower: Arc<Follower>,
    inbox: Arc<Inbox>,
    /// The last event of each topic that was sent.
    sent: HashMap<Topic, u64>,
    analyses: HashMap<String, Started>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        for topic in self.sent.keys() {
            self.state.hub().leave(topic, self.name);
        }
        for started in self.analyses.values() {
            self.state.analyses().stop_this(started);
        }
    }
}

impl Connection {
    pub(super) fn new(state: AppState, client: Client) -> Self {
        Self {
            name: state.hub().name(),
            state,
            client,
            follower: Arc::default(),
            inbox: Arc::default(),
            sent: HashMap::new(),
            analyses: HashMap::new(),
        }
    }

    pub(super) fn follower(&self) -> Arc<Follower> {
        Arc::clone(&self.follower)
    }

    pub(super) fn inbox(&self) -> Arc<Inbox> {
        Arc::clone(&self.inbox)
    }

    pub(super) fn hello(&self) -> Utf8Bytes {
        let version = env!("CARGO_PKG_VERSION");
        json!({ "type": "hello", "version": version, "boot": self.state.boot() }).to_string().into()
    }

    /// What to say to a message.
    pub(super) async fn answer(&mut self, text: &str) -> Vec<Utf8Bytes> {
        let (id, request) = request::read(text);
        let result = match request {
            Ok(Request::Subscribe { topic, after }) => {
                return match self.subscribe(&topic, after).await {
                    Ok(texts) => texts,
                    Err(error) => vec![gone(&topic, &error)],
                };
            }
            Ok(request) => self.obey(request).await,
            Err(error) => Err(error),
        };
        let reply = match result {
            Ok(data) => json!({ "type": "ok", "id": id, "data": data }),
            Err(error) => json!({ "type": "error", "id": id, "error": error }),
        };
        vec![reply.to_string().into()]
    }

    async fn obey(&mut self, request: Request) -> Result<Value, ApiError> {
        let state = self.state.clone();
        match request {
            Request::Move { game, text, ply } => {
                let id = game_id(&game)?;
                let act = move |game: &mut _, now| play_text(game, &text, ply, now);
                let game = blocking(move || state.hall().change(&id, act)).await?;
                Ok(json!({ "seq": game.head.seq, "ply": game.head.ply }))
            }
            Request::Verb { game, text } => {
                let Ok(id) = game_id(&game) else { return Ok(json!({ "text": "" })) };
                let text = blocking(move || Ok(verbs::answer(state.hall(), &id, &text))).await?;
                Ok(json!({ "text": text }))
            }
            Request::Unsubscribe { topic } => {
                if let Ok(topic) = topic.parse::<Topic>()
                    && self.sent.remove(&topic).is_some()
                {
                    state.hub().leave(&topic, self.name);
                }
                Ok(json!({}))
            }
            Request::Analyse { session, work } => self.analyse(session, work),
            Request::Stop { session } => {
                state.analyses().stop(&self.scope(), &session)?;
                Ok(json!({}))
            }
            Request::Ping | Request::Subscribe { .. } => Ok(json!({})),
        }
    }

    fn scope(&self) -> String {
        format!("socket {}", self.name)
    }

    fn analyse(&mut self, session: String, mut work: Work) -> Result<Value, ApiError> {
        if session.is_empty() {
            return Err(ApiError::value("session", "", "a name"));
        }
        if self.analyses.len() >= MOST_ANALYSES && !self.analyses.contains_key(&session) {
            let message = format!("a socket can name {MOST_ANALYSES} analyses: use a name again");
            return Err(ApiError::new(Code::TooManySearches, message));
        }
        work.session_id = Some(session.clone());
        let sink = Slit { inbox: self.inbox(), session };
        let client = self.client.clone();
        let started = self.state.analyses().start(client, &self.scope(), work, Arc::new(sink))?;
        self.analyses.insert(started.session().to_owned(), started);
        Ok(json!({}))
    }

    async fn subscribe(
        &mut self,
        text: &str,
        after: Option<u64>,
    ) -> Result<Vec<Utf8Bytes>, ApiError> {
        let topic: Topic = text.parse().map_err(|()| {
            ApiError::value("topic", text, "games, game:ID, runs, run:N or review:N")
        })?;
        if self.sent.len() >= self.state.config().limits.subscriptions {
            let message = "this socket follows too many topics";
            return Err(ApiError::new(Code::TooManySockets, message));
        }
        // First follow, then look: what happens between the two is told twice rather than never.
        self.state.hub().follow(&topic, self.name, &self.follower);
        self.sent.insert(topic.clone(), after.unwrap_or(0));
        if let Some(after) = after
            && let News::Events(events) = self.state.hub().news(&topic, after)
            && !events.is_empty()
        {
            return Ok(self.events(&topic, events));
        }
        let (seq, data) = match self.state.snapshot(&topic).await {
            Ok(snapshot) => snapshot,
            Err(error) => {
                self.sent.remove(&topic);
                self.state.hub().leave(&topic, self.name);
                return Err(error);
            }
        };
        self.sent.insert(topic.clone(), seq);
        if after == Some(seq) {
            return Ok(Vec::new());
        }
        Ok(vec![snapshot(&topic, seq, &data)])
    }

    /// What is new of a topic.
    pub(super) async fn news(&mut self, topic: &Topic) -> Vec<Utf8Bytes> {
        let Some(&after) = self.sent.get(topic) else { return Vec::new() };
        match self.state.hub().news(topic, after) {
            News::Events(events) => self.events(topic, events),
            News::Snapshot => match self.state.snapshot(topic).await {
                Ok((seq, data)) => {
                    self.sent.insert(topic.clone(), seq);
                    vec![snapshot(topic, seq, &data)]
                }
                Err(error) => self.lose(topic, &error),
            },
            News::Gone => {
                self.lose(topic, &ApiError::new(Code::NoGame, format!("{topic} is gone")))
            }
        }
    }

    fn events(&mut self, topic: &Topic, events: Vec<(u64, Arc<str>)>) -> Vec<Utf8Bytes> {
        if let Some((seq, _)) = events.last() {
            self.sent.insert(topic.clone(), *seq);
        }
        events.into_iter().map(|(_, text)| Utf8Bytes::from(&*text)).collect()
    }

    fn lose(&mut self, topic: &Topic, error: &ApiError) -> Vec<Utf8Bytes> {
        self.sent.remove(topic);
        self.state.hub().leave(topic, self.name);
        vec![gone(&topic.to_string(), error)]
    }
}

fn snapshot(topic: &Topic, seq: u64, data: &Value) -> Utf8Bytes {
    json!({ "type": "snapshot", "topic": topic.to_string(), "seq": seq, "data": data })
        .to_string()
        .into()
}

fn gone(topic: &str, error: &ApiError) -> Utf8Bytes {
    json!({ "type": "gone", "topic": topic, "error": error }).to_string().into()
}
