//! Networks from bullet, the trainer that most engines use on graphics cards.

use super::file::read_numbers;
use super::parts::{check_shape, numbers};
use super::{Facts, Network, NetworkError};

/// Bullet fills its files up to a multiple of this.
const PADDING: usize = 64;

impl Network {
    /// Reads the `quantised.bin` that bullet writes for this architecture.
    ///
    /// Expected are the settings of bullet's own examples: inputs `ChessBucketsMirrored` with a
    /// single bucket, two perspectives, SCReLU, output buckets by `MaterialCount`, and in this
    /// order the saved weights `l0w` and `l0b` (quantised by 255), `l1w` (by 64, transposed) and
    /// `l1b` (by 255 * 64). The file says nothing about itself, so the shape must be given.
    ///
    /// # Errors
    /// If the length does not fit the shape, or the numbers are too large.
    pub fn from_bullet(bytes: &[u8], hidden: usize, buckets: usize) -> Result<Self, NetworkError> {
        check_shape(hidden, buckets)?;
        let plain = 2 * numbers(hidden, buckets);
        let padded = plain.next_multiple_of(PADDING);
        let found = bytes.len();
        if found != plain && found != padded {
            return Err(NetworkError::Length { expected: padded, found });
        }
        let mut facts = Facts::default();
        facts.set("trainer", "bullet")?;
        Self::new(&read_numbers(hidden, buckets, bytes, facts))
    }
}
