//! Where the transposition table lives: anonymous pages, huge ones if the system grants them.
//!
//! A probe of a large table misses every cache and, with pages of four kilobytes, the table of
//! page addresses as well. Pages of two megabytes spare the second miss, and a prefetch hides much
//! of the first.

// Turning bytes into clusters cannot be said in safe Rust.
#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

use super::Cluster;

/// The size of a huge page on every system that has them.
const HUGE_PAGE: usize = 2 << 20;

/// The clusters of a table.
pub(super) struct Clusters {
    map: MmapMut,
    /// Bytes from the start of the mapping to the first cluster, so that huge pages fit.
    offset: usize,
    len: usize,
}

impl Clusters {
    /// So many empty clusters; none if the system has no room for them.
    pub(super) fn new(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Cluster>())?;
        let map = MmapMut::map_anon(bytes.checked_add(HUGE_PAGE)?).ok()?;
        // Where huge pages are refused, small ones serve as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let offset = map.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
        Some(Self { map, offset, len })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline(always)]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the mapping is `HUGE_PAGE` bytes longer than the clusters and `offset` is at most
        // that, so they lie inside it; the offset aligns them, pages are aligned more strictly than
        // clusters even where it is cut short; fresh pages are zero, which is a valid cluster, and
        // every later write is of a cluster. The mapping lives and stays put as long as `self`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(self.offset).cast(), self.len) }
    }
}

impl DerefMut for Clusters {
    fn deref_mut(&mut self) -> &mut [Cluster] {
        let first = self.map.as_mut_ptr();
        // SAFETY: as above, and `self` is borrowed exclusively for as long as the slice lives.
        unsafe { std::slice::from_raw_parts_mut(first.add(self.offset).cast(), self.len) }
    }
}
