//! The names of openings.
//!
//! A name belongs to a position, however it was reached, so the table goes by key. It stands
//! beside the book: both tell what is known about the beginnings of games, and neither is a rule.

use std::collections::HashMap;
use std::sync::LazyLock;

use ferz_rules::{Key, Position};

/// Names and the moves that lead to their positions, one to a line.
const TABLE: &str = include_str!("../../../../data/opening-names.tsv");

static NAMES: LazyLock<HashMap<Key, &'static str>> =
    LazyLock::new(|| lines().filter_map(|(name, moves)| Some((key(moves)?, name))).collect());

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

/// The key of the position after these moves, if they are legal.
fn key(moves: &str) -> Option<Key> {
    let mut position = Position::startpos();
    for san in moves.split(' ') {
        position.play(position.parse_san(san).ok()?);
    }
    Some(position.key())
}

/// The name of the opening that is named after exactly this position, if it is a well-known one.
///
/// ```
/// use ferz_engine::opening_name;
/// use ferz_rules::Position;
/// let mut position = Position::startpos();
/// for san in ["c4", "e6", "d4", "d5"] {
///     position.play(position.parse_san(san)?);
/// }
/// assert_eq!(opening_name(&position), Some("Queen's Gambit Declined"));
/// # Ok::<(), ferz_rules::SanError>(())
/// ```
pub fn opening_name(position: &Position) -> Option<&'static str> {
    NAMES.get(&position.key()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_and_every_position_has_one_name() {
        for (name, moves) in lines() {
            assert!(key(moves).is_some(), "{name}: {moves}");
        }
        assert_eq!(NAMES.len(), lines().count());
        assert!(NAMES.len() > 400, "{}", NAMES.len());
    }
}
