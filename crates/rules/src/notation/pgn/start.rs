//! Where a game starts, as its headers tell.

use super::error::PgnErrorKind;
use super::headers::Headers;
use crate::position::Position;

/// The starting position of a game with these headers.
///
/// A `FEN` counts with or without `SetUp`. Chess960 needs nothing of its own, since positions
/// castle with whichever rooks they have; other variants are not chess.
pub(super) fn start_position(headers: &Headers) -> Result<Position, PgnErrorKind> {
    if let Some(variant) = headers.get("Variant").filter(|variant| !is_chess(variant)) {
        return Err(PgnErrorKind::Variant(variant.to_owned()));
    }
    match headers.get("FEN").map(str::trim) {
        None | Some("" | "?" | "startpos") => Ok(Position::startpos()),
        Some(fen) => fen.parse().map_err(PgnErrorKind::Fen),
    }
}

/// Whether the variant is chess or Chess960, under any of the names programs give them.
fn is_chess(variant: &str) -> bool {
    says_chess960(variant)
        || matches!(plain(variant).as_str(), "" | "standard" | "chess" | "normal" | "fromposition")
}

/// Whether a `Variant` header says that castling is Chess960's.
pub(super) fn says_chess960(variant: &str) -> bool {
    matches!(
        plain(variant).as_str(),
        "chess960"
            | "960"
            | "fischerandom"
            | "fischerandomchess"
            | "fischerrandom"
            | "fischerrandomchess"
            | "frc"
            | "dfrc"
            | "freestyle"
            | "freestylechess"
            | "wildfr"
    )
}

/// The name in small letters, without spaces and punctuation.
fn plain(variant: &str) -> String {
    variant.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_under_all_their_names() {
        for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "wild/fr", "FRC"] {
            assert!(is_chess(name) && says_chess960(name), "{name}");
        }
        for name in ["Standard", "From Position", "?", ""] {
            assert!(is_chess(name) && !says_chess960(name), "{name}");
        }
        for name in ["Antichess", "Crazyhouse", "Three-check", "960 Atomic"] {
            assert!(!is_chess(name) && !says_chess960(name), "{name}");
        }
    }
}
