//! How wrong static evaluations have been in positions that share a part with this one.

use ferz_rules::{Color, Key, Position};

use super::{Entry, MAX_HISTORY, PieceTo};
use crate::params;
use crate::prefetch::prefetch;

const SLOTS: usize = 16_384;

/// A table by player to move and by the key of a part of the position.
struct Table(Box<[[Entry; SLOTS]]>);

impl Table {
    fn new() -> Self {
        Self(vec![[Entry::default(); SLOTS]; Color::COUNT].into())
    }

    fn clear(&mut self) {
        self.0.fill([Entry::default(); SLOTS]);
    }

    #[inline(always)]
    fn get(&self, color: Color, key: Key) -> i32 {
        self.0[color.index()][slot(key)].get()
    }

    #[inline(always)]
    fn add(&mut self, color: Color, key: Key, bonus: i32) {
        self.0[color.index()][slot(key)].add(bonus);
    }
}

const fn slot(key: Key) -> usize {
    key.bits() as usize % SLOTS
}

/// The parts of a position by which its evaluation is corrected.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKeys {
    color: Color,
    parts: [Key; PARTS],
    last_move: Option<Key>,
}

/// Pawns, minor pieces, major pieces, and each player's pieces; the last move comes on top.
const PARTS: usize = 5;

impl CorrectionKeys {
    #[inline(always)]
    pub(crate) fn of(position: &Position, last_move: Option<PieceTo>) -> Self {
        let parts = [
            position.pawn_key(),
            position.minor_key(),
            position.major_key(),
            position.non_pawn_key(Color::White),
            position.non_pawn_key(Color::Black),
        ];
        Self { color: position.turn(), parts, last_move: last_move.map(key_of) }
    }
}

/// What the sum of the tables, each by its scale, is divided by.
const UNIT: i32 = 6144;

/// The tables of one thread.
pub(crate) struct Correction {
    tables: [Table; PARTS],
    last_move: Table,
}

impl Correction {
    pub(super) fn new() -> Self {
        Self { tables: std::array::from_fn(|_| Table::new()), last_move: Table::new() }
    }

    pub(super) fn clear(&mut self) {
        self.tables.iter_mut().for_each(Table::clear);
        self.last_move.clear();
    }

    /// Centipawns to add to the static evaluation.
    #[inline(always)]
    pub(crate) fn get(&self, keys: CorrectionKeys) -> i32 {
        let scales = [
            params::corr_pawn_scale(),
            params::corr_minor_scale(),
            params::corr_major_scale(),
            params::corr_pieces_scale(),
            params::corr_pieces_scale(),
        ];
        let parts = self.tables.iter().zip(keys.parts).zip(scales);
        let parts: i32 =
            parts.map(|((table, key), scale)| table.get(keys.color, key) * scale).sum();
        let last = keys.last_move.map_or(0, |key| self.last_move.get(keys.color, key));
        (parts + last * params::corr_move_scale()) / UNIT
    }

    /// Brings near what is known of a position that will soon be evaluated.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position) {
        let keys = CorrectionKeys::of(position, None);
        for (table, key) in self.tables.iter().zip(keys.parts) {
            prefetch(&table.0[keys.color.index()][slot(key)]);
        }
    }

    /// Learns that a search to some depth differed from the static evaluation by so much.
    pub(crate) fn learn(&mut self, keys: CorrectionKeys, difference: i32, depth: i32) {
        let bonus = (difference * depth * params::corr_learn_scale() / 1024)
            .clamp(-MAX_HISTORY / 4, MAX_HISTORY / 4);
        for (table, key) in self.tables.iter_mut().zip(keys.parts) {
            table.add(keys.color, key, bonus);
        }
        if let Some(key) = keys.last_move {
            self.last_move.add(keys.color, key, bonus);
        }
    }
}

const fn key_of(mv: PieceTo) -> Key {
    Key::from_bits(mv.index() as u64)
}
