//! The positions that are searched.

use std::fmt;

use ferz_rules::{Epd, EpdError, Position};

/// A position with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyPosition {
    /// The name in the tables.
    pub name: String,
    /// The position.
    pub position: Position,
}

const BUILT_IN: &str = include_str!("../../../../../data/speedup.epd");

/// Thirty middle games from Ferz's own games. The file says how they were made.
///
/// # Panics
/// Never: a test reads them.
pub fn built_in_positions() -> Vec<StudyPosition> {
    read_positions(BUILT_IN).expect("a test reads them")
}

/// Reads the lines of an EPD file. A position that has no `id` is called after its line.
///
/// ```
/// use ferz_lab::studies::read_positions;
/// let positions = read_positions("# mine\n4k3/8/8/8/8/8/8/4K2R w K - id \"rook\";\n")?;
/// assert_eq!(positions[0].name, "rook");
/// assert_eq!(read_positions("\n").unwrap_err().to_string(), "there is no position");
/// # Ok::<(), ferz_lab::studies::StudyPositionError>(())
/// ```
///
/// # Errors
/// If a line is no position, its game is over, or there is none.
pub fn read_positions(text: &str) -> Result<Vec<StudyPosition>, StudyPositionError> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let epd: Epd =
            line.parse().map_err(|error| StudyPositionError::Epd { line: number, error })?;
        if epd.position.outcome().is_some() {
            return Err(StudyPositionError::GameOver { line: number });
        }
        let name = epd.id().map_or_else(|| format!("line {number}"), str::to_owned);
        positions.push(StudyPosition { name, position: epd.position });
    }
    if positions.is_empty() { Err(StudyPositionError::None) } else { Ok(positions) }
}

/// Why a text has no positions to study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyPositionError {
    /// A line is no position.
    Epd {
        /// Which line, from 1.
        line: usize,
        /// Why.
        error: EpdError,
    },
    /// A position has nothing to search.
    GameOver {
        /// Which line, from 1.
        line: usize,
    },
    /// There is no position.
    None,
}

impl fmt::Display for StudyPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epd { line, error } => write!(f, "line {line}: {error}"),
            Self::GameOver { line } => write!(f, "line {line}: the game is over already"),
            Self::None => f.write_str("there is no position"),
        }
    }
}

impl std::error::Error for StudyPositionError {}

#[cfg(test)]
mod tests {
    use ferz_rules::Color;

    use super::*;

    #[test]
    fn the_built_in_set_is_thirty_middle_games() {
        let positions = built_in_positions();
        assert_eq!(positions.len(), 30);
        for (index, StudyPosition { name, position }) in positions.iter().enumerate() {
            assert_eq!(position.fullmove_number(), 25, "{name}");
            assert_eq!(position.turn(), Color::White, "{name}");
            assert!(position.occupied().len() >= 22, "{name}");
            assert!(positions[..index].iter().all(|other| other.position != *position), "{name}");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, message) in [
            ("\nx", "line 2: "),
            ("7k/6Q1/6K1/8/8/8/8/8 b - -", "line 1: the game is over already"),
            ("# nothing", "there is no position"),
        ] {
            let error = read_positions(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
