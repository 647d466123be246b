//! Positions with known counts, one to a line: `FEN ;D1 20 ;D2 400`.

use std::fmt;
use std::str::FromStr;

use crate::notation::excerpt;
use crate::notation::fen::FenError;
use crate::perft::MAX_PERFT_DEPTH;
use crate::position::Position;

/// A position and how many lines it has to some depths.
///
/// ```
/// use ferz_rules::PerftCase;
/// let case: PerftCase = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 3".parse()?;
/// assert_eq!(case.counts, [(1, 1), (2, 3)]);
/// # Ok::<(), ferz_rules::PerftCaseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCase {
    /// The position.
    pub position: Position,
    /// Pairs of depth and count as the line has them.
    pub counts: Vec<(u32, u64)>,
}

/// Why a line is not a position with counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerftCaseError {
    /// The position is wrong.
    Fen(FenError),
    /// Not a depth and a count.
    Count(String),
    /// No count at all.
    NoCounts,
}

impl fmt::Display for PerftCaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Count(text) => {
                write!(f, "expected a depth and a count such as D3 8902, got \"{}\"", excerpt(text))
            }
            Self::NoCounts => write!(f, "expected counts such as ;D1 20 ;D2 400 after the FEN"),
        }
    }
}

impl std::error::Error for PerftCaseError {}

impl FromStr for PerftCase {
    type Err = PerftCaseError;

    fn from_str(line: &str) -> Result<Self, PerftCaseError> {
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default();
        let position = fen.parse().map_err(PerftCaseError::Fen)?;
        let counts: Vec<(u32, u64)> = parts
            .filter(|part| !part.is_empty())
            .map(|part| parse_count(part).ok_or_else(|| PerftCaseError::Count(part.to_owned())))
            .collect::<Result<_, _>>()?;
        if counts.is_empty() {
            Err(PerftCaseError::NoCounts)
        } else {
            Ok(Self { position, counts })
        }
    }
}

fn parse_count(text: &str) -> Option<(u32, u64)> {
    let (depth, count) = text.strip_prefix(['D', 'd'])?.split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|depth| *depth <= MAX_PERFT_DEPTH)?;
    Some((depth, count.trim().parse().ok()?))
}

impl fmt::Display for PerftCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        for (depth, count) in &self.counts {
            write!(f, " ;D{depth} {count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(line: &str, message: &str) {
        assert_eq!(line.parse::<PerftCase>().unwrap_err().to_string(), message);
    }

    #[test]
    fn errors_name_the_text() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        check_error(fen, "expected counts such as ;D1 20 ;D2 400 after the FEN");
        let expected = "expected a depth and a count such as D3 8902, got";
        check_error(&format!("{fen} ;D1"), &format!("{expected} \"D1\""));
        check_error(&format!("{fen} ;D1 many"), &format!("{expected} \"D1 many\""));
        check_error(&format!("{fen} ;D64 1"), &format!("{expected} \"D64 1\""));
        check_error(&format!("{fen} ;D1 1; 2 5"), &format!("{expected} \"2 5\""));
        check_error("8/8 w - - ;D1 1", "expected eight ranks separated by '/', got \"8/8\"");
    }
}
