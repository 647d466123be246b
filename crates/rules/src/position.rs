//! A position that can occur in a game of chess.
//!
//! About as much state as a FEN, plus what move generation and evaluation ask for all the time:
//! bitboards beside a mailbox, keys, checkers and pins. No history: that is
//! [`Game`](crate::Game)'s.

mod checks;
mod keys;
mod observer;
mod play;
mod validate;

pub use checks::Checks;
pub use keys::PieceKeys;
pub use observer::PieceObserver;
pub use play::IllegalMove;
pub use validate::{Fault, PositionError};

use crate::bitboard::Bitboard;
use crate::castling::CastlingRights;
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::setup::Setup;
use crate::square::Square;
use crate::zobrist::Key;

/// A legal position: both kings are there, the player who has just moved is not in check, and
/// castling and en-passant rights agree with the pieces.
///
/// The only door is [`Position::try_from`] a [`Setup`], and [`play`](Self::play) keeps the
/// promise. Copying costs about as much as undoing a move would (see ARCHITECTURE), so a search
/// clones the position and plays on the copy.
///
/// ```
/// use ferz_rules::{Color, PieceType, Position, Square};
/// let mut position = Position::startpos();
/// let mv = position.parse_uci("e2e4")?;
/// position.play(mv);
/// assert_eq!(position.turn(), Color::Black);
/// assert_eq!(position.piece_on(Square::E4).map(|p| p.kind()), Some(PieceType::Pawn));
/// # Ok::<(), ferz_rules::UciMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; Color::COUNT],
    board: [Option<Piece>; Square::COUNT],
    key: Key,
    piece_keys: PieceKeys,
    /// Enemy pieces that give check to the player to move.
    checkers: Bitboard,
    /// Pieces of the player to move that may not leave the line to their own king.
    pinned: Bitboard,
    /// Squares of kings and rooks that may still castle: a move that touches none of them leaves
    /// the rights alone, which one test tells for nearly every move.
    castling_squares: Bitboard,
    castling: CastlingRights,
    /// Set only when a pawn of the player to move stands ready to take there.
    en_passant: Option<Square>,
    turn: Color,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Position {
    /// The ordinary starting position.
    pub fn startpos() -> Self {
        Self::try_from(Setup::standard()).expect("the starting position is legal")
    }

    /// Whose move it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on the square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Every occupied square.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one player's pieces.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one kind of piece, both players'.
    #[inline(always)]
    pub const fn kind(&self, kind: PieceType) -> Bitboard {
        self.pieces[kind.index()]
    }

    /// The squares of one player's pieces of one kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.kind(kind) & self.color(color)
    }

    /// Bishops and queens of both players.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceType::Bishop) | self.kind(PieceType::Queen)
    }

    /// Rooks and queens of both players.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.kind(PieceType::Rook) | self.kind(PieceType::Queen)
    }

    /// Where this player's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        let king = self.pieces(color, PieceType::King);
        debug_assert!(!king.is_empty(), "a position has both kings");
        // Every way into a position checks for the king, and no move takes it.
        Square::from_low_bits(king.bits().trailing_zeros())
    }

    /// Who may still castle with which rook.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square on which a pawn of the player to move may take another in passing, if a pawn
    /// stands ready to do so. Whether the capture is legal is another question: the pawn may be
    /// pinned.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, counted from one.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Half-moves since the start of the game, as the move number tells.
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmove_number as u32 - 1) + self.turn as u32
    }

    /// The enemy pieces that give check to the player to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the player to move that may not leave the line to their own king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the player to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The description of this position.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The same position with the players exchanged: every evaluation must see it as its own
    /// mirror image.
    #[must_use]
    pub fn flip(&self) -> Self {
        Self::try_from(self.to_setup().flip()).expect("the mirror image of a legal position")
    }

    /// Whether the position needs Chess960's castling notation: some right belongs to a king
    /// not on the e-file or a rook not in its corner.
    pub fn needs_chess960(&self) -> bool {
        use crate::castling::CastlingSide;
        use crate::square::File;
        self.castling.iter().any(|(color, side, rook)| {
            let corner = match side {
                CastlingSide::King => File::H,
                CastlingSide::Queen => File::A,
            };
            rook != corner || self.king(color).file() != File::E
        })
    }
}
