//! Everything that a training needs to go on as if it had never stopped.
//!
//! A checkpoint is a magic number, the settings as text, counters, the curve so far, the
//! parameters with the optimiser's memory of them, and a checksum. All numbers are written as
//! their bits, so nothing is rounded.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::adam::Adam;
use super::dataset::Dataset;
use super::objective::Errors;
use super::parameters::Parameters;
use super::settings::TrainSettings;
use super::trainer::{Epoch, Trainer};

const MAGIC: &[u8; 8] = b"FERZTRN1";
const CHECKSUM: usize = 32;

/// Why a training cannot go on.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// It is no checkpoint.
    Foreign,
    /// It is damaged.
    Damaged,
    /// It is of a training with other settings.
    Setting {
        /// What the checkpoint says.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("this is no checkpoint of a training"),
            Self::Damaged => f.write_str("the checkpoint is damaged"),
            Self::Setting { found, expected } => {
                write!(f, "the checkpoint is of another training: it has {found}, not {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<'a> Trainer<'a> {
    /// Writes a checkpoint. The file is replaced at once, so a kill never leaves half of one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let draft = path.with_extension("draft");
        fs::write(&draft, self.to_bytes())?;
        fs::rename(&draft, path)
    }

    /// Goes on from a checkpoint of a training with the same settings and positions.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of another training.
    pub fn resume(
        settings: TrainSettings,
        data: &'a Dataset,
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let bytes = fs::read(path)?;
        if !bytes.starts_with(MAGIC) || bytes.len() < MAGIC.len() + CHECKSUM {
            return Err(CheckpointError::Foreign);
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(CheckpointError::Damaged);
        }
        let mut reader = Reader(&content[MAGIC.len()..]);
        let found = reader.text().ok_or(CheckpointError::Damaged)?;
        agree(&found, &identity(&settings, data))?;
        reader.trainer(settings, data).ok_or(CheckpointError::Damaged)
    }

    /// The settings and what the positions are, as lines: two trainings with the same are one.
    pub fn identity(&self) -> String {
        identity(&self.settings, self.data)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let identity = self.identity();
        bytes.extend((identity.len() as u64).to_le_bytes());
        bytes.extend(identity.as_bytes());
        let counters = [self.memory.steps, self.epochs.into(), self.batches, self.loss.to_bits()];
        bytes.extend(counters.into_iter().flat_map(u64::to_le_bytes));
        bytes.extend((self.curve.len() as u64).to_le_bytes());
        for epoch in &self.curve {
            bytes.extend(numbers_of(epoch).into_iter().flat_map(f64::to_le_bytes));
        }
        for values in [self.parameters.values(), &self.memory.means, &self.memory.squares] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }
}

/// What makes two trainings the same.
fn identity(settings: &TrainSettings, data: &Dataset) -> String {
    let (training, validation) = (data.training.len(), data.validation.len());
    let hash = data.fingerprint();
    format!("{}data={training}+{validation} positions, {hash:016x}\n", settings.identity())
}

fn agree(found: &str, expected: &str) -> Result<(), CheckpointError> {
    let mut pairs = found.lines().zip(expected.lines());
    match pairs.find(|(found, expected)| found != expected) {
        Some((found, expected)) => {
            Err(CheckpointError::Setting { found: found.to_owned(), expected: expected.to_owned() })
        }
        None => Ok(()),
    }
}

/// An epoch as plain numbers; no validation is written as not a number.
fn numbers_of(epoch: &Epoch) -> [f64; 7] {
    let none = Errors { blend: f64::NAN, score: f64::NAN, result: f64::NAN };
    let Errors { blend, score, result } = epoch.validation.unwrap_or(none);
    [epoch.number.into(), epoch.training, blend, score, result, epoch.rate, epoch.share]
}

fn epoch_of([number, training, blend, score, result, rate, share]: [f64; 7]) -> Epoch {
    let validation = (!blend.is_nan()).then_some(Errors { blend, score, result });
    Epoch { number: number as u32, training, validation, rate, share }
}

/// Takes numbers from bytes that may be too few.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn integer(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let len = usize::try_from(self.integer()?).ok()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn epoch(&mut self) -> Option<Epoch> {
        let mut numbers = [0.0; 7];
        for number in &mut numbers {
            *number = f64::from_le_bytes(self.take()?);
        }
        Some(epoch_of(numbers))
    }

    fn values(&mut self, count: usize) -> Option<Vec<f32>> {
        (0..count).map(|_| self.take().map(f32::from_le_bytes)).collect()
    }

    fn trainer(mut self, settings: TrainSettings, data: &Dataset) -> Option<Trainer<'_>> {
        let shape = settings.shape;
        let (steps, epochs) = (self.integer()?, u32::try_from(self.integer()?).ok()?);
        let (batches, loss) = (self.integer()?, f64::from_bits(self.integer()?));
        let curve = (0..self.integer()?).map(|_| self.epoch()).collect::<Option<Vec<_>>>()?;
        let parameters = Parameters::from_values(shape, self.values(shape.count())?)?;
        let (means, squares) = (self.values(shape.count())?, self.values(shape.count())?);
        let memory = Adam { means, squares, steps };
        let trainer = Trainer { settings, data, parameters, memory, epochs, batches, loss, curve };
        self.0.is_empty().then_some(trainer)
    }
}
