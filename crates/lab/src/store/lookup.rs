//! Single games and bare results of runs, without reading all games.

use std::collections::BTreeMap;

use rusqlite::{Params, Row, params};

use super::{Store, StoreError, codec, read_encounter};
use crate::contest::Encounter;
use crate::record::GameRecord;
use crate::standings::Score;
use crate::stats::{Points, Trinomial};

/// A game of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The encounter it belongs to.
    pub encounter: Encounter,
    /// Which of the encounter's games it is, from 0.
    pub index: u32,
    /// The player who had White.
    pub white: usize,
    /// The game.
    pub record: GameRecord,
}

const SELECT: &str = "
    SELECT number, round, first, second, game, white, micros, start, moves, ending
    FROM lab_game JOIN lab_encounter USING (run, number)";

impl Store {
    /// How many games of a run are finished.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn game_count(&self, run: i64) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM lab_game WHERE run = ?1";
        let count: i64 = self.connection.query_row(count, [run], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// What the first player of each finished encounter got from it, by the encounters' numbers.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no result.
    pub fn results(&self, run: i64) -> Result<BTreeMap<u32, Trinomial>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, white = first, result
             FROM lab_game JOIN lab_encounter USING (run, number) WHERE run = ?1",
        )?;
        let mut rows = statement.query([run])?;
        let mut results: BTreeMap<u32, Trinomial> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let corrupt = StoreError::Corrupt { run, what: "result" };
            let points = match row.get::<_, String>(2)?.as_str() {
                "1-0" => Points::Win,
                "1/2-1/2" => Points::Draw,
                "0-1" => Points::Loss,
                _ => return Err(corrupt),
            };
            let is_white: bool = row.get(1)?;
            let points = if is_white { points } else { points.flipped() };
            results.entry(row.get(0)?).or_default().record(points);
        }
        Ok(results)
    }

    /// Some games of a run, the last encounters first.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no game.
    pub fn games(&self, run: i64, limit: u32, offset: u32) -> Result<Vec<StoredGame>, StoreError> {
        let page = "WHERE run = ?1 ORDER BY number DESC, game LIMIT ?2 OFFSET ?3";
        self.select_games(run, page, params![run, limit, offset])
    }

    /// One game of a run, if it is finished.
    ///
    /// # Errors
    /// If the file cannot be read, or it is no game.
    pub fn game(
        &self,
        run: i64,
        encounter: u32,
        index: u32,
    ) -> Result<Option<StoredGame>, StoreError> {
        let one = "WHERE run = ?1 AND number = ?2 AND game = ?3";
        Ok(self.select_games(run, one, params![run, encounter, index])?.pop())
    }

    /// The score of a run's first player against the second, from the results alone, which is much
    /// faster than reading games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn score(&self, run: i64) -> Result<Score, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT number, white, result FROM lab_game WHERE run = ?1 ORDER BY number, game",
        )?;
        let mut rows = statement.query([run])?;
        let mut score = Score::default();
        let mut unpaired: Option<(u32, Points)> = None;
        while let Some(row) = rows.next()? {
            let (number, white): (u32, i64) = (row.get(0)?, row.get(1)?);
            let for_white = match row.get_ref(2)?.as_str().unwrap_or_default() {
                "1-0" => Points::Win,
                "0-1" => Points::Loss,
                _ => Points::Draw,
            };
            let points = if white == 0 { for_white } else { for_white.flipped() };
            score.games.record(points);
            match unpaired.take() {
                Some((other, first)) if other == number => score.pairs.record(first, points),
                _ => unpaired = Some((number, points)),
            }
        }
        Ok(score)
    }

    fn select_games(
        &self,
        run: i64,
        clause: &str,
        params: impl Params,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let mut statement = self.connection.prepare(&format!("{SELECT} {clause}"))?;
        let mut rows = statement.query(params)?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            let corrupt = StoreError::Corrupt { run, what: "game" };
            games.push(read(row)?.ok_or(corrupt)?);
        }
        Ok(games)
    }
}

fn read(row: &Row<'_>) -> Result<Option<StoredGame>, StoreError> {
    let encounter = read_encounter(row)?;
    let index = row.get(4)?;
    let white = usize::try_from(row.get::<_, i64>(5)?).unwrap_or(0);
    let game = codec::Row {
        micros: row.get::<_, i64>(6)?.unsigned_abs(),
        start: row.get(7)?,
        moves: row.get(8)?,
        ending: row.get(9)?,
    };
    Ok(game.decode().map(|record| StoredGame { encounter, index, white, record }))
}
