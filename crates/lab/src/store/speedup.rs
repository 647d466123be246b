//! The times of the speed-up study.

use std::env;
use std::time::Duration;

use ferz_search::Parallel;
use rusqlite::{OptionalExtension, Row, params};
use serde_json::json;

use super::manifest::{program_fingerprint, version};
use super::{Store, StoreError, now};
use crate::player::PlayerKind;
use crate::studies::{Measurement, Notebook, Speedup, Team};
use crate::trial::KeeperError;

pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS lab_speedup (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,
    manifest TEXT NOT NULL,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS lab_speedup_identity ON lab_speedup (identity);
CREATE TABLE IF NOT EXISTS lab_speedup_depth (
    study INTEGER NOT NULL REFERENCES lab_speedup (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    PRIMARY KEY (study, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_speedup_time (
    study INTEGER NOT NULL REFERENCES lab_speedup (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    repetition INTEGER NOT NULL,
    parallel TEXT NOT NULL,
    threads INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    PRIMARY KEY (study, position, repetition, parallel, threads)
) WITHOUT ROWID;
";

impl Store {
    /// The number of this study, which may have begun before; a new one if it is to be fresh.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_speedup(&self, study: &Speedup, fresh: bool) -> Result<i64, StoreError> {
        let identity = identity(study);
        if !fresh {
            let find = "SELECT id FROM lab_speedup WHERE identity = ?1 ORDER BY id DESC LIMIT 1";
            let known =
                self.connection.query_row(find, [&identity], |row| row.get(0)).optional()?;
            if let Some(id) = known {
                return Ok(id);
            }
        }
        self.connection.execute(
            "INSERT INTO lab_speedup (identity, manifest, started, updated)
             VALUES (?1, ?2, ?3, ?3)",
            params![identity, manifest(study), now() as i64],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Keeps what such a study measures.
    pub const fn notebook(&self, study: i64) -> StoreNotebook<'_> {
        StoreNotebook { store: self, study }
    }
}

/// What must agree for another run to go on with a study: everything but the repetitions. The
/// teams take turns, so another team makes another study.
fn identity(study: &Speedup) -> String {
    let mut lines = vec![
        program_fingerprint(&PlayerKind::Inside),
        study.effort.to_string(),
        study.hash.to_string(),
    ];
    lines.extend(study.teams.iter().map(ToString::to_string));
    lines.extend(study.positions.iter().map(|row| row.position.to_string()));
    lines.join("\n")
}

fn manifest(study: &Speedup) -> String {
    let names = |list: &[Team]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let positions: Vec<_> = study
        .positions
        .iter()
        .map(|row| json!({ "name": row.name, "fen": row.position.to_string() }))
        .collect();
    json!({
        "command": env::args().collect::<Vec<_>>(),
        "version": version(),
        "cores": std::thread::available_parallelism().map_or(1, usize::from),
        "effort": study.effort.to_string(),
        "hash": study.hash,
        "teams": names(&study.teams),
        "positions": positions,
    })
    .to_string()
}

/// Keeps the measurements of one study.
#[derive(Clone, Copy, Debug)]
pub struct StoreNotebook<'a> {
    store: &'a Store,
    study: i64,
}

impl StoreNotebook<'_> {
    fn read_depths(&self) -> Result<Vec<(u32, i32)>, StoreError> {
        let mut statement = self
            .store
            .connection
            .prepare("SELECT position, depth FROM lab_speedup_depth WHERE study = ?1")?;
        let rows = statement.query_map([self.study], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn write_depth(&self, position: u32, depth: i32) -> Result<(), StoreError> {
        self.store.connection.execute(
            "INSERT OR REPLACE INTO lab_speedup_depth (study, position, depth)
             VALUES (?1, ?2, ?3)",
            params![self.study, position, depth],
        )?;
        Ok(())
    }

    fn read_times(&self) -> Result<Vec<Measurement>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT position, repetition, parallel, threads, depth, micros, nodes
             FROM lab_speedup_time WHERE study = ?1",
        )?;
        let mut rows = statement.query([self.study])?;
        let mut measurements = Vec::new();
        while let Some(row) = rows.next()? {
            let corrupt = StoreError::Corrupt { run: self.study, what: "time" };
            measurements.push(measurement(row)?.ok_or(corrupt)?);
        }
        Ok(measurements)
    }

    fn write_time(&self, row: &Measurement) -> Result<(), StoreError> {
        let transaction = self.store.connection.unchecked_transaction()?;
        transaction.execute(
            "INSERT OR IGNORE INTO lab_speedup_time
                 (study, position, repetition, parallel, threads, depth, micros, nodes)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                self.study,
                row.position,
                row.repetition,
                row.team.parallel().name(),
                row.team.threads() as i64,
                row.depth,
                row.time.as_micros() as i64,
                row.nodes as i64
            ],
        )?;
        transaction.execute(
            "UPDATE lab_speedup SET updated = ?2 WHERE id = ?1",
            params![self.study, now() as i64],
        )?;
        Ok(transaction.commit()?)
    }
}

/// The measurement of a row, unless it is none.
fn measurement(row: &Row<'_>) -> rusqlite::Result<Option<Measurement>> {
    let parallel: Option<Parallel> = row.get::<_, String>(2)?.parse().ok();
    let threads = row.get::<_, u32>(3)? as usize;
    let (position, repetition, depth) = (row.get(0)?, row.get(1)?, row.get(4)?);
    let time = Duration::from_micros(row.get::<_, i64>(5)?.unsigned_abs());
    let nodes = row.get::<_, i64>(6)?.unsigned_abs();
    Ok(parallel.map(|parallel| {
        let team = Team::new(parallel, threads);
        Measurement { position, repetition, team, depth, time, nodes }
    }))
}

impl Notebook for StoreNotebook<'_> {
    fn depths(&mut self) -> Result<Vec<(u32, i32)>, KeeperError> {
        self.read_depths().map_err(failed)
    }

    fn keep_depth(&mut self, position: u32, depth: i32) -> Result<(), KeeperError> {
        self.write_depth(position, depth).map_err(failed)
    }

    fn measurements(&mut self) -> Result<Vec<Measurement>, KeeperError> {
        self.read_times().map_err(failed)
    }

    fn keep(&mut self, measurement: &Measurement) -> Result<(), KeeperError> {
        self.write_time(measurement).map_err(failed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
fn failed(error: StoreError) -> KeeperError {
    KeeperError(error.to_string())
}
