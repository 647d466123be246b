//! Squares, files and ranks.
//!
//! All three are enums and not integers: an index into a table of 64 needs no bounds check,
//! `Option<Square>` is one byte, and a file cannot be passed where a rank is meant.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

/// A column of the board, `a` to `h`.
///
/// ```
/// use ferz_rules::{File, Rank, Square};
/// assert_eq!(Square::new(File::C, Rank::Sixth), Square::C6);
/// assert_eq!(File::from_char('c'), Some(File::C));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // Eight letters.
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// 0 for the a-file up to 7 for the h-file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index, if it is on the board.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// The lower-case letter.
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a lower-case letter.
    pub const fn from_char(c: char) -> Option<Self> {
        if matches!(c, 'a'..='h') { Some(Self::ALL[c as usize - 'a' as usize]) } else { None }
    }
}

/// A row of the board, counted from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // Eight numbers.
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks from White's side to Black's.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// 0 for the first rank up to 7 for the eighth.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if it is on the board.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// The same rank seen from this player's side: the first rank is where their king starts.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }

    /// The digit.
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit from 1 to 8.
    pub const fn from_char(c: char) -> Option<Self> {
        if matches!(c, '1'..='8') { Some(Self::ALL[c as usize - '1' as usize]) } else { None }
    }
}

macro_rules! squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        /// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
        ///
        /// ```
        /// use ferz_rules::{Color, Square};
        /// let square: Square = "e4".parse()?;
        /// assert_eq!(square, Square::E4);
        /// assert_eq!(square.flip(), Square::E5);
        /// assert_eq!(square.relative_to(Color::Black), Square::E5);
        /// # Ok::<(), ferz_rules::SquareParseError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)] // Sixty-four names that explain themselves.
        pub enum Square { $($name = $index),* }

        impl Square {
            /// All squares from a1 to h8, rank by rank.
            pub const ALL: [Self; 64] = [$(Self::$name),*];

            /// The square whose index is the low six bits of `bits`.
            ///
            /// Written as a match because the compiler turns it into nothing at all, where a
            /// look-up in [`Square::ALL`] would cost a load.
            #[inline(always)]
            pub(crate) const fn from_low_bits(bits: u32) -> Self {
                match bits & 63 {
                    $($index => Self::$name,)*
                    _ => Self::A1,
                }
            }
        }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square where this file and rank meet.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits(rank as u32 * 8 + file as u32)
    }

    /// 0 for a1 up to 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The square with this index, if it is below 64.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self::from_low_bits(index as u32)) } else { None }
    }

    /// The square's column.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The square's row.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The square mirrored between White's and Black's side: e4 becomes e5.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(self as u32 ^ 0o70)
    }

    /// The square mirrored between king's and queen's side: e4 becomes d4.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::from_low_bits(self as u32 ^ 7)
    }

    /// The square as this player sees it: flipped for Black.
    #[inline(always)]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// Whether the square is a dark one, like a1.
    #[inline(always)]
    pub const fn is_dark(self) -> bool {
        (self as u8 >> 3 ^ self as u8) & 1 == 0
    }

    /// The square this many files to the right and ranks up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7) + files;
        let rank = (self as i8 >> 3) + ranks;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::from_low_bits((rank * 8 + file) as u32))
        } else {
            None
        }
    }

    /// King steps between the two squares.
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().to_char(), self.rank().to_char())
    }
}

/// The text is not a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareParseError(pub String);

impl fmt::Display for SquareParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a square from a1 to h8, got \"{}\"", self.0)
    }
}

impl std::error::Error for SquareParseError {}

impl FromStr for Square {
    type Err = SquareParseError;

    fn from_str(text: &str) -> Result<Self, SquareParseError> {
        let mut chars = text.chars();
        if let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next())
            && let (Some(file), Some(rank)) = (File::from_char(file), Rank::from_char(rank))
        {
            return Ok(Self::new(file, rank));
        }
        Err(SquareParseError(text.to_owned()))
    }
}
