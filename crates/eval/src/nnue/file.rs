//! The network's file: a header, the facts, the numbers and a checksum of it all. Specified in
//! docs/formats.md.

use sha2::{Digest, Sha256};

use super::parts::{check_shape, numbers};
use super::{FEATURES, Facts, FactsError, Network, NetworkError, NetworkParts, QA, QB, SCALE};

const MAGIC: &[u8; 8] = b"FERZNNUE";
const VERSION: u16 = 1;
/// Mirrored 768 inputs, two perspectives, clipped squares, one output layer in buckets.
const ARCHITECTURE: u16 = 1;
const HEADER: usize = 32;
const CHECKSUM: usize = 32;

impl Network {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are anything but the unharmed bytes of a network: any change, cut or addition is
    /// noticed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let header = Header::read(bytes)?;
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(NetworkError::Checksum);
        }
        let (facts, payload) = content[HEADER..].split_at(header.facts);
        Self::new(&read_numbers(header.hidden, header.buckets, payload, read_facts(facts)?))
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.content();
        bytes.extend_from_slice(self.checksum());
        bytes
    }

    /// The checksum that belongs to what would be written.
    pub(super) fn written_checksum(&self) -> [u8; CHECKSUM] {
        Sha256::digest(self.content()).into()
    }

    /// Everything before the checksum.
    fn content(&self) -> Vec<u8> {
        let parts = self.parts();
        let facts = parts.facts.to_string();
        let mut bytes = MAGIC.to_vec();
        let units = [QA, QB, SCALE].map(|unit| unit as u16);
        let shape = [parts.hidden as u16, parts.buckets as u16];
        let fields = [VERSION, ARCHITECTURE].into_iter().chain(shape).chain(units).chain([0]);
        bytes.extend(fields.flat_map(u16::to_le_bytes));
        bytes.extend((facts.len() as u32).to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(facts.bytes());
        let arrays = [
            parts.feature_weights,
            parts.feature_biases,
            parts.output_weights,
            parts.output_biases,
        ];
        bytes.extend(arrays.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

/// What the first bytes tell.
struct Header {
    hidden: usize,
    buckets: usize,
    /// Bytes of facts.
    facts: usize,
}

impl Header {
    /// Reads the header and makes sure that the file is exactly as long as it says.
    fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let found = bytes.len();
        if found < HEADER + CHECKSUM {
            return Err(NetworkError::Length { expected: HEADER + CHECKSUM, found });
        }
        let field = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if field(8) != VERSION {
            return Err(NetworkError::Version(field(8)));
        }
        if field(10) != ARCHITECTURE {
            return Err(NetworkError::Architecture(field(10)));
        }
        let (hidden, buckets) = (usize::from(field(12)), usize::from(field(14)));
        check_shape(hidden, buckets)?;
        let units = [field(16), field(18), field(20)];
        if units.map(i32::from) != [QA, QB, SCALE] {
            return Err(NetworkError::Quantisation(units));
        }
        if [field(22), field(28), field(30)] != [0; 3] {
            return Err(NetworkError::Reserved);
        }
        let facts = usize::from(field(24)) | usize::from(field(26)) << 16;
        if facts > Facts::MAX_LENGTH {
            return Err(FactsError::TooLong.into());
        }
        let expected = HEADER + facts + 2 * numbers(hidden, buckets) + CHECKSUM;
        if found != expected {
            return Err(NetworkError::Length { expected, found });
        }
        Ok(Self { hidden, buckets, facts })
    }
}

/// The facts, if they are written as we would write them: a network has one file only.
fn read_facts(bytes: &[u8]) -> Result<Facts, FactsError> {
    let malformed = || FactsError::Malformed(String::from_utf8_lossy(bytes).into_owned());
    let text = std::str::from_utf8(bytes).map_err(|_| malformed())?;
    let facts: Facts = text.parse()?;
    if facts.to_string() == text { Ok(facts) } else { Err(malformed()) }
}

/// The arrays of a network of this shape, from bytes that are long enough for them.
pub(super) fn read_numbers(
    hidden: usize,
    buckets: usize,
    bytes: &[u8],
    facts: Facts,
) -> NetworkParts {
    let mut numbers = bytes.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
    let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<i16>>();
    NetworkParts {
        hidden,
        buckets,
        feature_weights: take(FEATURES * hidden),
        feature_biases: take(hidden),
        output_weights: take(buckets * 2 * hidden),
        output_biases: take(buckets),
        facts,
    }
}
