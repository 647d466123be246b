//! Evolutions and their final tests: every evaluation, and the individuals of the generation at work.

use std::collections::BTreeMap;
use std::env;

use ferz_eval::evolved::{Chromosome, ChromosomeKind};
use rusqlite::{OptionalExtension, Row, params};
use serde_json::json;

use super::manifest::{program_fingerprint, version};
use super::{Store, StoreError, now};
use crate::evolve::{Chronicle, GenerationRecord, Outcome};
use crate::player::{PlayerKind, PlayerSpec};
use crate::stats::{Spread, Trinomial};
use crate::trial::KeeperError;

pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS lab_evolution (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    identity TEXT NOT NULL,
    manifest TEXT NOT NULL,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS lab_evolution_identity ON lab_evolution (identity);
CREATE TABLE IF NOT EXISTS lab_evolution_generation (
    run INTEGER NOT NULL REFERENCES lab_evolution (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    low REAL NOT NULL,
    lower REAL NOT NULL,
    median REAL NOT NULL,
    upper REAL NOT NULL,
    high REAL NOT NULL,
    best TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_evolution_individual (
    run INTEGER NOT NULL REFERENCES lab_evolution (id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    number INTEGER NOT NULL,
    genes TEXT NOT NULL,
    PRIMARY KEY (run, generation, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lab_evolution_outcome (
    run INTEGER NOT NULL REFERENCES lab_evolution (id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    individual INTEGER NOT NULL,
    fitness REAL NOT NULL,
    parts TEXT NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (run, generation, individual)
) WITHOUT ROWID;
";

impl Store {
    /// The number of this evolution or test, which may have begun before; a new one if it is to be
    /// fresh. `what` is everything that decides about its results, except for the programs: ours and
    /// those of the players.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_evolution(
        &self,
        kind: &str,
        what: &str,
        players: &[&PlayerSpec],
        fresh: bool,
    ) -> Result<i64, StoreError> {
        let mut lines = vec![kind.to_owned(), what.to_owned()];
        let programs = players.iter().map(|player| &player.kind);
        let all = programs.chain([&PlayerKind::Inside]);
        lines.extend(all.map(program_fingerprint));
        let identity = lines.join("\n");
        if !fresh {
            let find = "SELECT id FROM lab_evolution WHERE identity = ?1 ORDER BY id DESC LIMIT 1";
            let known =
                self.connection.query_row(find, [&identity], |row| row.get(0)).optional()?;
            if let Some(id) = known {
                return Ok(id);
            }
        }
        let manifest = json!({
            "command": env::args().collect::<Vec<_>>(),
            "version": version(),
            "cores": std::thread::available_parallelism().map_or(1, usize::from),
            "what": what,
            "players": players.iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        self.connection.execute(
            "INSERT INTO lab_evolution (kind, identity, manifest, started, updated)
             VALUES (?1, ?2, ?3, ?4, ?4)",
            params![kind, identity, manifest.to_string(), now() as i64],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Keeps what such a run finds out.
    pub const fn chronicle(&self, run: i64) -> StoreChronicle<'_> {
        StoreChronicle { store: self, run }
    }
}

/// Keeps one evolution or test.
#[derive(Clone, Copy, Debug)]
pub struct StoreChronicle<'a> {
    store: &'a Store,
    run: i64,
}

impl StoreChronicle<'_> {
    fn read_generations(&self) -> Result<Vec<GenerationRecord>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT number, low, lower, median, upper, high, best FROM lab_evolution_generation
             WHERE run = ?1 ORDER BY number",
        )?;
        let mut rows = statement.query([self.run])?;
        let mut records = Vec::new();
        while let Some(row) = rows.next()? {
            let spread = Spread {
                low: row.get(1)?,
                lower: row.get(2)?,
                median: row.get(3)?,
                upper: row.get(4)?,
                high: row.get(5)?,
            };
            let best = self.decode(&row.get::<_, String>(6)?)?;
            records.push(GenerationRecord { number: row.get(0)?, spread, best });
        }
        Ok(records)
    }

    fn read_population(&self, generation: u32) -> Result<Option<Vec<Chromosome>>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT genes FROM lab_evolution_individual WHERE run = ?1 AND generation = ?2
             ORDER BY number",
        )?;
        let rows = statement.query_map(params![self.run, generation], |row| row.get(0))?;
        let texts: Vec<String> = rows.collect::<Result<_, _>>()?;
        let population: Vec<Chromosome> =
            texts.iter().map(|text| self.decode(text)).collect::<Result<_, _>>()?;
        Ok((!population.is_empty()).then_some(population))
    }

    fn read_outcomes(&self, generation: u32) -> Result<BTreeMap<u32, Outcome>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT individual, fitness, parts, wins, draws, losses FROM lab_evolution_outcome
             WHERE run = ?1 AND generation = ?2",
        )?;
        let rows = statement.query_map(params![self.run, generation], read_outcome)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn write_outcome(
        &self,
        generation: u32,
        individual: u32,
        outcome: &Outcome,
    ) -> Result<(), StoreError> {
        let Trinomial { losses, draws, wins } = outcome.games;
        let transaction = self.store.connection.unchecked_transaction()?;
        // Another process with the same command may have been faster; its result is the same.
        transaction.execute(
            "INSERT OR IGNORE INTO lab_evolution_outcome
                 (run, generation, individual, fitness, parts, wins, draws, losses)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                self.run,
                generation,
                individual,
                outcome.fitness,
                encode(&outcome.parts),
                wins as i64,
                draws as i64,
                losses as i64
            ],
        )?;
        transaction.execute(
            "UPDATE lab_evolution SET updated = ?2 WHERE id = ?1",
            params![self.run, now() as i64],
        )?;
        Ok(transaction.commit()?)
    }

    fn write_generation(
        &self,
        finished: Option<&GenerationRecord>,
        number: u32,
        population: &[Chromosome],
    ) -> Result<(), StoreError> {
        let transaction = self.store.connection.unchecked_transaction()?;
        if let Some(GenerationRecord { number, spread, best }) = finished {
            let Spread { low, lower, median, upper, high } = *spread;
            let genes = encode(&best.values());
            transaction.execute(
                "INSERT OR REPLACE INTO lab_evolution_generation
                     (run, number, low, lower, median, upper, high, best)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![self.run, number, low, lower, median, upper, high, genes],
            )?;
        }
        // Earlier individuals are of no more use: their fitness is kept, and the best of them.
        transaction.execute("DELETE FROM lab_evolution_individual WHERE run = ?1", [self.run])?;
        for (place, individual) in population.iter().enumerate() {
            transaction.execute(
                "INSERT INTO lab_evolution_individual (run, generation, number, genes)
                 VALUES (?1, ?2, ?3, ?4)",
                params![self.run, number, place as i64, encode(&individual.values())],
            )?;
        }
        Ok(transaction.commit()?)
    }

    fn decode(&self, text: &str) -> Result<Chromosome, StoreError> {
        let values: Option<Vec<f64>> =
            text.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
        let kind = |values: &[f64]| {
            ChromosomeKind::ALL.into_iter().find(|kind| kind.values() == values.len())
        };
        let chromosome = values.and_then(|values| Chromosome::from_values(kind(&values)?, &values));
        chromosome.ok_or(StoreError::Corrupt { run: self.run, what: "chromosome" })
    }
}

/// Numbers as text that reads back exactly.
fn encode(values: &[f64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn read_outcome(row: &Row<'_>) -> rusqlite::Result<(u32, Outcome)> {
    let parts: String = row.get(2)?;
    let count = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
    let outcome = Outcome {
        fitness: row.get(1)?,
        parts: parts.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect(),
        games: Trinomial { wins: count(3)?, draws: count(4)?, losses: count(5)? },
    };
    Ok((row.get(0)?, outcome))
}

impl Chronicle for StoreChronicle<'_> {
    fn generations(&mut self) -> Result<Vec<GenerationRecord>, KeeperError> {
        self.read_generations().map_err(failed)
    }

    fn population(&mut self, generation: u32) -> Result<Option<Vec<Chromosome>>, KeeperError> {
        self.read_population(generation).map_err(failed)
    }

    fn outcomes(&mut self, generation: u32) -> Result<BTreeMap<u32, Outcome>, KeeperError> {
        self.read_outcomes(generation).map_err(failed)
    }

    fn keep_outcome(
        &mut self,
        generation: u32,
        individual: u32,
        outcome: &Outcome,
    ) -> Result<(), KeeperError> {
        self.write_outcome(generation, individual, outcome).map_err(failed)
    }

    fn begin_generation(
        &mut self,
        finished: Option<&GenerationRecord>,
        number: u32,
        population: &[Chromosome],
    ) -> Result<(), KeeperError> {
        self.write_generation(finished, number, population).map_err(failed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
fn failed(error: StoreError) -> KeeperError {
    KeeperError(error.to_string())
}
