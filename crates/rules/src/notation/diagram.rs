//! A board drawn with letters, for people at a terminal.

use std::fmt;

use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// A board on its way to text.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    side: Color,
}

impl Position {
    /// The board drawn with letters, this player's side below.
    ///
    /// ```
    /// use ferz_rules::{Color, Position};
    /// let board = Position::startpos().diagram(Color::White).to_string();
    /// assert!(board.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n"));
    /// assert!(board.ends_with("1  R N B Q K B N R\n   a b c d e f g h\n"));
    /// ```
    pub const fn diagram(&self, side: Color) -> Diagram<'_> {
        Diagram { position: self, side }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.side {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for rank in ranks {
            write!(f, "{} ", rank.to_char())?;
            for file in files {
                let piece = self.position.piece_on(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::to_char))?;
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        files.iter().try_for_each(|file| write!(f, " {}", file.to_char()))?;
        writeln!(f)
    }
}
