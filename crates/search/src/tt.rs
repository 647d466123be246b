//! The transposition table: what was found out about positions, shared by all threads.
//!
//! A cluster of 32 bytes holds three entries of one word each and, in a fourth word, sixteen bits
//! of each entry's key. All words are atomics read and written without order: a torn pair of key
//! and entry gives a wrong but well-formed answer once in a very long while, and the search checks
//! the one part of it that could hurt, the move.

mod memory;

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use ferz_rules::{Key, Move};

use crate::prefetch::prefetch;
use crate::score::Score;
use crate::window::Window;
use memory::Clusters;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most the stored score.
    Upper = 1,
    /// At least the stored score.
    Lower = 2,
    /// Exactly the stored score.
    Exact = 3,
}

/// A copy of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The best move, if one was found. Not necessarily legal here.
    pub mv: Option<Move>,
    /// The score, as seen from the root.
    pub score: Score,
    /// The static evaluation, if there was one.
    pub eval: Option<Score>,
    /// How deep the search was.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether the node was on a principal variation.
    pub was_pv: bool,
}

impl Hit {
    /// Whether the stored score answers a search within this window.
    pub fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => window.fails_high(self.score),
            Bound::Upper => window.fails_low(self.score),
        }
    }

    /// Whether the stored score says more about the position than this evaluation of it.
    pub fn sharpens(&self, eval: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        }
    }
}

/// What a search stores.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The best move.
    pub mv: Option<Move>,
    /// The score, as seen from the root.
    pub score: Score,
    /// The static evaluation.
    pub eval: Option<Score>,
    /// How deep the search was.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether the node was on a principal variation.
    pub is_pv: bool,
}

const ENTRIES: usize = 3;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;
/// Marks an entry without a static evaluation.
const NO_EVAL: i16 = i16::MIN;

#[derive(Default)]
#[repr(C, align(32))]
struct Cluster {
    entries: [AtomicU64; ENTRIES],
    keys: AtomicU64,
}

const _: () = assert!(size_of::<Cluster>() == 32);

/// An entry taken apart.
#[derive(Clone, Copy)]
struct Entry {
    mv: u16,
    score: i16,
    eval: i16,
    depth: u8,
    /// Age above one bit for principal variations above two bits for the bound.
    flags: u8,
}

impl Entry {
    const fn unpack(word: u64) -> Self {
        Self {
            mv: word as u16,
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            flags: (word >> 56) as u8,
        }
    }

    const fn pack(self) -> u64 {
        self.mv as u64
            | (self.score as u16 as u64) << 16
            | (self.eval as u16 as u64) << 32
            | (self.depth as u64) << 48
            | (self.flags as u64) << 56
    }

    const fn bound(self) -> Option<Bound> {
        match self.flags & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    const fn age(self) -> u8 {
        self.flags >> 3
    }

    /// Searches ago, as far as the age can tell.
    const fn age_distance(self, now: u8) -> i32 {
        (now.wrapping_sub(self.age()) & AGE_MASK) as i32
    }
}

/// The table.
pub struct TranspositionTable {
    clusters: Clusters,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this size, touched by so many threads at once: the system hands out memory
    /// when it is first written, and one thread would take seconds for a large table.
    ///
    /// # Errors
    /// If the system has no room for it.
    pub fn new(mebibytes: usize, threads: usize) -> Result<Self, NoRoom> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(NoRoom { mebibytes })?;
        let clusters = Clusters::new(bytes / size_of::<Cluster>()).ok_or(NoRoom { mebibytes })?;
        let mut table = Self { clusters, age: AtomicU8::new(0) };
        table.clear(threads);
        Ok(table)
    }

    /// An empty table of this size, or of the largest half, quarter, eighth … of it that the system
    /// has room for.
    ///
    /// # Panics
    /// If there is no room for a single mebibyte.
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        let mut size = mebibytes.max(1);
        loop {
            match Self::new(size, 1) {
                Ok(table) => return table,
                Err(_) if size > 1 => size /= 2,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Brings the entries of a position near, since they will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// The size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, with so many threads at once.
    pub fn clear(&mut self, threads: usize) {
        let chunk = self.clusters.len().div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for part in self.clusters.chunks_mut(chunk) {
                scope.spawn(move || part.fill_with(Cluster::default));
            }
        });
        self.age = AtomicU8::new(0);
    }

    /// Begins a new search: entries of earlier ones are the first to be replaced.
    pub fn new_search(&self) {
        let next = self.age.load(Ordering::Relaxed).wrapping_add(1) & AGE_MASK;
        self.age.store(next, Ordering::Relaxed);
    }

