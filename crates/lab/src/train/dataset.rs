//! The positions of a training, in memory.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::Random;
use crate::data::{
    Filter, Foresight, PackedBoard, SourceError, for_each_board, for_each_game, is_bulletformat,
};

/// What is taken from files.
#[derive(Clone, PartialEq, Debug)]
pub struct LoadSettings {
    /// Which positions of games are worth learning from.
    pub filter: Filter,
    /// How far the scores of games look ahead; positions without their game cannot.
    pub foresight: Foresight,
    /// The share of games that are kept for checking.
    pub validation: f64,
    /// Decides which games these are.
    pub seed: u64,
    /// The most bytes that positions may take.
    pub memory: usize,
}

/// Positions to learn from, and others to check with. They are of different games: positions of
/// one game are too much alike to check anything.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<PackedBoard>,
    /// To check with.
    pub validation: Vec<PackedBoard>,
    /// How many games there were; those of bulletformat files are not known.
    pub games: u64,
}

/// Why positions could not be loaded.
#[derive(Debug)]
pub enum DatasetError {
    /// A file is wrong.
    Source(SourceError),
    /// There are more positions than memory was granted for.
    Memory {
        /// Bytes that were granted.
        granted: usize,
    },
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Memory { granted } => write!(
                f,
                "the positions need more than the {} MB that --memory grants; grant more, or take a \
                 part of them with `ferz data shuffle --max`",
                granted >> 20
            ),
        }
    }
}

impl std::error::Error for DatasetError {}

impl From<SourceError> for DatasetError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

/// Where the positions of a file go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Mostly to learn from.
    Training,
    /// All of them to check with.
    Validation,
}

impl Dataset {
    /// Loads files to learn from, and others to check with.
    ///
    /// A share of the games is kept for checking. Files of positions, those called `.bin` or
    /// `.bullet`, do not tell which are of one game, so nothing of them is kept.
    ///
    /// # Errors
    /// If a file cannot be read, is of another kind, or does not fit into memory. The file is told
    /// too. A last game that was cut off is no error.
    pub fn load(
        training: &[PathBuf],
        validation: &[PathBuf],
        settings: &LoadSettings,
    ) -> Result<Self, (PathBuf, DatasetError)> {
        let mut data = Self::default();
        let training = training.iter().map(|path| (path, Purpose::Training));
        let validation = validation.iter().map(|path| (path, Purpose::Validation));
        for (path, purpose) in training.chain(validation) {
            data.add(path, purpose, settings).map_err(|error| (path.clone(), error))?;
        }
        Ok(data)
    }

    fn add(
        &mut self,
        path: &Path,
        purpose: Purpose,
        settings: &LoadSettings,
    ) -> Result<(), DatasetError> {
        if is_bulletformat(path) {
            for_each_board(path, &mut |board| {
                match purpose {
                    Purpose::Training => self.training.push(board),
                    Purpose::Validation => self.validation.push(board),
                }
                self.check_memory(settings)
            })
        } else {
            for_each_game(path, &mut |mut game| {
                settings.foresight.apply(&mut game);
                let kept = Random::nth(settings.seed, self.games).fraction() < settings.validation;
                let list = if kept || purpose == Purpose::Validation {
                    &mut self.validation
                } else {
                    &mut self.training
                };
                settings.filter.visit(&game, |labelled| list.push(PackedBoard::new(&labelled)));
                self.games += 1;
                self.check_memory(settings)
            })
        }
    }

    fn check_memory(&self, settings: &LoadSettings) -> Result<(), DatasetError> {
        // Positions are numbered by 32 bits, which is more than fits into most memories.
        let fits = self.bytes() <= settings.memory && u32::try_from(self.training.len()).is_ok();
        if fits { Ok(()) } else { Err(DatasetError::Memory { granted: settings.memory }) }
    }

    /// How many bytes the positions take.
    pub const fn bytes(&self) -> usize {
        (self.training.len() + self.validation.len()) * size_of::<PackedBoard>()
    }

    /// A number that changes with any of the positions, so that a training is not resumed with
    /// others.
    pub fn fingerprint(&self) -> u64 {
        let words = self.training.iter().chain(&self.validation).flat_map(|board| {
            let bytes = board.to_bytes();
            let words: [[u8; 8]; 4] =
                std::array::from_fn(|nth| std::array::from_fn(|byte| bytes[8 * nth + byte]));
            words.map(u64::from_le_bytes)
        });
        words.fold(self.training.len() as u64, |hash, word| {
            (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        })
    }
}
