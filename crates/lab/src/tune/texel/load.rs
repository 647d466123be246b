//! Positions from files of games and of labelled positions.

use std::fmt;
use std::io::{self, BufRead};
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

/// How a file holds its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A position with a result to a line. Nothing tells games apart, so one line in so many is
    /// kept for checking.
    Epd,
    /// Whole games.
    Games,
}

impl Form {
    /// EPD if the file is called so, games otherwise.
    pub fn of(path: &Path) -> Self {
        let is_epd = path.extension().is_some_and(|found| found.eq_ignore_ascii_case("epd"));
        if is_epd { Self::Epd } else { Self::Games }
    }
}

/// Adds the positions of a file until there are `max` of them.
///
/// # Errors
/// If the file cannot be read or is wrong. A last game that was cut off is no error.
pub fn load(
    input: impl BufRead,
    form: Form,
    weights: &Weights,
    filter: &Filter,
    max: usize,
    loaded: &mut Loaded,
) -> Result<(), LoadError> {
    let classical = Classical::new(weights.clone());
    match form {
        Form::Epd => load_epd(input, &classical, max, loaded),
        Form::Games => load_games(input, &classical, filter, max, loaded),
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
