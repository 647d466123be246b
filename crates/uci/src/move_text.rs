//! A move as the protocol writes it, before anybody knows whether it is legal.

use std::fmt;
use std::str::FromStr;

use ferz_rules::{CastlingStyle, Move, PieceType, Position, Square, UciMoveError};

use crate::text::excerpt;

/// Two squares and perhaps a promotion: the form of a move, not yet its legality.
///
/// A line of the protocol can be read without a board in this way; [`MoveText::to_move`] asks the
/// board. The null move `0000` has no value here: where it is allowed, it means "no move".
///
/// ```
/// use ferz_rules::Position;
/// use ferz_uci::MoveText;
/// let text: MoveText = "e7e8Q".parse()?;
/// assert_eq!(text.to_string(), "e7e8q");
/// assert!(text.to_move(&Position::startpos()).is_err());
/// assert!("e9e4".parse::<MoveText>().is_err());
/// # Ok::<(), ferz_uci::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

impl MoveText {
    /// The text of a move, with castling written in this style.
    pub fn new(mv: Move, style: CastlingStyle) -> Self {
        // Reading back what the rules wrote keeps the two ways of castling in one place.
        read(&mv.uci(style).to_string()).expect("the rules write moves in this form")
    }

    /// The legal move that this text means in a position; castling may be written either way.
    ///
    /// # Errors
    /// If the move is not legal there.
    pub fn to_move(self, position: &Position) -> Result<Move, UciMoveError> {
        position.parse_uci(&self.to_string())
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "{}", piece.to_char()))
    }
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        read(text).ok_or_else(|| MoveTextError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<MoveText> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(c) => Some(PieceType::from_char(c).filter(|p| PieceType::PROMOTIONS.contains(p))?),
    };
    (rest.next().is_none() && from != to).then_some(MoveText { from, to, promotion })
}

/// A text that does not have the form of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTextError(pub String);

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move such as e2e4 or e7e8q, got \"{}\"", excerpt(&self.0))
    }
}

impl std::error::Error for MoveTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_moves() {
        for text in ["e2e4", "a7a8n", "h1a8", "e1h1"] {
            assert_eq!(text.parse::<MoveText>().map(|mv| mv.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "e2", "e2e", "e2e9", "e7e8k", "e7e8qq", "Nf3", "0000", "e2e2", "é2e4"] {
            assert!(text.parse::<MoveText>().is_err(), "{text}");
        }
    }

    #[test]
    fn castling_in_both_styles() {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("own FEN");
        let castle = position.parse_uci("e1g1").expect("legal");
        for (style, text) in [(CastlingStyle::Standard, "e1g1"), (CastlingStyle::Chess960, "e1h1")]
        {
            let shown = MoveText::new(castle, style);
            assert_eq!(shown.to_string(), text);
            assert_eq!(shown.to_move(&position), Ok(castle));
        }
    }
}
