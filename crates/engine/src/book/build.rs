//! Making Polyglot books: from games, and from other books.

use std::collections::HashMap;

use ferz_rules::{Key, Move, Position};

use super::entry::{ENTRY_BYTES, Entry, promotion_code};
use super::{PolyglotBook, PolyglotError};

/// What games say about a move, for the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Record {
    games: u32,
    /// Two for a win, one for a draw.
    points: u32,
}

/// Which moves of games come into a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookRules {
    /// A move must have been played so often.
    pub min_games: u32,
    /// And have scored this share of its points.
    pub min_score: f64,
}

impl Default for BookRules {
    fn default() -> Self {
        Self { min_games: 3, min_score: 0.0 }
    }
}

/// Gathers moves, and makes a book of them.
///
/// ```
/// use ferz_engine::{BookBuilder, BookRules, PolyglotBook};
/// use ferz_rules::Position;
/// let start = Position::startpos();
/// let mut builder = BookBuilder::default();
/// builder.add(&start, start.parse_san("e4")?, 2);
/// let bytes = builder.to_bytes(&BookRules { min_games: 1, min_score: 0.5 });
/// assert_eq!(PolyglotBook::from_bytes(&bytes)?.moves(&start)[0].weight, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    moves: HashMap<(Key, u16), Record>,
}

impl BookBuilder {
    /// Notes a move of a game with its outcome for the player who made it: two for a win, one for
    /// a draw. The move must be legal.
    pub fn add(&mut self, position: &Position, mv: Move, points: u32) {
        let record = self.moves.entry((position.key(), Entry::code(mv))).or_default();
        record.games += 1;
        record.points += points;
    }

    /// How many different moves were noted.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The book of the moves that pass, as a file has it. A weight is the points of a move; where
    /// points do not fit into a weight, all moves of the position are made lighter alike. Moves
    /// that never scored stay in with the least weight, if the rules let them.
    pub fn to_bytes(&self, rules: &BookRules) -> Vec<u8> {
        let passes = |record: &Record| {
            let score = f64::from(record.points) / (2.0 * f64::from(record.games.max(1)));
            record.games >= rules.min_games && score >= rules.min_score
        };
        let chosen = self.moves.iter().filter(|(_, record)| passes(record));
        write(chosen.map(|((key, code), record)| (*key, *code, u64::from(record.points.max(1)))))
    }
}

/// One book of several: weights of the same move are added.
///
/// # Errors
/// If there is no entry in any of them.
pub fn merge_books(books: &[PolyglotBook]) -> Result<Vec<u8>, PolyglotError> {
    let mut weights: HashMap<(Key, u16), u64> = HashMap::new();
    for entry in books.iter().flat_map(|book| &book.entries) {
        *weights.entry((entry.key, entry.mv)).or_default() += u64::from(entry.weight);
    }
    if weights.is_empty() {
        return Err(PolyglotError::Empty);
    }
    Ok(write(weights.into_iter().map(|((key, code), weight)| (key, code, weight))))
}

/// Entries in the order of the format: by key, the heaviest first.
fn write(entries: impl Iterator<Item = (Key, u16, u64)>) -> Vec<u8> {
    let mut entries: Vec<(Key, u16, u64)> = entries.collect();
    entries.sort_by_key(|(key, code, weight)| (*key, std::cmp::Reverse(*weight), *code));
    let mut bytes = Vec::new();
    for position in entries.chunk_by(|a, b| a.0 == b.0) {
        // The first is the heaviest.
        let most = position[0].2;
        for (key, code, weight) in position {
            let weight = scale(*weight, most);
            bytes.extend(Entry { key: *key, weight, mv: *code }.to_bytes());
        }
    }
    bytes
}

/// A weight of sixteen bits beside the heaviest one, never zero unless it was.
fn scale(weight: u64, most: u64) -> u16 {
    const ROOM: u64 = u16::MAX as u64;
    let scaled =
        if most > ROOM { (weight * ROOM / most).max(u64::from(weight > 0)) } else { weight };
    u16::try_from(scaled).unwrap_or(u16::MAX)
}

impl Entry {
    /// A move as entries have it.
    pub(super) fn code(mv: Move) -> u16 {
        let promotion = promotion_code(mv.promotion());
        mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
    }

    /// The bytes of the entry. Nobody agrees on the last four.
    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.key.bits().to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(builder: &mut BookBuilder, line: &str, white_points: u32) {
        let mut position = Position::startpos();
        for (ply, san) in line.split_whitespace().enumerate() {
            let mv = position.parse_san(san).expect("a test's own move");
            builder.add(&position, mv, if ply % 2 == 0 { white_points } else { 2 - white_points });
            position.play(mv);
        }
    }

    fn told(bytes: &[u8], position: &Position) -> Vec<(String, u32)> {
        let book = PolyglotBook::from_bytes(bytes).expect("a book of our own");
        let moves = book.moves(position).into_iter();
        moves.map(|known| (position.san(known.mv), known.weight)).collect()
    }

    #[test]
    fn moves_pass_by_games_and_score() {
        let mut builder = BookBuilder::default();
        for points in [2, 2, 1] {
            play(&mut builder, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", points);
        }
        play(&mut builder, "d4 d5", 2);
        play(&mut builder, "f3 e5 g4 Qh4", 0);
        play(&mut builder, "f3 e5 g4 Qh4", 0);
        let start = Position::startpos();
        let all = builder.to_bytes(&BookRules { min_games: 1, min_score: 0.0 });
        let expected = [("e4", 5), ("d4", 2), ("f3", 1)].map(|(san, n)| (san.to_owned(), n));
        assert_eq!(told(&all, &start), expected);
        let often = builder.to_bytes(&BookRules { min_games: 2, min_score: 0.0 });
        assert_eq!(told(&often, &start).len(), 2);
        let good = builder.to_bytes(&BookRules { min_games: 2, min_score: 0.5 });
        assert_eq!(told(&good, &start), [("e4".to_owned(), 5)]);
        let mut castles = start;
        for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"] {
            castles.play(castles.parse_san(san).expect("legal"));
        }
        assert_eq!(told(&good, &castles), [("O-O".to_owned(), 5)]);
    }

    #[test]
    fn merged_weights_are_added_and_fit() {
        let start = Position::startpos();
        let one = |san: &str, weight: u16| {
            let mv = Entry::code(start.parse_san(san).expect("legal"));
            let entry = Entry { key: start.key(), weight, mv };
            PolyglotBook::from_bytes(&entry.to_bytes()).expect("one entry")
        };
        let books = [one("e4", 60_000), one("d4", 7), one("e4", 60_000), one("c4", 30_000)];
        let merged = merge_books(&books).expect("entries");
        let expected = [("e4", 65_535), ("c4", 16_383), ("d4", 3)];
        assert_eq!(told(&merged, &start), expected.map(|(san, n)| (san.to_owned(), n)));
        assert_eq!(merge_books(&[]), Err(PolyglotError::Empty));
    }
}
