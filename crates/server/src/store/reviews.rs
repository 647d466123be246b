//! Reviews of games as rows.

use rusqlite::{OptionalExtension, params};

use super::GameStore;
use crate::error::ApiError;
use crate::guard::Client;
use crate::review::{Review, ReviewEntry, ReviewState};

pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS srv_review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    state TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    result TEXT NOT NULL,
    total INTEGER NOT NULL,
    request TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS srv_opinion (
    review INTEGER NOT NULL REFERENCES srv_review (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    opinion TEXT NOT NULL,
    PRIMARY KEY (review, ply)
) WITHOUT ROWID;
";

/// A review without its opinions.
pub(crate) struct ReviewRow {
    pub(crate) id: i64,
    pub(crate) owner: Client,
    pub(crate) state: ReviewState,
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) request: String,
}

impl GameStore {
    /// Writes a new review down; gives its number.
    pub(crate) fn create_review(&self, review: &Review) -> Result<i64, ApiError> {
        let request = serde_json::to_string(&review.request).map_err(ApiError::internal)?;
        let connection = self.lock();
        connection.execute(
            "INSERT INTO srv_review
                 (owner, state, created, updated, white, black, result, total, request)
             VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                &*review.owner.0,
                review.state.name(),
                review.created as i64,
                review.tag("White"),
                review.tag("Black"),
                review.result(),
                review.total() as i64,
                request,
            ],
        )?;
        Ok(connection.last_insert_rowid())
    }

    pub(crate) fn review(&self, id: i64) -> Result<Option<ReviewRow>, ApiError> {
        let find = "SELECT owner, state, created, updated, request FROM srv_review WHERE id = ?1";
        let row = self.lock().query_row(find, [id], |row| {
            Ok(ReviewRow {
                id,
                owner: Client(row.get::<_, String>(0)?.into()),
                state: state(&row.get::<_, String>(1)?),
                created: row.get::<_, i64>(2)?.unsigned_abs(),
                updated: row.get::<_, i64>(3)?.unsigned_abs(),
                request: row.get(4)?,
            })
        });
        Ok(row.optional()?)
    }

    /// The opinions of a review by the number of their position.
    pub(crate) fn opinions(&self, review: i64) -> Result<Vec<(usize, String)>, ApiError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare("SELECT ply, opinion FROM srv_opinion WHERE review = ?1 ORDER BY ply")?;
        let rows = statement.query_map([review], |row| {
            Ok((row.get::<_, i64>(0)?.unsigned_abs() as usize, row.get(1)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps the opinion of a position, as one transaction.
    pub(crate) fn keep_opinion(
        &self,
        review: i64,
        ply: usize,
        opinion: &str,
        now: u64,
    ) -> Result<(), ApiError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let insert = "INSERT INTO srv_opinion (review, ply, opinion) VALUES (?1, ?2, ?3)";
        transaction.prepare_cached(insert)?.execute(params![review, ply as i64, opinion])?;
        transaction
            .prepare_cached("UPDATE srv_review SET updated = ?2 WHERE id = ?1")?
            .execute(params![review, now as i64])?;
        transaction.commit()?;
        Ok(())
    }

    pub(crate) fn set_review_state(&self, id: i64, state: ReviewState) -> Result<(), ApiError> {
        let set = "UPDATE srv_review SET state = ?2 WHERE id = ?1";
        self.lock().execute(set, params![id, state.name()])?;
        Ok(())
    }

    pub(crate) fn review_count(&self) -> Result<usize, ApiError> {
        let count = "SELECT count(*) FROM srv_review";
        let count: i64 = self.lock().query_row(count, [], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Reviews, the newest first.
    pub(crate) fn review_list(
        &self,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<ReviewEntry>, ApiError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id, state, white, black, result, total, created, updated,
                    (SELECT count(*) FROM srv_opinion WHERE review = srv_review.id)
             FROM srv_review ORDER BY id DESC LIMIT ?1 OFFSET ?2",
        )?;
        let rows = statement.query_map([limit, offset], |row| {
            let state = state(&row.get::<_, String>(1)?);
            let number = |index: usize| row.get::<_, i64>(index).map(i64::unsigned_abs);
            let (total, searched) = (number(5)? as usize, number(8)? as usize);
            // What is over is done without an opinion in the store.
            let done = if state == ReviewState::Complete { total } else { searched };
            Ok(ReviewEntry {
                id: row.get(0)?,
                state,
                white: row.get(2)?,
                black: row.get(3)?,
                result: row.get(4)?,
                done,
                total,
                created: number(6)?,
                updated: number(7)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The reviews that were under way when the server ended.
    pub(crate) fn reviews_under_way(&self) -> Result<Vec<i64>, ApiError> {
        let connection = self.lock();
        let find = "SELECT id FROM srv_review WHERE state = 'running' ORDER BY id";
        let mut statement = connection.prepare(find)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Removes a review; says whether there was one.
    pub(crate) fn delete_review(&self, id: i64) -> Result<bool, ApiError> {
        Ok(self.lock().execute("DELETE FROM srv_review WHERE id = ?1", [id])? > 0)
    }
}

/// A word that this version does not know is as good as a stop: it can go on.
fn state(name: &str) -> ReviewState {
    ReviewState::from_name(name).unwrap_or(ReviewState::Stopped)
}
