//! Why bytes or numbers do not make a network.

use std::fmt;

use super::{FactsError, HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA, QB, SCALE};

/// Why bytes or numbers do not make a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The bytes do not begin as a network of ours does.
    Foreign,
    /// A version of the file format that is not known here.
    Version(u16),
    /// An architecture that is not known here.
    Architecture(u16),
    /// A hidden size that is not a multiple of 32 from 32 to 2048.
    Hidden(usize),
    /// A number of output buckets that is not between 1 and 32.
    Buckets(usize),
    /// Units other than [`QA`], [`QB`] and [`SCALE`].
    Quantisation([u16; 3]),
    /// Too few or too many bytes for what they are said to be.
    Length {
        /// What the header, or the architecture asked for, promises.
        expected: usize,
        /// What is there.
        found: usize,
    },
    /// The bytes are not those that were written.
    Checksum,
    /// Bytes that must be zero are not.
    Reserved,
    /// The training facts cannot be read.
    Facts(FactsError),
    /// The wrong number of weights or biases.
    Count {
        /// Which.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An output weight that would not fit once multiplied.
    OutputWeight(i16),
    /// A hidden neuron that some position could drive beyond 16 bits.
    Overflow {
        /// Which neuron.
        neuron: usize,
        /// How far a position might drive it.
        reach: i32,
    },
    /// Networks of different shapes have no mean.
    Shapes {
        /// Hidden size and output buckets of the first.
        one: (usize, usize),
        /// Those of another.
        other: (usize, usize),
    },
    /// No networks, or shares of a mean that are not positive numbers.
    Weights,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "not a network of Ferz"),
            Self::Version(version) => write!(f, "unknown version {version} of the network format"),
            Self::Architecture(number) => write!(f, "unknown architecture {number}"),
            Self::Hidden(hidden) => write!(
                f,
                "expected a hidden size that is a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}, got {hidden}"
            ),
            Self::Buckets(buckets) => {
                write!(f, "expected 1 to {MAX_BUCKETS} output buckets, got {buckets}")
            }
            Self::Quantisation([qa, qb, scale]) => {
                write!(f, "expected units of {QA}, {QB} and {SCALE}, got {qa}, {qb} and {scale}")
            }
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            Self::Checksum => write!(f, "damaged: the checksum does not match"),
            Self::Reserved => write!(f, "damaged: reserved bytes are not zero"),
            Self::Facts(error) => write!(f, "training facts: {error}"),
            Self::Count { what, expected, found } => {
                write!(f, "expected {expected} {what}, got {found}")
            }
            Self::OutputWeight(weight) => write!(
                f,
                "output weight {weight} is beyond ±{MAX_OUTPUT_WEIGHT}: train with weights clipped to ±1.98"
            ),
            Self::Overflow { neuron, reach } => {
                write!(f, "neuron {neuron} may reach {reach}, which does not fit 16 bits")
            }
            Self::Shapes { one, other } => write!(
                f,
                "expected networks of one shape, got {} neurons with {} buckets and {} with {}",
                one.0, one.1, other.0, other.1
            ),
            Self::Weights => write!(f, "expected networks with positive weights"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<FactsError> for NetworkError {
    fn from(error: FactsError) -> Self {
        Self::Facts(error)
    }
}
