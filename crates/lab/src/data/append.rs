//! A file of games that grows by whole blocks.
//!
//! A kill in the middle of a write leaves a part of a game at the end, and nothing else wrong.
//! Opening the file again finds that part and cuts it off.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use super::game::RecordedGame;
use super::packed::PackedHeader;
use super::reader::{GameReader, ReadError};

/// Why a file cannot be added to.
#[derive(Debug)]
pub enum AppendError {
    /// It cannot be opened or read.
    Io(io::Error),
    /// Somebody else is adding to it.
    Busy,
    /// It holds something else than games.
    NoGames(ReadError),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Busy => f.write_str("another process is adding games to this file"),
            Self::NoGames(error) => write!(f, "this is not a file of games: {error}"),
        }
    }
}

impl std::error::Error for AppendError {}

impl From<io::Error> for AppendError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file of games, open for more.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    games: u64,
    len: u64,
}

impl GameFile {
    /// Opens the file, or makes it, and cuts off a last game that was not finished.
    ///
    /// # Errors
    /// If it cannot be opened, is in use, or is no file of games.
    pub fn open(path: &Path) -> Result<Self, AppendError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => AppendError::Busy,
            TryLockError::Error(error) => AppendError::Io(error),
        })?;
        let (games, len) = whole_games(&file)?;
        file.set_len(len)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, games, len })
    }

    /// How many games are in it.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// How long it is. It only ever grows, so the length names a run of additions.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is nothing in it yet.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a block of games in one write.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, games: &[RecordedGame]) -> io::Result<()> {
        let mut bytes = Vec::new();
        for game in games {
            game.write(&mut bytes);
        }
        self.file.write_all(&bytes)?;
        self.games += games.len() as u64;
        self.len += bytes.len() as u64;
        Ok(())
    }
}

/// How many whole games the file holds, and how many bytes they take. The first is read in full:
/// somebody may have named a file of another kind.
fn whole_games(file: &File) -> Result<(u64, u64), AppendError> {
    let mut reader = GameReader::new(BufReader::with_capacity(1 << 20, file));
    match reader.next() {
        None => return Ok((0, 0)),
        Some(Ok(_)) => {}
        // With a header that makes sense it was the first game of all that was cut.
        Some(Err(ReadError::Cut { .. })) if reader.offset() >= PackedHeader::LEN as u64 => {
            return Ok((0, 0));
        }
        Some(Err(error)) => return Err(AppendError::NoGames(error)),
    }
    let mut games = 1;
    loop {
        let len = reader.offset();
        match reader.pass_over() {
            Ok(true) => games += 1,
            Ok(false) | Err(ReadError::Cut { .. }) => return Ok((games, len)),
            Err(error) => return Err(AppendError::NoGames(error)),
        }
    }
}
