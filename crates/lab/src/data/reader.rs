//! Reads stored games one by one, whatever the size of the file.

use std::fmt;
use std::io::{self, BufRead, ErrorKind};

use super::game::{DataScore, RecordedGame};
use super::packed::{PackedError, PackedHeader};
use super::packed_move::unpack_move;

/// Why the next game could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file could not be read.
    Io(io::Error),
    /// The file ends within a game, as after a crash. The games before it are whole.
    Cut {
        /// Where the game that was cut begins.
        start: u64,
    },
    /// The header of the game makes no sense.
    Header {
        /// Where the game begins.
        start: u64,
        /// What is wrong.
        error: PackedError,
    },
    /// A move that is not legal where it stands.
    Move {
        /// Where the game begins.
        start: u64,
        /// The number of the move, counted from one.
        nth: usize,
        /// The stored bits.
        bits: u16,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Cut { start } => write!(f, "the game at byte {start} is cut short"),
            Self::Header { start, error } => write!(f, "the game at byte {start}: {error}"),
            Self::Move { start, nth, bits } => {
                write!(f, "the game at byte {start}: move {nth} (bits {bits:#06x}) is not legal")
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The games of a stream; ends after the first error.
pub struct GameReader<R> {
    input: R,
    offset: u64,
    failed: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Reads from here on.
    pub const fn new(input: R) -> Self {
        Self { input, offset: 0, failed: false }
    }

    /// How many bytes the games so far have taken.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Passes over a game without looking into it. False at the end of the stream.
    ///
    /// # Errors
    /// If the stream ends within a game.
    pub fn pass_over(&mut self) -> Result<bool, ReadError> {
        let start = self.offset;
        let Some(_) = self.header_bytes(start)? else { return Ok(false) };
        while self.step(start)?.is_some() {}
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<RecordedGame>, ReadError> {
        let start = self.offset;
        let Some(bytes) = self.header_bytes(start)? else { return Ok(None) };
        let header =
            PackedHeader::from_bytes(&bytes).map_err(|error| ReadError::Header { start, error })?;
        let mut position = header.position.clone();
        let mut moves = Vec::new();
        while let Some((bits, score)) = self.step(start)? {
            let nth = moves.len() + 1;
            let mv = unpack_move(&position, bits).ok_or(ReadError::Move { start, nth, bits })?;
            moves.push((mv, score));
            position.play(mv);
        }
        Ok(Some(RecordedGame { start: header.position, result: header.result, moves }))
    }

    /// The next header, unless the stream ends right here.
    fn header_bytes(&mut self, start: u64) -> Result<Option<[u8; PackedHeader::LEN]>, ReadError> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        self.take::<{ PackedHeader::LEN }>(start).map(Some)
    }

    /// The next move and its score, or the end of the game.
    fn step(&mut self, start: u64) -> Result<Option<(u16, DataScore)>, ReadError> {
        let [a, b, c, d] = self.take::<4>(start)?;
        let (bits, score) = (u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
        Ok((bits != 0).then_some((bits, DataScore::new(score))))
    }

    fn take<const N: usize>(&mut self, start: u64) -> Result<[u8; N], ReadError> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => ReadError::Cut { start },
            _ => ReadError::Io(error),
        })?;
        self.offset += N as u64;
        Ok(bytes)
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<RecordedGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.read();
        self.failed = game.is_err();
        game.transpose()
    }
}
