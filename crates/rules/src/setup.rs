//! A description of a position that may be nonsense.

use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::{File, Rank, Square};

/// What a FEN says, whether or not such a position can exist.
///
/// Fill it in freely, then turn it into a [`Position`](crate::Position), which checks it.
///
/// ```
/// use ferz_rules::{Piece, Position, Setup, Square};
/// let mut setup = Setup::empty();
/// setup.board[Square::E1.index()] = Some(Piece::WhiteKing);
/// assert!(Position::try_from(setup.clone()).is_err(), "Black has no king");
/// setup.board[Square::E8.index()] = Some(Piece::BlackKing);
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The piece on each square, a1 first.
    pub board: [Option<Piece>; 64],
    /// Who is to move.
    pub turn: Color,
    /// Who may castle with which rook.
    pub castling: CastlingRights,
    /// The square that a pawn has just jumped over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, counted from one and raised after Black's moves.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board with White to move.
    pub const fn empty() -> Self {
        Self {
            board: [None; 64],
            turn: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The ordinary starting position.
    pub fn standard() -> Self {
        Self::from_back_ranks(&STANDARD_BACK_RANK, &STANDARD_BACK_RANK)
    }

    /// A starting position with these pieces behind the pawns, from the a-file to the h-file.
    /// Each king may castle with the outermost rook on either side of it.
    pub(crate) fn from_back_ranks(white: &[PieceType; 8], black: &[PieceType; 8]) -> Self {
        let mut setup = Self::empty();
        for (color, back_rank) in [(Color::White, white), (Color::Black, black)] {
            for (file, &kind) in File::ALL.into_iter().zip(back_rank) {
                let home = Square::new(file, color.back_rank());
                let pawn = Square::new(file, Rank::Second.relative_to(color));
                setup.board[home.index()] = Some(Piece::new(color, kind));
                setup.board[pawn.index()] = Some(Piece::new(color, PieceType::Pawn));
            }
            for side in CastlingSide::ALL {
                let rook = setup.outermost_rook(color, side);
                setup.castling.set(color, side, rook);
            }
        }
        setup
    }

    /// The king of this colour that stands on its back rank, if there is one.
    pub(crate) fn king_on_back_rank(&self, color: Color) -> Option<File> {
        let king = Some(Piece::new(color, PieceType::King));
        File::ALL.into_iter().find(|&file| self.on_back_rank(color, file) == king)
    }

    /// The rook on the back rank that is farthest from the king on this side of it.
    pub(crate) fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<File> {
        let king = self.king_on_back_rank(color)?;
        let rook = Some(Piece::new(color, PieceType::Rook));
        let is_rook = |file: &File| self.on_back_rank(color, *file) == rook;
        match side {
            CastlingSide::King => {
                File::ALL.into_iter().rev().take_while(|&file| file > king).find(is_rook)
            }
            CastlingSide::Queen => {
                File::ALL.into_iter().take_while(|&file| file < king).find(is_rook)
            }
        }
    }

    fn on_back_rank(&self, color: Color, file: File) -> Option<Piece> {
        self.board[Square::new(file, color.back_rank()).index()]
    }

    /// The same position with the players exchanged.
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut flipped = Self { turn: !self.turn, castling: self.castling.flip(), ..self.clone() };
        flipped.en_passant = self.en_passant.map(Square::flip);
        for square in Square::ALL {
            let piece = self.board[square.index()];
            flipped.board[square.flip().index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        flipped
    }
}

/// The pieces of the ordinary starting position from the a-file to the h-file.
pub(crate) const STANDARD_BACK_RANK: [PieceType; 8] = [
    PieceType::Rook,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Queen,
    PieceType::King,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Rook,
];
