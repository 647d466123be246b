//! Files of games and of positions, whichever a file is.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use super::board::{BoardError, PackedBoard};
use super::game::RecordedGame;
use super::reader::{GameReader, ReadError};

/// Why a file could not be read to its end.
#[derive(Debug)]
pub enum SourceError {
    /// It cannot be read.
    Io(io::Error),
    /// It is no file of games.
    Games(ReadError),
    /// It is no file of positions.
    Board {
        /// The number of the position, counted from zero.
        number: u64,
        /// What is wrong with it.
        error: BoardError,
    },
    /// The length of a file of positions is no multiple of a position's.
    Length,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Games(error) => error.fmt(f),
            Self::Board { number, error } => write!(f, "position {number}: {error}"),
            Self::Length => {
                write!(f, "expected positions of {} bytes, the last is shorter", PackedBoard::LEN)
            }
        }
    }
}

impl std::error::Error for SourceError {}

impl From<io::Error> for SourceError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Whether a file is called as files of positions are, `.bin` or `.bullet`; all others hold games.
pub fn is_bulletformat(path: &Path) -> bool {
    let is = |name: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(name));
    is("bin") || is("bullet")
}

/// Shows the games of a file. A last game that was cut off, as after a crash or while the file is
/// being written, is passed over.
///
/// # Errors
/// If the file is wrong, and whatever the listener returns.
pub fn for_each_game<E: From<SourceError>>(
    path: &Path,
    see: &mut dyn FnMut(RecordedGame) -> Result<(), E>,
) -> Result<(), E> {
    for game in GameReader::new(open(path)?) {
        match game {
            Ok(game) => see(game)?,
            Err(ReadError::Cut { .. }) => break,
            Err(error) => return Err(SourceError::Games(error).into()),
        }
    }
    Ok(())
}

/// Shows the positions of a file in bulletformat.
///
/// # Errors
/// If the file is wrong, and whatever the listener returns.
pub fn for_each_board<E: From<SourceError>>(
    path: &Path,
    see: &mut dyn FnMut(PackedBoard) -> Result<(), E>,
) -> Result<(), E> {
    let mut input = open(path)?;
    let mut bytes = [0; PackedBoard::LEN];
    for number in 0.. {
        if input.fill_buf().map_err(SourceError::Io)?.is_empty() {
            break;
        }
        input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => SourceError::Length,
            _ => SourceError::Io(error),
        })?;
        let board = PackedBoard::from_bytes(&bytes);
        see(board.map_err(|error| SourceError::Board { number, error })?)?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<impl BufRead, SourceError> {
    Ok(BufReader::with_capacity(1 << 20, File::open(path)?))
}
