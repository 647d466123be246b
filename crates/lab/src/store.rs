//! Where results are kept: one SQLite file, whose tables begin with `lab_`.
//!
//! A run has a manifest, written before its first game, and a row for every finished encounter and
//! game. An encounter is one transaction: a run that is killed at any moment has lost only what
//! was being played, and continues where it was.

mod codec;
mod evolution;
mod health;
mod lookup;
mod manifest;
mod overview;
mod speedup;
mod training;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Row, params};

pub use evolution::StoreChronicle;
pub use health::HealthInfo;
pub use lookup::StoredGame;
pub use manifest::{Identity, Manifest, ManifestPlayer};
pub use overview::{SpeedupInfo, TrainingInfo};
pub use speedup::StoreNotebook;

use crate::contest::{Encounter, EncounterRecord};
use crate::trial::{Keeper, KeeperError};

/// How long to wait for another process that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(30);

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS lab_run (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    identity TEXT NOT NULL,
    seed TEXT NOT NULL,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    outcome TEXT,
    manifest TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS lab_run_identity ON lab_run (identity);
CREATE TABLE IF NOT EXISTS lab_encounter (
    run INTEGER NOT NULL REFERENCES lab_run (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_game (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    white INTEGER NOT NULL,
    result TEXT NOT NULL,
    ending TEXT NOT NULL,
    micros INTEGER NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,
    PRIMARY KEY (run, number, game),
    FOREIGN KEY (run, number) REFERENCES lab_encounter (run, number) ON DELETE CASCADE
);
";

/// The file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// A run in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunInfo {
    /// Its number.
    pub id: i64,
    /// The command that made it.
    pub kind: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// When it last got a result.
    pub updated: u64,
    /// How it ended; nothing if it can go on.
    pub outcome: Option<String>,
    /// How many encounters are finished.
    pub encounters: u64,
    /// What it is.
    pub manifest: Manifest,
}

impl Store {
    /// Opens a file, or makes it.
    ///
    /// # Errors
    /// If it cannot be opened, or is something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error: &rusqlite::Error| StoreError::Open {
            path: path.display().to_string(),
            message: error.to_string(),
        };
        let connection = Connection::open(path).map_err(|error| failed(&error))?;
        let prepare = || {
            connection.busy_timeout(PATIENCE)?;
            // With a log that is written ahead, a transaction survives the death of this process
            // without waiting for the disk; only a power failure may take the last ones.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.execute_batch(SCHEMA)?;
            connection.execute_batch(evolution::SCHEMA)?;
            connection.execute_batch(speedup::SCHEMA)?;
            connection.execute_batch(training::SCHEMA)?;
            connection.execute_batch(health::SCHEMA)
        };
        prepare().map_err(|error| failed(&error))?;
        Ok(Self { connection })
    }

    /// The run to go on with, if there is one: the last of this identity that has not ended. With
    /// a seed of the user's choice, also one that has.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find(&self, identity: &Identity) -> Result<Option<RunInfo>, StoreError> {
        let runs = self.select("WHERE identity = ?1 ORDER BY id DESC", [&identity.text])?;
        let fits = |run: &RunInfo| match identity.seed {
            Some(seed) => run.manifest.seed == seed,
            None => run.outcome.is_none(),
        };
        Ok(runs.into_iter().find(fits))
    }

    /// Starts a run.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(&self, identity: &Identity, manifest: &Manifest) -> Result<i64, StoreError> {
        let now = now();
        self.connection.execute(
            "INSERT INTO lab_run (kind, identity, seed, started, updated, manifest)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
            params![
                manifest.kind,
                identity.text,
                manifest.seed.to_string(),
                now as i64,
                manifest.to_json()
            ],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// All runs, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn runs(&self) -> Result<Vec<RunInfo>, StoreError> {
        self.select("ORDER BY id", [])
    }

    /// The run of this number.
    ///
    /// # Errors
    /// If there is none, or the file cannot be read.
    pub fn run(&self, id: i64) -> Result<RunInfo, StoreError> {
        self.select("WHERE id = ?1", [id])?.pop().ok_or(StoreError::NoRun(id))
    }

    fn select(
        &self,
        clause: &str,
        params: impl rusqlite::Params,
    ) -> Result<Vec<RunInfo>, StoreError> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT id, kind, started, updated, outcome, manifest,
                    (SELECT count(*) FROM lab_encounter WHERE run = lab_run.id)
             FROM lab_run {clause}"
        ))?;
        let rows = statement.query_map(params, |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, i64>(2)?,
                row.get::<_, i64>(3)?,
                row.get::<_, Option<String>>(4)?,
                row.get::<_, String>(5)?,
                row.get::<_, i64>(6)?,
            ))
        })?;
        rows.map(|row| {
            let (id, kind, started, updated, outcome, manifest, encounters) = row?;
            Ok(RunInfo {
                id,
                kind,
                started: started.unsigned_abs(),
                updated: updated.unsigned_abs(),
                outcome,
                encounters: encounters.unsigned_abs(),
                manifest: Manifest::from_json(&manifest)
                    .ok_or(StoreError::Corrupt { run: id, what: "manifest" })?,
            })
        })
        .collect()
    }

    /// The finished encounters of a run in the order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no game.
    pub fn encounters(&self, run: i64) -> Result<Vec<EncounterRecord>, StoreError> {
        let mut records: BTreeMap<u32, EncounterRecord> = BTreeMap::new();
        let mut statement = self
            .connection
            .prepare("SELECT number, round, first, second FROM lab_encounter WHERE run = ?1")?;
        for encounter in statement.query_map([run], read_encounter)? {
            let encounter = encounter?;
            records.insert(encounter.number, EncounterRecord { encounter, games: Vec::new() });
        }
        let mut statement = self.connection.prepare(
            "SELECT number, white, micros, start, moves, ending FROM lab_game
             WHERE run = ?1 ORDER BY number, game",
        )?;
        let mut rows = statement.query([run])?;
        while let Some(row) = rows.next()? {
            let corrupt = StoreError::Corrupt { run, what: "game" };
            let game = codec::Row {
                micros: row.get::<_, i64>(2)?.unsigned_abs(),
                start: row.get(3)?,
                moves: row.get(4)?,
                ending: row.get(5)?,
            };
            let white = usize::try_from(row.get::<_, i64>(1)?).unwrap_or(0);
            if let Some(record) = records.get_mut(&row.get::<_, u32>(0)?) {
                record.games.push((white, game.decode().ok_or(corrupt)?));
            }
        }
        Ok(records.into_values().collect())
    }

    fn insert(&mut self, run: i64, record: &EncounterRecord) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        let Encounter { number, round, first, second } = record.encounter;
        // Another process with the same command may have been faster; its result is as good.
        let added = transaction.execute(
            "INSERT OR IGNORE INTO lab_encounter (run, number, round, first, second)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![run, number, round, first as i64, second as i64],
        )?;
        if added == 1 {
            for (index, (white, game)) in record.games.iter().enumerate() {
                let row = codec::Row::encode(game);
                transaction.execute(
                    "INSERT INTO lab_game
                         (run, number, game, white, result, ending, micros, start, moves)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                    params![
                        run,
                        number,
                        index as i64,
                        *white as i64,
                        game.ending.result().to_string(),
                        row.ending,
                        row.micros as i64,
                        row.start,
                        row.moves
                    ],
                )?;
            }
            transaction.execute(
                "UPDATE lab_run SET updated = ?2 WHERE id = ?1",
                params![run, now() as i64],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Writes down how a run ended; `None` if it can go on.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_outcome(&self, run: i64, outcome: Option<&str>) -> Result<(), StoreError> {
        self.connection
            .execute("UPDATE lab_run SET outcome = ?2 WHERE id = ?1", params![run, outcome])?;
        Ok(())
    }

    /// Removes a run with its games.
    ///
    /// # Errors
    /// If there is none, or the file cannot be written.
    pub fn delete(&self, run: i64) -> Result<(), StoreError> {
        match self.connection.execute("DELETE FROM lab_run WHERE id = ?1", [run])? {
            0 => Err(StoreError::NoRun(run)),
            _ => Ok(()),
        }
    }

    /// The keeper of a run's encounters.
    pub fn keeper(&mut self, run: i64) -> StoreKeeper<'_> {
        StoreKeeper { store: self, run }
    }
}

