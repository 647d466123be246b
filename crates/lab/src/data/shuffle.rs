//! A random order for more records than fit into memory.
//!
//! Records are dealt at random to parts, each small enough for memory; then each part is put in
//! order and written behind the one before it. That is as random as shuffling them all at once:
//! every order is equally likely.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::Random;

/// Deals records of any length.
#[derive(Debug)]
pub struct Shuffle {
    random: Random,
    parts: Vec<Part>,
    records: u64,
}

/// Records whose order is not yet decided.
#[derive(Debug)]
enum Part {
    /// There is only this part.
    Memory(Vec<u8>),
    /// A file that is removed with the part.
    File { path: PathBuf, writer: BufWriter<File> },
}

/// More open files than most systems grant by default would be needed beyond this.
const MOST_PARTS: u64 = 500;

impl Shuffle {
    /// Prepares to shuffle about so many bytes within so much memory. Parts that are put aside
    /// are written beside `out`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn new(out: &Path, seed: u64, bytes: u64, memory: u64) -> io::Result<Self> {
        // Parts differ in size, and each is held beside the list of its records.
        let count = (bytes.saturating_mul(2) / memory.max(1)).min(MOST_PARTS);
        let parts = if count == 0 {
            vec![Part::Memory(Vec::new())]
        } else {
            (0..=count).map(|nth| Part::create(out, nth)).collect::<io::Result<_>>()?
        };
        Ok(Self { random: Random::new(seed), parts, records: 0 })
    }

    /// How many parts there are.
    pub const fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be put aside.
    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        let nth = self.random.below(self.parts.len());
        let len = u32::try_from(record.len()).map_err(io::Error::other)?;
        self.records += 1;
        let writer: &mut dyn Write = match &mut self.parts[nth] {
            Part::Memory(bytes) => bytes,
            Part::File { writer, .. } => writer,
        };
        writer.write_all(&len.to_le_bytes())?;
        writer.write_all(record)
    }

    /// Writes all records, or the first `max` of the random order, and tells how many.
    ///
    /// # Errors
    /// If they cannot be read back or written.
    pub fn finish(mut self, out: &mut dyn Write, max: u64) -> io::Result<u64> {
        let mut left = max.min(self.records);
        for part in std::mem::take(&mut self.parts) {
            let bytes = part.into_bytes()?;
            let mut records = records_of(&bytes);
            self.random.shuffle(&mut records);
            for record in records.iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
                out.write_all(record)?;
                left -= 1;
            }
        }
        out.flush()?;
        Ok(max.min(self.records))
    }
}

impl Part {
    fn create(out: &Path, nth: u64) -> io::Result<Self> {
        let mut name = out.as_os_str().to_owned();
        name.push(format!(".part{nth}"));
        let path = PathBuf::from(name);
        let writer = BufWriter::with_capacity(1 << 16, File::create(&path)?);
        Ok(Self::File { path, writer })
    }

    fn into_bytes(mut self) -> io::Result<Vec<u8>> {
        match &mut self {
            Self::Memory(bytes) => Ok(std::mem::take(bytes)),
            Self::File { path, writer } => {
                writer.flush()?;
                let mut bytes = Vec::new();
                BufReader::new(File::open(path)?).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Self::File { path, .. } = self {
            // Nothing can be done about a file that is gone already.
            let _ = fs::remove_file(path);
        }
    }
}

/// The records behind their lengths.
fn records_of(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut records = Vec::new();
    while let Some((len, rest)) = bytes.split_first_chunk::<4>() {
        let len = u32::from_le_bytes(*len) as usize;
        let (record, rest) = rest.split_at(len.min(rest.len()));
        records.push(record);
        bytes = rest;
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffled(name: &str, memory: u64, max: u64) -> (usize, Vec<u16>) {
        let out = std::env::temp_dir().join(format!("ferz-shuffle-{name}-{}", std::process::id()));
        let mut shuffle = Shuffle::new(&out, 7, 2000, memory).unwrap();
        let parts = shuffle.parts();
        for number in 0..1000_u16 {
            shuffle.push(&number.to_le_bytes()).unwrap();
        }
        let mut bytes = Vec::new();
        assert_eq!(shuffle.finish(&mut bytes, max).unwrap(), max.min(1000));
        let folder = fs::read_dir(std::env::temp_dir()).unwrap();
        let prefix = out.file_name().unwrap().to_string_lossy().into_owned();
        let left = folder
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
        assert_eq!(left.count(), 0, "parts were left behind");
        (parts, bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
    }

    #[track_caller]
    fn check_is_random(numbers: &[u16]) {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..1000));
        // Neighbours in the file are a third of the range apart on average.
        let steps = numbers.windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1])));
        let mean = steps.sum::<u32>() / 999;
        assert!((300..370).contains(&mean), "{mean}");
        // So are a number and its place.
        let offs = numbers.iter().zip(0_u16..).map(|(number, at)| u32::from(number.abs_diff(at)));
        let mean = offs.sum::<u32>() / 1000;
        assert!((300..370).contains(&mean), "{mean}");
    }

    #[test]
    fn every_record_comes_out_once() {
        let (parts, numbers) = shuffled("memory", 1 << 20, u64::MAX);
        assert_eq!(parts, 1);
        check_is_random(&numbers);
        let (parts, numbers) = shuffled("files", 500, u64::MAX);
        assert_eq!(parts, 9);
        check_is_random(&numbers);
    }

    #[test]
    fn a_part_of_them_is_a_random_part() {
        let (_, all) = shuffled("all", 500, u64::MAX);
        let (_, some) = shuffled("some", 500, 300);
        assert_eq!(some, all[..300]);
    }
}
