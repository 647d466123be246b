//! Opening books: positions that are varied, unique and about even.
//!
//! A match between deterministic engines needs many different beginnings, and one that starts
//! from a lost position tells nothing. Random moves give the variety, a search of each position
//! takes out what is not balanced.

mod candidate;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ferz_rules::{Key, Position};

use candidate::Judge;

/// What a book should be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// How many positions.
    pub lines: usize,
    /// How many random half-moves; each position takes a number from the range.
    pub plies: RangeInclusive<u32>,
    /// The search that judges a position, in nodes.
    pub nodes: u64,
    /// How far from even the judgement may be, in centipawns.
    pub max_score: i32,
    /// Whether the games start from the 960 positions instead of the usual one.
    pub chess960: bool,
    /// Another seed gives another book.
    pub seed: u64,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self { lines: 5000, plies: 8..=9, nodes: 20_000, max_score: 60, chess960: false, seed: 1 }
    }
}

/// A position of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub position: Position,
    /// What the search made of it, in centipawns for the player to move.
    pub score: i32,
}

impl fmt::Display for Opening {
    /// Writes an EPD line with the score as `ce`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_string();
        let fields: Vec<&str> = fen.splitn(5, ' ').take(4).collect();
        let (clock, number) = (self.position.halfmove_clock(), self.position.fullmove_number());
        write!(f, "{} hmvc {clock}; fmvn {number}; ce {};", fields.join(" "), self.score)
    }
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookProgress {
    /// Positions that were judged.
    pub tried: u64,
    /// Positions that are in the book.
    pub found: usize,
}

/// Makes a book. The same settings give the same book, whatever the number of threads. It is
/// shorter than asked for if it was stopped, or if no more positions could be found.
pub fn make_book(
    settings: &BookSettings,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    progress: &(dyn Fn(BookProgress) + Sync),
) -> Vec<Opening> {
    let next = AtomicU64::new(0);
    let shelf = Mutex::new(Shelf::default());
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut judge = Judge::new(settings);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let opening = judge.candidate(number);
                    let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
                    shelf.put(number, opening, settings.lines);
                    progress(shelf.progress());
                    if shelf.is_full(settings.lines) {
                        break;
                    }
                }
            });
        }
    });
    shelf.into_inner().unwrap_or_else(PoisonError::into_inner).openings
}

/// After so many candidates in a row without a new position there are no more: a short book from
/// few plies runs dry.
const PATIENCE: u64 = 2000;

/// Takes candidates as they come and shelves them in the order of their numbers.
#[derive(Default)]
struct Shelf {
    openings: Vec<Opening>,
    seen: HashSet<Key>,
    waiting: BTreeMap<u64, Option<Opening>>,
    next: u64,
    last_found: u64,
}

impl Shelf {
    fn put(&mut self, number: u64, opening: Option<Opening>, lines: usize) {
        self.waiting.insert(number, opening);
        while let Some(opening) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.is_full(lines) {
                continue;
            }
            if let Some(opening) = opening
                && self.seen.insert(opening.position.key())
            {
                self.openings.push(opening);
                self.last_found = self.next;
            }
        }
    }

    fn is_full(&self, lines: usize) -> bool {
        self.openings.len() >= lines || self.next - self.last_found > PATIENCE
    }

    fn progress(&self) -> BookProgress {
        BookProgress { tried: self.next, found: self.openings.len() }
    }
}

#[cfg(test)]
mod tests;
