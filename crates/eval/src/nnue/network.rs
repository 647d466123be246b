//! A network that is known to be sound.

use std::array::from_fn;
use std::fmt;

use ferz_rules::{Color, Piece, Position, Square};

use super::line::{LANES, Line, pack, unpack};
use super::{Facts, NetworkError, NetworkParts, QA, QB, SCALE, feature, output_bucket};
use crate::MAX_SCORE;

/// A network: weights whose every position has a value.
///
/// ```no_run
/// use ferz_eval::nnue::Network;
/// use ferz_rules::Position;
/// let network = Network::from_bytes(&std::fs::read("net.bin")?)?;
/// println!("{network}: {}", network.evaluate(&Position::startpos()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    hidden: usize,
    buckets: usize,
    feature_weights: Box<[Line]>,
    feature_biases: Box<[Line]>,
    output_weights: Box<[Line]>,
    output_biases: Box<[i16]>,
    /// The bucket for each number of pieces: a look-up is cheaper than two divisions.
    bucket_of: [u8; 33],
    facts: Facts,
    checksum: [u8; 32],
}

impl Network {
    /// Makes a network of plain numbers.
    ///
    /// # Errors
    /// If the shape is not one of ours, a count is wrong, or a number is so large that the exact
    /// arithmetic would not be exact.
    pub fn new(parts: &NetworkParts) -> Result<Self, NetworkError> {
        parts.check()?;
        let mut network = Self {
            hidden: parts.hidden,
            buckets: parts.buckets,
            feature_weights: pack(&parts.feature_weights),
            feature_biases: pack(&parts.feature_biases),
            output_weights: pack(&parts.output_weights),
            output_biases: parts.output_biases.clone().into_boxed_slice(),
            bucket_of: from_fn(|pieces| output_bucket(parts.buckets, pieces) as u8),
            facts: parts.facts.clone(),
            checksum: [0; 32],
        };
        network.checksum = network.written_checksum();
        Ok(network)
    }

    /// The numbers again.
    pub fn parts(&self) -> NetworkParts {
        NetworkParts {
            hidden: self.hidden,
            buckets: self.buckets,
            feature_weights: unpack(&self.feature_weights).collect(),
            feature_biases: unpack(&self.feature_biases).collect(),
            output_weights: unpack(&self.output_weights).collect(),
            output_biases: self.output_biases.to_vec(),
            facts: self.facts.clone(),
        }
    }

    /// Neurons of each perspective.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Sets of output weights.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Where the network comes from.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The SHA-256 that ends the network's file.
    pub fn checksum(&self) -> &[u8; 32] {
        &self.checksum
    }

    /// The first digits of the checksum: enough to tell networks apart.
    pub fn id(&self) -> String {
        let first = self.checksum.first_chunk().copied().map_or(0, u64::from_be_bytes);
        format!("{:012x}", first >> 16)
    }

    /// The output bucket of a position.
    #[inline(always)]
    pub fn bucket_of(&self, position: &Position) -> usize {
        usize::from(self.bucket_of[position.occupied().len() as usize])
    }

    /// Centipawns for the player to move, worked out from nothing in the plainest way: what every
    /// faster way must agree with.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let kings = Color::ALL.map(|color| position.king(color));
        let bucket = self.bucket_of(position);
        self.evaluate_board(&pieces(position), kings, position.turn(), bucket)
    }

    /// Centipawns for the player to move in the eyes of one output bucket, from any set of pieces.
    pub(super) fn evaluate_board(
        &self,
        board: &[(Piece, Square)],
        kings: [Square; 2],
        turn: Color,
        bucket: usize,
    ) -> i32 {
        let neurons = [turn, !turn].into_iter().flat_map(|perspective| {
            let mut sums: Vec<i16> = unpack(&self.feature_biases).collect();
            for &(piece, square) in board {
                let index = feature(perspective, kings[perspective.index()], piece, square);
                let row = unpack(self.feature_row(index));
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            sums
        });
        let weights = unpack(self.output_row(bucket)).map(i64::from);
        let sum = neurons.zip(weights).map(|(value, weight)| {
            let clipped = i64::from(value).clamp(0, i64::from(QA));
            clipped * clipped * weight
        });
        self.output(sum.sum(), bucket)
    }

    /// What every accumulator starts from.
    pub(super) fn feature_biases(&self) -> &[Line] {
        &self.feature_biases
    }

    /// The weights of one input.
    #[inline(always)]
    pub(super) fn feature_row(&self, feature: usize) -> &[Line] {
        let lines = self.hidden / LANES;
        &self.feature_weights[feature * lines..][..lines]
    }

    /// Both perspectives' output weights of one bucket, the player to move first.
    #[inline(always)]
    pub(super) fn output_row(&self, bucket: usize) -> &[Line] {
        let lines = 2 * self.hidden / LANES;
        &self.output_weights[bucket * lines..][..lines]
    }

    /// Centipawns from the sum of weighed squares.
    #[inline(always)]
    pub(super) fn output(&self, sum: i64, bucket: usize) -> i32 {
        let value = sum / i64::from(QA) + i64::from(self.output_biases[bucket]);
        let score = value * i64::from(SCALE) / i64::from(QA * QB);
        score.clamp(i64::from(-MAX_SCORE), i64::from(MAX_SCORE)) as i32
    }
}

/// Every piece with its square.
pub(super) fn pieces(position: &Position) -> Vec<(Piece, Square)> {
    let squares = position.occupied().into_iter();
    squares.filter_map(|square| Some((position.piece_on(square)?, square))).collect()
}

/// A name is enough: nobody reads a hundred thousand numbers.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({self})")
    }
}

/// The name that the facts give it, its shape and its id.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.facts.get("name") {
            write!(f, "{name} ")?;
        }
        write!(f, "(768 -> {})x2 -> 1x{} [{}]", self.hidden, self.buckets, self.id())
    }
}
