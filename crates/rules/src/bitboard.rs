//! Sets of squares, one bit each.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::color::Color;
use crate::square::{File, Rank, Square};

/// A set of squares. Bit 0 is a1, bit 63 is h8.
///
/// The vocabulary is that of sets: `|` unites, `&` intersects, `-` takes away, `!` complements.
///
/// ```
/// use ferz_rules::{bitboard, Bitboard, Square};
/// let ring = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X . .
///     . . . X . X . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(ring.len(), 8);
/// assert!(ring.contains(Square::D3));
/// assert!((ring & Bitboard::from(Square::E4)).is_empty());
/// assert_eq!(ring.into_iter().next(), Some(Square::D3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Bitboard(u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(u64::MAX);
    /// The squares of a1's colour.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The squares of h1's colour.
    pub const LIGHT: Self = Self(!Self::DARK.0);
    /// The four corners.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The first and the eighth rank, where no pawn can stand.
    pub const BACK_RANKS: Self = Self(0xFF00_0000_0000_00FF);

    /// The set with exactly these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square as u32)
    }

    /// All squares of a file.
    #[inline(always)]
    pub const fn from_file(file: File) -> Self {
        Self(FILE_A << file as u32)
    }

    /// All squares of a rank.
    #[inline(always)]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xFF << (8 * rank as u32))
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether two or more squares are in the set; cheaper than counting them.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the sets share no square.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every square of this set is in the other.
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with this square in it.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u32)
    }

    /// The set without this square.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u32))
    }

    /// The lowest square of the set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros())) }
    }

    /// The highest square of the set.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.ilog2())) }
    }

    /// Removes and returns the lowest square.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set mirrored between White's and Black's side.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored between king's and queen's side.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0.swap_bytes().reverse_bits())
    }

    /// Every square moved one step towards the opponent of this player.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Every square moved one step to the right as White sees it; the h-file falls off.
    #[inline(always)]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// Every square moved one step to the left as White sees it; the a-file falls off.
    #[inline(always)]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// Every subset of this set, starting with the empty one and ending with the set itself.
    ///
    /// ```
    /// use ferz_rules::Bitboard;
    /// assert_eq!(Bitboard::CORNERS.subsets().count(), 16);
    /// ```
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let current = next?;
            // The carry-rippler: subtracting the mask steps to the following subset.
            let following = current.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Self(current))
        })
    }
}

/// Draws a set of squares, Black's side on top: `X` is in the set, `.` is not.
///
/// ```
/// use ferz_rules::{bitboard, Bitboard, File};
/// assert_eq!(Bitboard::from(File::A), bitboard! {
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
/// });
/// ```
#[macro_export]
macro_rules! bitboard {
    (@bit X) => { 1u64 };
    (@bit .) => { 0u64 };
    ($($cell:tt)*) => {{
        const CELLS: &[u64] = &[$($crate::bitboard!(@bit $cell)),*];
        const {
            assert!(CELLS.len() == 64, "a picture of a bitboard has 64 cells");
            let mut bits = 0;
            let mut cell = 0;
            while cell < 64 {
                // The picture starts at a8 and reads downwards.
                bits |= CELLS[cell] << (cell ^ 56);
                cell += 1;
            }
            $crate::Bitboard::from_bits(bits)
        }
    }};
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Self {
        Self::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of a set from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bitboard! {{")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "   ")?;
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        write!(f, "}}")
    }
}