    /// What is known of the position with this key, seen at this ply.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Hit> {
        let cluster = self.cluster(key);
        let slot = slot_of(cluster.keys.load(Ordering::Relaxed), key)?;
        let entry = Entry::unpack(cluster.entries[slot].load(Ordering::Relaxed));
        Some(Hit {
            bound: entry.bound()?,
            mv: Move::from_bits(entry.mv),
            score: Score::from_node(Score::from_bits(entry.score), ply),
            eval: (entry.eval != NO_EVAL).then(|| Score::from_bits(entry.eval)),
            depth: i32::from(entry.depth),
            was_pv: entry.flags & 4 != 0,
        })
    }

    /// Stores what was found, over the entry of the cluster that is worth least.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, record: &Record) {
        let cluster = self.cluster(key);
        let keys = cluster.keys.load(Ordering::Relaxed);
        let age = self.age.load(Ordering::Relaxed);
        let own = slot_of(keys, key);
        let slot = own.unwrap_or_else(|| cluster.cheapest(age));
        let old = Entry::unpack(cluster.entries[slot].load(Ordering::Relaxed));
        let depth = record.depth.clamp(0, 255);
        // A shallow result does not push out a deep one about the same position, unless it is
        // exact or the deep one is of an earlier search.
        let keeps_old = own.is_some()
            && record.bound != Bound::Exact
            && depth + 4 + 2 * i32::from(record.is_pv) <= i32::from(old.depth)
            && old.age() == age;
        if keeps_old {
            return;
        }
        // A node without a best move keeps the one it knew.
        let kept_move = if own.is_some() { old.mv } else { 0 };
        let entry = Entry {
            mv: record.mv.map_or(kept_move, Move::bits),
            score: record.score.to_node(ply).to_bits(),
            eval: record.eval.map_or(NO_EVAL, Score::to_bits),
            depth: depth as u8,
            flags: age << 3 | u8::from(record.is_pv) << 2 | record.bound as u8,
        };
        cluster.entries[slot].store(entry.pack(), Ordering::Relaxed);
        let shift = 16 * slot as u32;
        let keys = keys & !(0xFFFF << shift) | u64::from(check_bits(key)) << shift;
        cluster.keys.store(keys, Ordering::Relaxed);
    }

    /// How full the table is of this search's entries, in thousandths, by a sample of a thousand:
    /// three times as many took a twentieth of the time of searches of fifty nodes.
    pub fn permille_full(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000 / ENTRIES)];
        let used: usize = sample
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .map(|word| Entry::unpack(word.load(Ordering::Relaxed)))
            .filter(|entry| entry.bound().is_some() && entry.age() == age)
            .count();
        used * 1000 / (sample.len() * ENTRIES).max(1)
    }

    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key.bits()) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.index(key)]
    }
}

/// The system has no room for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no room for a hash table of {} MB", self.mebibytes)
    }
}

impl std::error::Error for NoRoom {}

impl Cluster {
    /// The entry that is least worth keeping: shallow, and of searches long ago.
    fn cheapest(&self, age: u8) -> usize {
        let worth = |slot: &usize| {
            let entry = Entry::unpack(self.entries[*slot].load(Ordering::Relaxed));
            match entry.bound() {
                Some(_) => i32::from(entry.depth) - 4 * entry.age_distance(age),
                None => i32::MIN,
            }
        };
        (0..ENTRIES).min_by_key(worth).unwrap_or(0)
    }
}

/// The low bits of the key: the high ones have chosen the cluster.
const fn check_bits(key: Key) -> u16 {
    key.bits() as u16
}

#[inline(always)]
fn slot_of(keys: u64, key: Key) -> Option<usize> {
    let check = check_bits(key);
    (0..ENTRIES).find(|slot| (keys >> (16 * slot)) as u16 == check)
}

#[cfg(test)]
mod tests {
    use ferz_rules::{MoveKind, Square};

    use super::*;

    fn record(depth: i32, score: Score) -> Record {
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let eval = Some(Score::centipawns(-7));
        Record { mv: Some(mv), score, eval, depth, bound: Bound::Lower, is_pv: true }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::with_mebibytes(1);
        let key = Key::from_bits(0x1234_5678_9ABC_DEF1);
        assert_eq!(table.probe(key, 0), None);
        let stored = record(12, Score::mate_in(9));
        table.store(key, 4, &stored);
        let hit = table.probe(key, 2).expect("it has just been stored");
        assert_eq!((hit.mv, hit.eval), (stored.mv, stored.eval));
        assert_eq!((hit.depth, hit.bound, hit.was_pv), (12, Bound::Lower, true));
        assert_eq!(hit.score, Score::mate_in(7), "five plies from a node at ply two");
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_but_not_old_age() {
        let table = TranspositionTable::with_mebibytes(1);
        // Four keys of one cluster: the high bits are equal.
        let keys = [1, 2, 3, 4].map(Key::from_bits);
        for (key, depth) in keys.into_iter().zip([20, 5, 10, 7]) {
            table.store(key, 0, &record(depth, Score::DRAW));
        }
        let found = keys.map(|key| table.probe(key, 0).is_some());
        assert_eq!(found, [true, false, true, true], "the shallowest made room");
        for _ in 0..6 {
            table.new_search();
        }
        table.store(keys[1], 0, &record(3, Score::DRAW));
        assert!(table.probe(keys[1], 0).is_some());
        assert!(table.permille_full() <= 1);
    }

    #[test]
    fn a_size_beyond_every_machine_is_refused() {
        for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            assert_eq!(TranspositionTable::new(mebibytes, 2).err(), Some(NoRoom { mebibytes }));
        }
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::with_mebibytes(2);
        let key = Key::from_bits(u64::MAX);
        table.store(key, 0, &record(1, Score::DRAW));
        table.clear(3);
        assert_eq!(table.probe(key, 0), None);
        assert_eq!(table.mebibytes(), 2);
    }
}
