//! Opening books in Polyglot's format, which every chess program of its time can read.
//!
//! A book is a file of entries of sixteen bytes: the key of a position, a move, its weight, and
//! four bytes of learning data that nobody agrees on. [`Position::key`] is Polyglot's key.
//!
//! The book belongs to the player, so it is here; that others draw openings for matches from the
//! same files makes it no part of them.

mod build;
mod entry;
mod names;
mod own;

use std::fmt;

use ferz_rules::{Move, Position};

pub use build::{BookBuilder, BookRules, merge_books};
use entry::{ENTRY_BYTES, Entry};
pub use names::opening_name;
pub use own::BookSettings;

/// A Polyglot book.
///
/// ```
/// use ferz_engine::PolyglotBook;
/// use ferz_rules::Position;
/// let start = Position::startpos();
/// let mut bytes = start.key().bits().to_be_bytes().to_vec();
/// bytes.extend([0x03, 0x1c, 0, 7, 0, 0, 0, 0]); // e2e4 with weight 7
/// let book = PolyglotBook::from_bytes(&bytes)?;
/// let moves = book.moves(&start);
/// assert_eq!((start.san(moves[0].mv).as_str(), moves[0].weight), ("e4", 7));
/// # Ok::<(), ferz_engine::PolyglotError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolyglotBook {
    /// In the order of their keys.
    entries: Vec<Entry>,
}

/// A move that a book knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How often it should be played beside the others. Never zero.
    pub weight: u32,
}

impl PolyglotBook {
    /// Reads a book. Entries must be in the order of their keys, as the format has them: a file that
    /// is not was made by something else, or is damaged.
    ///
    /// # Errors
    /// If this cannot be a book. What a single entry says is only looked at when its position
    /// comes up: a move cannot be judged without one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolyglotError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(PolyglotError::Length(bytes.len()));
        }
        if entries.is_empty() {
            return Err(PolyglotError::Empty);
        }
        let entries: Vec<Entry> = entries.iter().map(Entry::from_bytes).collect();
        if let Some(place) = entries.windows(2).position(|pair| pair[1].key < pair[0].key) {
            return Err(PolyglotError::Order(place + 1));
        }
        Ok(Self { entries })
    }

    /// How many entries the book has.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: an empty book is refused when it is read.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves that the book knows for a position, the heaviest first. Entries that are no legal
    /// moves or have no weight are left out, and a move that occurs twice has both weights.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = position.key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries[first..].iter().take_while(|entry| entry.key == key) {
            let Some(mv) = entry.find_move(position).filter(|_| entry.weight > 0) else { continue };
            let weight = u32::from(entry.weight);
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.weight = known.weight.saturating_add(weight),
                None => moves.push(BookMove { mv, weight }),
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight));
        moves
    }

    /// A move of the position chosen by weight: `random` is any 64 random bits, and the same bits
    /// choose the same move. Nothing if the book does not know the position.
    pub fn draw(&self, position: &Position, random: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        // The high half of the product is below the total.
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for known in moves {
            match left.checked_sub(u64::from(known.weight)) {
                Some(rest) => left = rest,
                None => return Some(known.mv),
            }
        }
        None
    }
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolyglotError {
    /// There are none.
    Empty,
    /// So many bytes are no whole number of entries.
    Length(usize),
    /// The entry with this number, counted from zero, has a smaller key than the one before it.
    Order(usize),
}

impl fmt::Display for PolyglotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the book is empty"),
            Self::Order(entry) => write!(
                f,
                "this is no Polyglot book: its entries are not in the order of their keys from entry \
                 {entry} on"
            ),
            Self::Length(bytes) => write!(
                f,
                "this is no Polyglot book: its {bytes} bytes are no whole number of entries of \
                 {ENTRY_BYTES} bytes"
            ),
        }
    }
}

impl std::error::Error for PolyglotError {}

#[cfg(test)]
mod tests;
