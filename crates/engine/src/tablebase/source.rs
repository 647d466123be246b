//! The bytes of a table.
//!
//! Files are read piece by piece, not mapped into memory: of a mapped file that shrinks, or whose
//! disk goes away, the system says so by ending the process, and a game goes with it. A read that
//! fails is an error like any other, and the page cache makes both about equally fast.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::TableError;

/// Files up to this size are read whole when they are opened. The tables of up to four pieces are
/// such, which are asked most.
const KEPT_WHOLE: u64 = 1 << 20;

/// Where the bytes are.
#[derive(Debug)]
pub(crate) enum Source {
    Memory(Vec<u8>),
    File(File, u64),
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let mut file = File::open(path).map_err(TableError::Unreadable)?;
        let length = file.metadata().map_err(TableError::Unreadable)?.len();
        if length > KEPT_WHOLE {
            return Ok(Self::File(file, length));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(TableError::Unreadable)?;
        Ok(Self::Memory(bytes))
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File(_, length) => *length,
        }
    }

    /// So many bytes from there on.
    pub(crate) fn read(&self, offset: u64, length: usize) -> Result<Cow<'_, [u8]>, TableError> {
        let end = offset.checked_add(length as u64).filter(|end| *end <= self.len());
        end.ok_or(TableError::Truncated)?;
        match self {
            Self::Memory(bytes) => {
                let start = offset as usize;
                let slice = bytes.get(start..start + length).ok_or(TableError::Truncated)?;
                Ok(Cow::Borrowed(slice))
            }
            Self::File(file, _) => {
                let mut buffer = vec![0; length];
                read_exact_at(file, &mut buffer, offset).map_err(TableError::Unreadable)?;
                Ok(Cow::Owned(buffer))
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !buffer.is_empty() {
        match file.seek_read(buffer, offset)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}

/// Reads a header from its beginning to its end.
pub(crate) struct Cursor<'a> {
    source: &'a Source,
    pub(crate) offset: u64,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(source: &'a Source) -> Self {
        Self { source, offset: 0 }
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<Cow<'a, [u8]>, TableError> {
        let bytes = self.source.read(self.offset, length)?;
        self.offset += length as u64;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, TableError> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, TableError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, TableError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Goes on to the next multiple of a power of two.
    pub(crate) fn align(&mut self, to: u64) {
        self.offset = self.offset.next_multiple_of(to);
    }

    /// Leaves out a part that is read later, and says where it begins.
    pub(crate) fn skip(&mut self, length: u64) -> Result<u64, TableError> {
        let start = self.offset;
        self.offset = start.checked_add(length).ok_or(TableError::Truncated)?;
        Ok(start)
    }
}
