//! The measuring: what is done in which order, and what is known already.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz_search::NoRoom;

use super::meter::{Meter, NoTime};
use super::positions::StudyPosition;
use super::team::Team;
use crate::random::Random;
use crate::trial::KeeperError;

/// How deep positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// All of them so deep.
    Depth(i32),
    /// Each of them so deep that one thread takes about this long: at the same depth some
    /// positions take a hundred times as long as others.
    Time(Duration),
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Time(time) => write!(f, "about {} s of one thread", time.as_secs_f64()),
        }
    }
}

/// How long one search took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measurement {
    /// The number of the position, from 0.
    pub position: u32,
    /// The repetition, from 0.
    pub repetition: u32,
    /// Who searched.
    pub team: Team,
    /// How deep.
    pub depth: i32,
    /// How long it took.
    pub time: Duration,
    /// The nodes of all threads.
    pub nodes: u64,
}

impl Measurement {
    fn cell(&self) -> Cell {
        cell(self.position, self.repetition, self.team)
    }
}

/// What tells a measurement from the others of a study: position, repetition and team.
type Cell = (u32, u32, &'static str, usize);

const fn cell(position: u32, repetition: u32, team: Team) -> Cell {
    (position, repetition, team.parallel().name(), team.threads())
}

/// A step of a study that has been done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The depth of a position has been found.
    Depth {
        /// The number of the position, from 0.
        position: u32,
        /// Its depth.
        depth: i32,
    },
    /// A search has been measured.
    Search(Measurement),
}

/// Something that keeps measurements, each completely or not at all.
pub trait Notebook {
    /// The depths of positions that were found earlier.
    ///
    /// # Errors
    /// If they cannot be read.
    fn depths(&mut self) -> Result<Vec<(u32, i32)>, KeeperError>;

    /// Keeps the depth of a position.
    ///
    /// # Errors
    /// If that is not possible.
    fn keep_depth(&mut self, position: u32, depth: i32) -> Result<(), KeeperError>;

    /// What was measured earlier.
    ///
    /// # Errors
    /// If it cannot be read.
    fn measurements(&mut self) -> Result<Vec<Measurement>, KeeperError>;

    /// Keeps one more.
    ///
    /// # Errors
    /// If that is not possible.
    fn keep(&mut self, measurement: &Measurement) -> Result<(), KeeperError>;
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoteNothing;

impl Notebook for NoteNothing {
    fn depths(&mut self) -> Result<Vec<(u32, i32)>, KeeperError> {
        Ok(Vec::new())
    }

    fn keep_depth(&mut self, _: u32, _: i32) -> Result<(), KeeperError> {
        Ok(())
    }

    fn measurements(&mut self) -> Result<Vec<Measurement>, KeeperError> {
        Ok(Vec::new())
    }

    fn keep(&mut self, _: &Measurement) -> Result<(), KeeperError> {
        Ok(())
    }
}

/// What is to be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Speedup {
    /// The positions.
    pub positions: Vec<StudyPosition>,
    /// Who searches them.
    pub teams: Vec<Team>,
    /// How often.
    pub repetitions: u32,
    /// How deep.
    pub effort: Effort,
    /// Mebibytes of the table.
    pub hash: usize,
}

impl Speedup {
    /// How many measurements there are.
    pub fn len(&self) -> usize {
        self.positions.len() * self.teams.len() * self.repetitions as usize
    }

    /// Whether nothing is to be measured.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Measures what is left, tells of each step, and gives all measurements there are then; fewer
    /// than [`Self::len`] if it was stopped.
    ///
    /// The teams take turns on every position, in a different order each time, so that a machine
    /// that gets slower does so for all of them.
    ///
    /// # Errors
    /// If there is no room for the table, a search dies, or results cannot be kept.
    pub fn run(
        &self,
        notebook: &mut dyn Notebook,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Step),
    ) -> Result<Vec<Measurement>, SpeedupError> {
        let mut all = notebook.measurements().map_err(SpeedupError::Keeper)?;
        // An earlier run may have been meant to be longer.
        all.retain(|known| known.repetition < self.repetitions);
        let known: HashSet<_> = all.iter().map(Measurement::cell).collect();
        if known.len() == self.len() {
            return Ok(all);
        }
        let mut meter = Meter::new(self.hash).map_err(SpeedupError::NoRoom)?;
        let Some(depths) = self.depths(&mut meter, notebook, stop, watch)? else { return Ok(all) };
        for (repetition, position, team) in self.schedule() {
            if known.contains(&cell(position, repetition, team)) {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let StudyPosition { name, position: board } = &self.positions[position as usize];
            let depth = depths[&position];
            let search = match meter.time(board, team, depth, stop) {
                Ok(search) => search,
                Err(NoTime::Stopped) => break,
                Err(NoTime::Crashed) => {
                    return Err(SpeedupError::Crash { name: name.clone(), team });
                }
            };
            // As exact as a notebook keeps it, so that a study says the same when it is read again.
            let time = Duration::from_micros(search.time.as_micros() as u64);
            let nodes = search.nodes;
            let measurement = Measurement { position, repetition, team, depth, time, nodes };
            notebook.keep(&measurement).map_err(SpeedupError::Keeper)?;
            watch(Step::Search(measurement));
            all.push(measurement);
        }
        Ok(all)
    }

    /// The depth of every position; none if it was stopped.
    fn depths(
        &self,
        meter: &mut Meter,
        notebook: &mut dyn Notebook,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Step),
    ) -> Result<Option<BTreeMap<u32, i32>>, SpeedupError> {
        let known = notebook.depths().map_err(SpeedupError::Keeper)?;
        let mut depths: BTreeMap<u32, i32> = known.into_iter().collect();
        for (number, StudyPosition { name, position }) in (0..).zip(&self.positions) {
            if depths.contains_key(&number) {
                continue;
            }
            let depth = match self.effort {
                Effort::Depth(depth) => depth,
                Effort::Time(time) => match meter.calibrate(position, time, stop) {
                    Ok(depth) => depth,
                    Err(NoTime::Stopped) => return Ok(None),
                    Err(NoTime::Crashed) => {
                        return Err(SpeedupError::Crash { name: name.clone(), team: Team::ONE });
                    }
                },
            };
            notebook.keep_depth(number, depth).map_err(SpeedupError::Keeper)?;
            depths.insert(number, depth);
            watch(Step::Depth { position: number, depth });
        }
        Ok(Some(depths))
    }

    /// Repetition, position and team of every measurement, in order.
    fn schedule(&self) -> Vec<(u32, u32, Team)> {
        let mut schedule = Vec::with_capacity(self.len());
        for repetition in 0..self.repetitions {
            for position in 0..self.positions.len() as u32 {
                let mut teams = self.teams.clone();
                Random::nth(u64::from(repetition), u64::from(position)).shuffle(&mut teams);
                schedule.extend(teams.into_iter().map(|team| (repetition, position, team)));
            }
        }
        schedule
    }
}

/// Why nothing more can be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpeedupError {
    /// There is no room for the table.
    NoRoom(NoRoom),
    /// Results cannot be kept.
    Keeper(KeeperError),
    /// A search died.
    Crash {
        /// Of this position.
        name: String,
        /// By this team.
        team: Team,
    },
}

impl fmt::Display for SpeedupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom(error) => error.fmt(f),
            Self::Keeper(error) => error.fmt(f),
            Self::Crash { name, team } => write!(f, "the search of {name} by {team} has died"),
        }
    }
}

impl std::error::Error for SpeedupError {}

#[cfg(test)]
mod tests;
