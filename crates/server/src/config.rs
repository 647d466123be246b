//! What the operator of a server decides.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use ferz_engine::{TableSettings, Tablebases};
use serde::Serialize;
use utoipa::ToSchema;

/// How a server is to behave.
#[derive(Clone, Debug)]
pub struct Config {
    /// The SQLite file of games and experiments.
    pub store: PathBuf,
    /// Who may come in.
    pub access: Access,
    /// Other origins whose pages may come in, such as `http://localhost:5173` while a page is being
    /// developed.
    pub origins: Vec<String>,
    /// Endgame tables for all searches, if there are any.
    pub tables: Option<Arc<Tablebases>>,
    /// What clients may use.
    pub limits: Limits,
}

impl Config {
    pub(crate) fn table_settings(&self) -> TableSettings {
        TableSettings { tables: self.tables.clone(), ..TableSettings::default() }
    }
}

/// Who may come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// Programs of this machine.
    Loopback,
    /// Whoever knows the token.
    Token(String),
}

impl Access {
    /// The access that an address asks for.
    ///
    /// # Errors
    /// If the address can be reached from outside and there is no token.
    pub fn of(host: IpAddr, token: Option<String>) -> Result<Self, NoToken> {
        match token.filter(|token| !token.is_empty()) {
            Some(token) => Ok(Self::Token(token)),
            None if host.is_loopback() => Ok(Self::Loopback),
            None => Err(NoToken { host }),
        }
    }
}

/// An address for everybody needs a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoToken {
    host: IpAddr,
}

impl std::fmt::Display for NoToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let host = self.host;
        write!(f, "{host} can be reached by other machines: choose a token that clients must know")
    }
}

impl std::error::Error for NoToken {}

/// What clients may use, all of them together unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Limits {
    /// Games that are being played.
    pub games: usize,
    /// Games in the store, finished ones included.
    pub stored_games: usize,
    /// Searches at the same time.
    pub searches: usize,
    /// Analyses that wait for their turn.
    pub queue: usize,
    /// Analyses of one client, running or waiting.
    pub queue_per_client: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Mebibytes of one search's table.
    pub hash: usize,
    /// Milliseconds for a move of the engine.
    pub movetime: u64,
    /// Milliseconds for an analysis.
    pub analysis_time: u64,
    /// Milliseconds after which an analysis makes room for others that wait.
    pub analysis_turn: u64,
    /// Lines of an analysis.
    pub multipv: usize,
    /// Reviews of whole games at the same time.
    pub reviews: usize,
    /// Reviews in the store.
    pub stored_reviews: usize,
    /// Experiments at the same time.
    pub lab_jobs: usize,
    /// Games at the same time in an experiment.
    pub lab_concurrency: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Topics that one socket may follow.
    pub subscriptions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            games: 1000,
            stored_games: 100_000,
            // A move of a game never waits for an analysis: that needs two places.
            searches: cores.max(2),
            queue: 64,
            queue_per_client: 4,
            threads: cores,
            hash: 256,
            movetime: 60_000,
            analysis_time: 600_000,
            analysis_turn: 5_000,
            multipv: 5,
            reviews: 16,
            stored_reviews: 1000,
            lab_jobs: 1,
            lab_concurrency: cores,
            body: 1 << 18,
            sockets: 4096,
            subscriptions: 256,
        }
    }
}
