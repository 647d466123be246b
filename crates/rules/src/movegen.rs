//! Which moves there are.
//!
//! One generator serves every caller: it hands whole sets of moves to a sink, which either
//! writes them down one by one or only counts them. Legality costs little: a mask of squares that
//! answer a check, and for each pinned piece the line it must stay on.

mod generate;
mod legality;

use crate::bitboard::Bitboard;
use crate::moves::MoveList;
use crate::position::Position;
use crate::square::Square;

use generate::{Counter, Legal, PseudoLegal, generate};

/// Which moves to generate. `Noisy` and `Quiet` share none and together make `All`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFilter {
    /// Every move.
    All,
    /// Captures and promotions.
    Noisy,
    /// Everything else, castling included.
    Quiet,
}

impl MoveFilter {
    #[inline(always)]
    const fn noisy(self) -> bool {
        matches!(self, Self::All | Self::Noisy)
    }

    #[inline(always)]
    const fn quiet(self) -> bool {
        matches!(self, Self::All | Self::Quiet)
    }
}

impl Position {
    /// Every legal move.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let in_check: Position = "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1".parse()?;
    /// assert_eq!(in_check.legal_moves().len(), 3); // Kxe2, Kd1, Kf1
    /// # Ok::<(), ferz_rules::FenError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_legal(MoveFilter::All, &mut list);
        list
    }

    /// Adds the legal moves of one kind to a list.
    #[inline]
    pub fn generate_legal(&self, filter: MoveFilter, list: &mut MoveList) {
        // Spelled out so that the compiler makes a version of the generator for each.
        match filter {
            MoveFilter::All => generate::<Legal, _>(self, MoveFilter::All, Bitboard::ALL, list),
            MoveFilter::Noisy => generate::<Legal, _>(self, MoveFilter::Noisy, Bitboard::ALL, list),
            MoveFilter::Quiet => generate::<Legal, _>(self, MoveFilter::Quiet, Bitboard::ALL, list),
        }
    }

    /// The legal moves of the piece on one square.
    ///
    /// ```
    /// use ferz_rules::{Position, Square};
    /// assert_eq!(Position::startpos().legal_moves_from(Square::G1).len(), 2);
    /// assert!(Position::startpos().legal_moves_from(Square::G8).is_empty());
    /// ```
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut list = MoveList::new();
        generate::<Legal, _>(self, MoveFilter::All, square.into(), &mut list);
        list
    }

    /// Adds the moves that the pieces can make, whether or not they leave their king in check.
    /// [`keeps_king_safe`](Self::keeps_king_safe) tells which of them are legal.
    pub fn generate_pseudo_legal(&self, filter: MoveFilter, list: &mut MoveList) {
        generate::<PseudoLegal, _>(self, filter, Bitboard::ALL, list);
    }

    /// How many legal moves there are, without writing them down.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let mut counter = Counter(0);
        generate::<Legal, _>(self, MoveFilter::All, Bitboard::ALL, &mut counter);
        u64::from(counter.0)
    }

    /// Whether there is any legal move: if not, the player to move is mated or stalemated.
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }
}
