//! Who may still castle, and with which rook.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::{File, Square};

/// A direction of castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h-file; the king ends on the g-file.
    King,
    /// Towards the a-file; the king ends on the c-file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// 0 for the king's side, 1 for the queen's.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side on which a rook stands of its king.
    #[inline(always)]
    pub const fn of_rook(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::King } else { Self::Queen }
    }

    /// Where the king goes.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook goes.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }
}

/// For each player and side, the file of the rook that may still castle.
///
/// Holding the file rather than a flag serves Chess960 without a second representation.
///
/// ```
/// use ferz_rules::{CastlingRights, CastlingSide, Color, File, Position};
/// let rights: CastlingRights = Position::startpos().castling();
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::King), Some(File::H));
/// assert!(!rights.is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    files: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self { files: [[None; 2]; 2] };

    /// The rights of the ordinary starting position.
    pub const STANDARD: Self = Self { files: [[Some(File::H), Some(File::A)]; 2] };

    /// The file of the rook with which this player may castle on this side.
    #[inline(always)]
    pub const fn rook_file(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.files[color.index()][side.index()]
    }

    /// The square of the rook with which this player may castle on this side.
    #[inline(always)]
    pub const fn rook_square(&self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.rook_file(color, side) {
            Some(file) => Some(Square::new(file, color.back_rank())),
            None => None,
        }
    }

    /// Grants (or, with `None`, takes away) a right.
    #[inline(always)]
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.files[color.index()][side.index()] = rook;
    }

    /// Takes away both rights of a player.
    #[inline(always)]
    pub const fn clear(&mut self, color: Color) {
        self.files[color.index()] = [None; 2];
    }

    /// Whether this player may still castle on some side.
    #[inline(always)]
    pub const fn any(&self, color: Color) -> bool {
        let [king, queen] = self.files[color.index()];
        king.is_some() || queen.is_some()
    }

    /// Whether nobody may castle.
    pub const fn is_empty(&self) -> bool {
        !self.any(Color::White) && !self.any(Color::Black)
    }

    /// The squares of all rooks that may castle.
    pub fn rooks(&self) -> Bitboard {
        self.iter().map(|(color, _, file)| Square::new(file, color.back_rank())).collect()
    }

    /// The rights one by one, in the order K, Q, k, q.
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, File)> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            CastlingSide::ALL
                .into_iter()
                .filter_map(move |side| self.rook_file(color, side).map(|file| (color, side, file)))
        })
    }

    /// The rights with the players exchanged.
    #[must_use]
    pub const fn flip(&self) -> Self {
        Self { files: [self.files[1], self.files[0]] }
    }
}
