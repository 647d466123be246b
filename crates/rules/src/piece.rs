//! Kinds of pieces, with and without a colour.

use std::fmt;

use crate::color::Color;

/// A kind of piece without its colour, cheapest first.
///
/// ```
/// use ferz_rules::PieceType;
/// assert_eq!(PieceType::from_char('n'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Queen.to_char(), 'q');
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// ♙
    Pawn,
    /// ♘
    Knight,
    /// ♗
    Bishop,
    /// ♖
    Rook,
    /// ♕
    Queen,
    /// ♔
    King,
}

impl PieceType {
    /// All six kinds in order.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// How many kinds there are.
    pub const COUNT: usize = 6;
    /// What a pawn may become, in the order of the move encoding.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// 0 for a pawn up to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English letter, as in UCI promotions and Black's pieces in FEN.
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Reads an English letter of either case.
    pub const fn from_char(c: char) -> Option<Self> {
        match c.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

/// A piece of one colour.
///
/// ```
/// use ferz_rules::{Color, Piece, PieceType};
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!(knight.to_char(), 'n');
/// assert_eq!(Piece::from_char('N').map(Piece::color), Some(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // Twelve names that explain themselves.
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All twelve pieces, kind by kind, White before Black.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteKing,
        Self::BlackKing,
    ];
    /// How many pieces there are.
    pub const COUNT: usize = 12;

    /// The piece of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        // A match and not a look-up in `ALL`: the compiler reduces it to the addition.
        match kind as u8 * 2 + color as u8 {
            0 => Self::WhitePawn,
            1 => Self::BlackPawn,
            2 => Self::WhiteKnight,
            3 => Self::BlackKnight,
            4 => Self::WhiteBishop,
            5 => Self::BlackBishop,
            6 => Self::WhiteRook,
            7 => Self::BlackRook,
            8 => Self::WhiteQueen,
            9 => Self::BlackQueen,
            10 => Self::WhiteKing,
            _ => Self::BlackKing,
        }
    }

    /// Twice the kind's index, plus one for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What kind of piece it is.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        match self as u8 >> 1 {
            0 => PieceType::Pawn,
            1 => PieceType::Knight,
            2 => PieceType::Bishop,
            3 => PieceType::Rook,
            4 => PieceType::Queen,
            _ => PieceType::King,
        }
    }

    /// The FEN letter: upper case for White.
    pub const fn to_char(self) -> char {
        let letter = self.kind().to_char();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Reads a FEN letter.
    pub const fn from_char(c: char) -> Option<Self> {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(c) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}
