//! Where games are kept: the SQLite file of the laboratory, in tables that begin with `srv_`.
//!
//! Each change of a game is one transaction, so a process that is killed at any moment has every
//! move that it had answered for.

mod reviews;
mod rows;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::ApiError;
use crate::games::LiveGame;
use crate::id::GameId;

pub(crate) use reviews::ReviewRow;

/// How long to wait for another process that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tables below, in the version that this program writes.
const VERSION: i64 = 1;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS srv_meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS srv_game (
    id TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    start TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    owner TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    outcome TEXT,
    draw_offer TEXT,
    clock_initial INTEGER,
    clock_increment INTEGER,
    clock_white INTEGER,
    clock_black INTEGER,
    clock_running TEXT,
    clock_since INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS srv_game_updated ON srv_game (updated);
CREATE INDEX IF NOT EXISTS srv_game_playing ON srv_game (id) WHERE outcome IS NULL;
CREATE TABLE IF NOT EXISTS srv_move (
    game TEXT NOT NULL REFERENCES srv_game (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    by TEXT NOT NULL,
    time INTEGER NOT NULL,
    clock INTEGER,
    score TEXT,
    depth INTEGER,
    nodes INTEGER,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS srv_job (
    run INTEGER PRIMARY KEY,
    request TEXT NOT NULL,
    running INTEGER NOT NULL
);
";

/// The file.
pub(crate) struct GameStore {
    connection: Mutex<Connection>,
}

/// Which games a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    All,
    Playing,
    Finished,
}

impl Which {
    const fn clause(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Playing => "WHERE outcome IS NULL",
            Self::Finished => "WHERE outcome IS NOT NULL",
        }
    }
}

impl GameStore {
    /// Opens a file, or makes it.
    pub(crate) fn open(path: &Path) -> Result<Self, ApiError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        // As the laboratory does: a transaction survives the death of this process without
        // waiting for the disk.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.execute_batch(SCHEMA)?;
        connection.execute_batch(reviews::SCHEMA)?;
        let store = Self { connection: Mutex::new(connection) };
        match store.meta("version")? {
            None => store.set_meta("version", VERSION)?,
            Some(VERSION) => {}
            Some(other) => {
                return Err(ApiError::internal(format!(
                    "the store has games of version {other}, this program writes version {VERSION}"
                )));
            }
        }
        Ok(store)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn meta(&self, key: &str) -> Result<Option<i64>, ApiError> {
        let find = "SELECT value FROM srv_meta WHERE key = ?1";
        Ok(self.lock().query_row(find, [key], |row| row.get(0)).optional()?)
    }

    fn set_meta(&self, key: &str, value: i64) -> Result<(), ApiError> {
        let set = "INSERT OR REPLACE INTO srv_meta (key, value) VALUES (?1, ?2)";
        self.lock().execute(set, params![key, value])?;
        Ok(())
    }

    /// When the server was last known to run.
    pub(crate) fn last_alive(&self) -> Result<Option<u64>, ApiError> {
        Ok(self.meta("alive")?.map(i64::unsigned_abs))
    }

    /// Notes that the server runs.
    pub(crate) fn beat(&self, now: u64) -> Result<(), ApiError> {
        self.set_meta("alive", now as i64)
    }

    /// Writes a game as it is now, with its moves from this one on.
    pub(crate) fn save(&self, game: &LiveGame, from_ply: usize) -> Result<(), ApiError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        rows::write_game(&transaction, game)?;
        rows::write_moves(&transaction, game, from_ply)?;
        transaction.commit()?;
        Ok(())
    }

    pub(crate) fn load(&self, id: &GameId) -> Result<Option<LiveGame>, ApiError> {
        rows::read_game(&self.lock(), id.as_str())
    }

    pub(crate) fn delete(&self, id: &GameId) -> Result<bool, ApiError> {
        let deleted = self.lock().execute("DELETE FROM srv_game WHERE id = ?1", [id.as_str()])?;
        Ok(deleted > 0)
    }

    pub(crate) fn count(&self, which: Which) -> Result<usize, ApiError> {
        let count = format!("SELECT count(*) FROM srv_game {}", which.clause());
        let count: i64 = self.lock().query_row(&count, [], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The names of games, the last changed first.
    pub(crate) fn list(
        &self,
        which: Which,
        limit: usize,
        offset: usize,
    ) -> Result<Vec<GameId>, ApiError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&format!(
            "SELECT id FROM srv_game {} ORDER BY updated DESC, id LIMIT ?1 OFFSET ?2",
            which.clause()
        ))?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let offset = i64::try_from(offset).unwrap_or(i64::MAX);
        let names = statement.query_map([limit, offset], |row| row.get::<_, String>(0))?;
        let names = names.collect::<Result<Vec<_>, _>>()?;
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Notes an experiment that this server runs.
    pub(crate) fn save_job(&self, run: i64, request: &str) -> Result<(), ApiError> {
        let set = "INSERT OR REPLACE INTO srv_job (run, request, running) VALUES (?1, ?2, 1)";
        self.lock().execute(set, params![run, request])?;
        Ok(())
    }

    pub(crate) fn set_job_running(&self, run: i64, running: bool) -> Result<(), ApiError> {
        let set = "UPDATE srv_job SET running = ?2 WHERE run = ?1";
        self.lock().execute(set, params![run, running])?;
        Ok(())
    }

    /// What an experiment was started with.
    pub(crate) fn job(&self, run: i64) -> Result<Option<String>, ApiError> {
        let find = "SELECT request FROM srv_job WHERE run = ?1";
        Ok(self.lock().query_row(find, [run], |row| row.get(0)).optional()?)
    }

    /// All experiments of this server, and whether they were running.
    pub(crate) fn jobs(&self) -> Result<Vec<(i64, bool)>, ApiError> {
        let connection = self.lock();
        let mut statement = connection.prepare("SELECT run, running FROM srv_job")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
