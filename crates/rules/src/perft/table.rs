//! A table of finished subtrees that threads share without locks.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::perft::MAX_PERFT_DEPTH;
use crate::zobrist::Key;

/// Remembers how many lines a position has to a depth.
///
/// An entry is two words written without a lock. The first is the key combined with the second,
/// so an entry torn by two writers at once no longer matches any key and is taken for a miss.
pub struct PerftTable {
    entries: Vec<Entry>,
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table is larger than the memory that can be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftTableError {
    mebibytes: usize,
}

impl fmt::Display for PerftTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a perft table of {} MB", self.mebibytes)
    }
}

impl std::error::Error for PerftTableError {}

/// Bits of an entry's data that hold the depth; the others hold the count.
const DEPTH_BITS: u32 = MAX_PERFT_DEPTH.count_ones();

impl PerftTable {
    /// A table of this size.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, PerftTableError> {
        let error = PerftTableError { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(error)?;
        let len = (bytes / size_of::<Entry>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(|_| error)?;
        entries.resize_with(len, Entry::default);
        Ok(Self { entries })
    }

    /// The count stored for this key and depth.
    pub(super) fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let entry = self.entry(key, depth);
        let data = entry.data.load(Ordering::Relaxed);
        let matches = entry.check.load(Ordering::Relaxed) == key.bits() ^ data
            && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
        matches.then_some(data >> DEPTH_BITS)
    }

    /// Stores a count over whatever was there, if it fits into an entry.
    pub(super) fn insert(&self, key: Key, depth: u32, nodes: u64) {
        if nodes >> (64 - DEPTH_BITS) != 0 || depth >> DEPTH_BITS != 0 {
            return;
        }
        let entry = self.entry(key, depth);
        let data = nodes << DEPTH_BITS | u64::from(depth);
        entry.data.store(data, Ordering::Relaxed);
        entry.check.store(key.bits() ^ data, Ordering::Relaxed);
    }

    /// Different depths of a position go to different places.
    fn entry(&self, key: Key, depth: u32) -> &Entry {
        let mixed = (key.bits() ^ u64::from(depth)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = (u128::from(mixed) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_by_key_and_depth() {
        let table = PerftTable::with_mebibytes(1).unwrap();
        let [seven, eight] = [7, 8].map(Key::from_bits);
        assert_eq!(
            table.get(Key::default(), 0),
            Some(0),
            "an empty entry reads as depth 0, never asked for"
        );
        table.insert(seven, 3, 8902);
        assert_eq!(table.get(seven, 3), Some(8902));
        assert_eq!(table.get(seven, 4), None);
        assert_eq!(table.get(eight, 3), None);
        table.insert(seven, 3, u64::MAX);
        assert_eq!(table.get(seven, 3), Some(8902), "too large to store");
    }

    #[test]
    fn too_large_a_table_is_an_error() {
        let error = PerftTable::with_mebibytes(usize::MAX).err().unwrap();
        assert!(error.to_string().contains("no memory"), "{error}");
    }
}