fn read_encounter(row: &Row<'_>) -> rusqlite::Result<Encounter> {
    Ok(Encounter {
        number: row.get(0)?,
        round: row.get(1)?,
        first: usize::try_from(row.get::<_, i64>(2)?).unwrap_or(0),
        second: usize::try_from(row.get::<_, i64>(3)?).unwrap_or(0),
    })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
}

/// Keeps the encounters of one run.
#[derive(Debug)]
pub struct StoreKeeper<'a> {
    store: &'a mut Store,
    run: i64,
}

impl Keeper for StoreKeeper<'_> {
    fn finished(&mut self) -> Result<Vec<EncounterRecord>, KeeperError> {
        self.store.encounters(self.run).map_err(|error| KeeperError(error.to_string()))
    }

    fn keep(&mut self, record: &EncounterRecord) -> Result<(), KeeperError> {
        self.store.insert(self.run, record).map_err(|error| KeeperError(error.to_string()))
    }
}

/// Why the store cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The file cannot be opened.
    Open {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// Something cannot be read or written.
    Sql(String),
    /// There is no such run.
    NoRun(i64),
    /// Something in the file cannot be understood.
    Corrupt {
        /// The run.
        run: i64,
        /// What it is.
        what: &'static str,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { path, message } => write!(f, "cannot open the store {path}: {message}"),
            Self::Sql(message) => write!(f, "the store fails: {message}"),
            Self::NoRun(id) => write!(f, "there is no run {id} in the store"),
            Self::Corrupt { run, what } => {
                write!(f, "run {run} of the store has a {what} that cannot be read")
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error.to_string())
    }
}
