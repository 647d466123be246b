//! The starting positions of Chess960 by number.

use crate::piece::PieceType;
use crate::position::Position;
use crate::setup::Setup;

/// The number of a Chess960 starting position, 0 to 959, in Scharnagl's order.
///
/// ```
/// use ferz_rules::{Position, StartNumber};
/// assert_eq!(Position::chess960(StartNumber::STANDARD), Position::startpos());
/// let first = StartNumber::new(0).expect("below 960");
/// assert!(Position::chess960(first).to_string().starts_with("bbqnnrkr/"));
/// assert_eq!(StartNumber::new(960), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StartNumber(u16);

impl StartNumber {
    /// How many there are.
    pub const COUNT: u16 = 960;
    /// The number of the ordinary starting position.
    pub const STANDARD: Self = Self(518);

    /// The number, if it is below 960.
    pub const fn new(number: u16) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The number itself.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// All of them in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// The numbers of White and Black in a start of double Fischer random chess, numbered from 0
    /// to 921 599 as 960 times White's plus Black's.
    ///
    /// ```
    /// use ferz_rules::StartNumber;
    /// let (white, black) = StartNumber::pair(518 * 960 + 3).expect("below 921600");
    /// assert_eq!((white.get(), black.get()), (518, 3));
    /// assert_eq!(StartNumber::pair(960 * 960), None);
    /// ```
    pub const fn pair(number: u32) -> Option<(Self, Self)> {
        let count = Self::COUNT as u32;
        if number < count * count {
            Some((Self((number / count) as u16), Self((number % count) as u16)))
        } else {
            None
        }
    }

    /// The number of this arrangement of pieces from the a-file to the h-file, if it is one of
    /// the 960.
    pub fn of_back_rank(pieces: &[PieceType; 8]) -> Option<Self> {
        Self::all().find(|number| number.back_rank() == *pieces)
    }

    /// The pieces from the a-file to the h-file.
    pub fn back_rank(self) -> [PieceType; 8] {
        let number = self.0 as usize;
        let mut files: [Option<PieceType>; 8] = [None; 8];
        files[number % 4 * 2 + 1] = Some(PieceType::Bishop);
        files[number / 4 % 4 * 2] = Some(PieceType::Bishop);
        place_on_free(&mut files, number / 16 % 6, PieceType::Queen);
        let (left, right) = KNIGHTS[number / 96];
        // The right one first: placing it does not change what is free to its left.
        place_on_free(&mut files, right, PieceType::Knight);
        place_on_free(&mut files, left, PieceType::Knight);
        for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
            place_on_free(&mut files, 0, kind);
        }
        files.map(|file| file.expect("two bishops, a queen, two knights, two rooks and a king"))
    }
}

/// Where the knights go among the five squares that bishops and queen have left free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Puts a piece on the free square with this index among the free ones.
fn place_on_free(files: &mut [Option<PieceType>; 8], index: usize, kind: PieceType) {
    if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(index) {
        *file = Some(kind);
    }
}

impl Position {
    /// The Chess960 starting position with this number.
    pub fn chess960(number: StartNumber) -> Self {
        Self::double_chess960(number, number)
    }

    /// The starting position of double Fischer random chess, in which each player has an
    /// arrangement of their own.
    pub fn double_chess960(white: StartNumber, black: StartNumber) -> Self {
        Self::try_from(Setup::from_back_ranks(&white.back_rank(), &black.back_rank()))
            .expect("every arrangement is legal")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::castling::CastlingSide;
    use crate::color::Color;
    use crate::square::File;

    #[test]
    fn all_960_are_different_and_follow_the_rules() {
        let mut seen = HashSet::new();
        for number in StartNumber::all() {
            let pieces = number.back_rank();
            let files_of = |kind| (0..8).filter(|&file| pieces[file] == kind).collect::<Vec<_>>();
            let rooks = files_of(PieceType::Rook);
            let king = files_of(PieceType::King)[0];
            assert!(rooks[0] < king && king < rooks[1], "{pieces:?}");
            let bishops = files_of(PieceType::Bishop);
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{pieces:?}");
            assert_eq!(StartNumber::of_back_rank(&pieces), Some(number));
            seen.insert(pieces);
        }
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn each_player_may_castle_with_their_own_rooks() {
        let (first, last) = (StartNumber::new(0).unwrap(), StartNumber::new(959).unwrap());
        let position = Position::double_chess960(first, last);
        let files = |color| {
            CastlingSide::ALL.map(|side| position.castling().rook_file(color, side).unwrap())
        };
        assert_eq!(files(Color::White).map(File::to_char), ['h', 'f']);
        assert_eq!(files(Color::Black).map(File::to_char), ['c', 'a']);
    }
}
