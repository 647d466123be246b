//! Positions from files of games and of labelled positions.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use ferz_eval::{Classical, Weights};

use super::label::{EpdLabelError, epd_result};
use super::samples::{Outcome, Samples};
use crate::data::{Filter, GameReader, ReadError};

/// Why a file could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// It could not be read.
    Io(io::Error),
    /// It is no file of games.
    Games(ReadError),
    /// A line of an EPD file is wrong.
    Line {
        /// The line, counted from one.
        number: usize,
        /// What is wrong with it.
        error: EpdLabelError,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Games(error) => error.fmt(f),
            Self::Line { number, error } => write!(f, "line {number}: {error}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Positions to learn from, and others to check with. They are of different games: positions
/// of one game are too much alike to check anything.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// To learn from.
    pub training: Samples,
    /// To check with.
    pub validation: Samples,
    units: u64,
}

impl Loaded {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.training.list().len() + self.validation.list().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the positions of the next game belong.
    fn next(&mut self) -> &mut Samples {
        self.units += 1;
        if self.units.is_multiple_of(VALIDATION_EVERY) {
            &mut self.validation
        } else {
            &mut self.training
        }
    }
}

/// One game in so many is kept for checking.
const VALIDATION_EVERY: u64 = 20;

/// Adds the positions of a file, EPD if it is called so and games otherwise, until there are
/// `max` of them.
///
/// # Errors
/// If the file cannot be read or is wrong. A last game that was cut off is no error.
pub fn load(
    path: &Path,
    weights: &Weights,
    filter: &Filter,
    max: usize,
    loaded: &mut Loaded,
) -> Result<(), LoadError> {
    let classical = Classical::new(weights.clone());
    let input = BufReader::with_capacity(1 << 20, File::open(path)?);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epd")) {
        load_epd(input, &classical, max, loaded)
    } else {
        load_games(input, &classical, filter, max, loaded)
    }
}

fn load_epd(
    input: impl BufRead,
    classical: &Classical,
    max: usize,
    loaded: &mut Loaded,
) -> Result<(), LoadError> {
    for (nth, line) in input.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if loaded.len() >= max {
            break;
        }
        let (position, result) =
            epd_result(&line).map_err(|error| LoadError::Line { number: nth + 1, error })?;
        if !position.in_check() {
            loaded.next().push(classical, &position, Outcome { result, score: None });
        }
    }
    Ok(())
}

fn load_games(
    input: impl BufRead,
    classical: &Classical,
    filter: &Filter,
    max: usize,
    loaded: &mut Loaded,
) -> Result<(), LoadError> {
    for game in GameReader::new(input) {
        if loaded.len() >= max {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(ReadError::Cut { .. }) => break,
            Err(error) => return Err(LoadError::Games(error)),
        };
        let samples = loaded.next();
        filter.visit(&game, |labelled| {
            let score = Some(f32::from(labelled.score.get()));
            let outcome = Outcome { result: labelled.result.points(), score };
            samples.push(classical, &labelled.position, outcome);
        });
    }
    Ok(())
}
