//! A position with its labels in 32 bytes: what a trainer holds in memory and what bulletformat
//! writes to files.
//!
//! The board is turned so that the player to move is White and moves up. Castling rights, en
//! passant and the clocks are not kept: no network of ours sees them.

use std::fmt;

use ferz_rules::{Bitboard, Color, Piece, PieceType, Position, Setup, Square};

use super::filter::Labelled;
use super::game::{DataScore, Wdl};

/// Marks the other player's pieces.
const THEIRS: u8 = 8;
const KING: u8 = PieceType::King as u8;

/// The piece of each code. Codes that no piece has are never stored.
const PIECES: [Piece; 16] = {
    let mut pieces = [Piece::WhiteKing; 16];
    let mut code = 0;
    while code < pieces.len() {
        let kind = code & 7;
        let color = if code & THEIRS as usize == 0 { Color::White } else { Color::Black };
        if kind < PieceType::ALL.len() {
            pieces[code] = Piece::new(color, PieceType::ALL[kind]);
        }
        code += 1;
    }
    pieces
};

/// A position as the player to move sees it.
///
/// ```
/// use ferz_lab::data::{DataScore, Labelled, PackedBoard, Wdl};
/// use ferz_rules::Position;
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse()?;
/// let labelled = Labelled { position, score: DataScore::new(120), result: Wdl::WhiteWin };
/// let board = PackedBoard::new(&labelled);
/// // Black is to move, so White's hopes are bad news.
/// assert_eq!((board.score(), board.points()), (-120, 0.0));
/// assert_eq!(PackedBoard::from_bytes(&board.to_bytes()), Ok(board));
/// # Ok::<(), ferz_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedBoard {
    occupied: u64,
    pieces: [u8; 16],
    score: i16,
    result: u8,
    king: Square,
    their_king: Square,
}

const _: () = assert!(size_of::<PackedBoard>() == PackedBoard::LEN);

/// Why 32 bytes are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// More than 32 pieces.
    TooManyPieces(u32),
    /// A code that no piece has.
    Piece(u8),
    /// A player without a king, with several, or with one that is not where it is said to be.
    King,
    /// A result that is none of the three.
    Result(u8),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces(count) => write!(f, "expected at most 32 pieces, got {count}"),
            Self::Piece(code) => write!(f, "expected the code of a piece, got {code}"),
            Self::King => write!(f, "expected one king for each player where the file says"),
            Self::Result(code) => write!(f, "expected a result from 0 to 2, got {code}"),
        }
    }
}

impl std::error::Error for BoardError {}

impl PackedBoard {
    /// How many bytes it takes.
    pub const LEN: usize = 32;

    /// The position as the player to move sees it.
    pub fn new(labelled: &Labelled) -> Self {
        let position = &labelled.position;
        let turn = position.turn();
        let occupied = position.occupied();
        let occupied = if turn == Color::White { occupied } else { occupied.flip() };
        let mut pieces = [0; 16];
        for (nth, square) in occupied.into_iter().enumerate() {
            if let Some(piece) = position.piece_on(square.relative_to(turn)) {
                let owner = if piece.color() == turn { 0 } else { THEIRS };
                pieces[nth / 2] |= (piece.kind() as u8 | owner) << (4 * (nth % 2));
            }
        }
        let (score, result) = (labelled.score.get(), labelled.result as u8);
        Self {
            occupied: occupied.bits(),
            pieces,
            score: if turn == Color::White { score } else { -score },
            result: if turn == Color::White { result } else { 2 - result },
            king: position.king(turn).relative_to(turn),
            their_king: position.king(!turn).relative_to(turn),
        }
    }

    /// The bytes of bulletformat.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        // Each king is written as its owner sees it.
        let (king, their_king) = (self.king as u8, self.their_king.flip() as u8);
        bytes[26..29].copy_from_slice(&[self.result, king, their_king]);
        bytes
    }

    /// Reads the bytes of bulletformat.
    ///
    /// # Errors
    /// If they describe no board with two kings.
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, BoardError> {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        let square = |code: u8| Square::from_index(code.into()).ok_or(BoardError::King);
        let board = Self {
            occupied: u64::from_le_bytes(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            king: square(bytes[27])?,
            their_king: square(bytes[28])?.flip(),
        };
        board.check().map(|()| board)
    }

    fn check(&self) -> Result<(), BoardError> {
        if self.occupied.count_ones() > 32 {
            return Err(BoardError::TooManyPieces(self.occupied.count_ones()));
        }
        if self.result > 2 {
            return Err(BoardError::Result(self.result));
        }
        let mut kings = 0;
        for (code, square) in self.codes() {
            let is_in_place = match code {
                KING => square == self.king,
                code if code == KING | THEIRS => square == self.their_king,
                code if code & 7 > KING => return Err(BoardError::Piece(code)),
                _ => continue,
            };
            if !is_in_place {
                return Err(BoardError::King);
            }
            kings += 1;
        }
        // Neither can be counted twice: a square has one piece.
        if kings == 2 { Ok(()) } else { Err(BoardError::King) }
    }

    /// Centipawns for the player to move.
    pub const fn score(&self) -> i16 {
        self.score
    }

    /// The points of the player to move: 0, a half or 1.
    pub fn points(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// How many pieces there are.
    pub const fn len(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Whether there is no piece; never, since there are kings.
    pub const fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// The king of the player to move, and of the other player.
    #[inline(always)]
    pub const fn kings(&self) -> (Square, Square) {
        (self.king, self.their_king)
    }

    /// The pieces and their squares; those of the player to move are white.
    #[inline(always)]
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.codes().map(|(code, square)| (PIECES[usize::from(code)], square))
    }

    /// The stored codes and their squares.
    #[inline(always)]
    fn codes(&self) -> impl Iterator<Item = (u8, Square)> {
        let squares = Bitboard::from_bits(self.occupied).into_iter();
        squares
            .zip(0..32_usize)
            .map(|(square, nth)| (self.pieces[nth / 2] >> (4 * (nth % 2)) & 15, square))
    }

    /// The position again with its labels, White to move and without castling rights. `None` if no
    /// legal position has these pieces.
    pub fn unpack(&self) -> Option<Labelled> {
        let mut setup = Setup::empty();
        for (piece, square) in self.pieces() {
            setup.board[square.index()] = Some(piece);
        }
        let position = Position::try_from(setup).ok()?;
        let result = Wdl::from_code(self.result)?;
        Some(Labelled { position, score: DataScore::new(self.score), result })
    }
}
