//! Reports on files of games, as `ferz data stats` makes them.

use rusqlite::params;

use super::{Store, StoreError, now};
use crate::data::DataHealth;

pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS lab_data_health (
    id INTEGER PRIMARY KEY,
    made INTEGER NOT NULL,
    files TEXT NOT NULL,
    health TEXT NOT NULL
);
";

/// A report that was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthInfo {
    /// Its number.
    pub id: i64,
    /// When it was made, in seconds since 1970.
    pub made: u64,
    /// The names of the files.
    pub files: String,
    /// What they are like.
    pub health: DataHealth,
}

impl Store {
    /// Keeps a report on files of these names.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_health(&self, files: &str, health: &DataHealth) -> Result<i64, StoreError> {
        let text =
            serde_json::to_string(health).map_err(|error| StoreError::Sql(error.to_string()))?;
        self.connection.execute(
            "INSERT INTO lab_data_health (made, files, health) VALUES (?1, ?2, ?3)",
            params![now() as i64, files, text],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// All reports on files of games, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no report.
    pub fn healths(&self) -> Result<Vec<HealthInfo>, StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, made, files, health FROM lab_data_health ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        })?;
        rows.map(|row| {
            let (id, made, files, text) = row?;
            let corrupt = |_| StoreError::Corrupt { run: id, what: "report on data" };
            let health = serde_json::from_str(&text).map_err(corrupt)?;
            Ok(HealthInfo { id, made: made.unsigned_abs(), files, health })
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn reports_are_read_as_they_were_kept() {
        let store = Store::open(Path::new(":memory:")).expect("a store in memory");
        let health = DataHealth {
            games: 2,
            agreement: 0.9,
            warnings: vec!["a doubt".to_owned()],
            ..DataHealth::default()
        };
        let id = store.keep_health("a.games, b.games", &health).expect("room");
        let kept = store.healths().expect("readable");
        assert_eq!((kept.len(), kept[0].id, &kept[0].health), (1, id, &health));
        assert_eq!(kept[0].files, "a.games, b.games");
    }
}
