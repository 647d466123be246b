//! What there is of studies and trainings.

use serde_json::Value;

use super::{Store, StoreError};

/// A training in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingInfo {
    /// Its number.
    pub id: i64,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// When its last epoch ended.
    pub updated: u64,
    /// The network it made; nothing before its end.
    pub network: Option<String>,
}

/// A study of several threads in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpeedupInfo {
    /// Its number.
    pub id: i64,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// When it last measured something.
    pub updated: u64,
    /// How long or how deep each search is.
    pub effort: String,
    /// The teams.
    pub teams: Vec<String>,
    /// The names of its positions.
    pub positions: Vec<String>,
}

impl Store {
    /// All trainings, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn trainings(&self) -> Result<Vec<TrainingInfo>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, started, updated, network FROM lab_training ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            Ok(TrainingInfo {
                id: row.get(0)?,
                started: row.get::<_, i64>(1)?.unsigned_abs(),
                updated: row.get::<_, i64>(2)?.unsigned_abs(),
                network: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// All studies of several threads, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn speedups(&self) -> Result<Vec<SpeedupInfo>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, started, updated, manifest FROM lab_speedup ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            let manifest: String = row.get(3)?;
            // A manifest is for people: what cannot be read of it is left out.
            let manifest: Value = serde_json::from_str(&manifest).unwrap_or_default();
            let words = |list: &Value, word: &dyn Fn(&Value) -> Option<String>| {
                list.as_array().map(|list| list.iter().filter_map(word).collect())
            };
            let text = |value: &Value| value.as_str().map(str::to_owned);
            Ok(SpeedupInfo {
                id: row.get(0)?,
                started: row.get::<_, i64>(1)?.unsigned_abs(),
                updated: row.get::<_, i64>(2)?.unsigned_abs(),
                effort: text(&manifest["effort"]).unwrap_or_default(),
                teams: words(&manifest["teams"], &text).unwrap_or_default(),
                positions: words(&manifest["positions"], &|row| text(&row["name"]))
                    .unwrap_or_default(),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
