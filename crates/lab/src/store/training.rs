//! The curves of trainings.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, now};
use crate::train::{Epoch, Errors};

pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS lab_training (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    network TEXT
);
CREATE TABLE IF NOT EXISTS lab_training_epoch (
    training INTEGER NOT NULL REFERENCES lab_training (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    error REAL NOT NULL,
    unseen REAL,
    unseen_score REAL,
    unseen_result REAL,
    rate REAL NOT NULL,
    share REAL NOT NULL,
    PRIMARY KEY (training, number)
) WITHOUT ROWID;
";

impl Store {
    /// The number of the training with these settings and data, which may have begun before. The
    /// same settings and data give the same curve, so nothing is kept twice.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_training(&self, identity: &str) -> Result<i64, StoreError> {
        let known = self
            .connection
            .query_row("SELECT id FROM lab_training WHERE identity = ?1", [identity], |row| {
                row.get(0)
            })
            .optional()?;
        if let Some(id) = known {
            return Ok(id);
        }
        self.connection.execute(
            "INSERT INTO lab_training (identity, started, updated) VALUES (?1, ?2, ?2)",
            params![identity, now() as i64],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Keeps an epoch.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_epoch(&self, training: i64, epoch: &Epoch) -> Result<(), StoreError> {
        let unseen = epoch.validation;
        self.connection.execute(
            "INSERT OR REPLACE INTO lab_training_epoch
                 (training, number, error, unseen, unseen_score, unseen_result, rate, share)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                training,
                epoch.number,
                epoch.training,
                unseen.map(|errors| errors.blend),
                unseen.map(|errors| errors.score),
                unseen.map(|errors| errors.result),
                epoch.rate,
                epoch.share
            ],
        )?;
        self.connection.execute(
            "UPDATE lab_training SET updated = ?2 WHERE id = ?1",
            params![training, now() as i64],
        )?;
        Ok(())
    }

    /// Writes down which network a finished training made.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end_training(&self, training: i64, network: &str) -> Result<(), StoreError> {
        self.connection.execute(
            "UPDATE lab_training SET network = ?2, updated = ?3 WHERE id = ?1",
            params![training, network, now() as i64],
        )?;
        Ok(())
    }

    /// The epochs of a training so far.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn training_curve(&self, training: i64) -> Result<Vec<Epoch>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, error, unseen, unseen_score, unseen_result, rate, share
             FROM lab_training_epoch WHERE training = ?1 ORDER BY number",
        )?;
        let epochs = statement.query_map([training], |row| {
            let unseen = (row.get(2)?, row.get(3)?, row.get(4)?);
            let validation = match unseen {
                (Some(blend), Some(score), Some(result)) => Some(Errors { blend, score, result }),
                _ => None,
            };
            Ok(Epoch {
                number: row.get(0)?,
                training: row.get(1)?,
                validation,
                rate: row.get(5)?,
                share: row.get(6)?,
            })
        })?;
        Ok(epochs.collect::<Result<_, _>>()?)
    }
}
