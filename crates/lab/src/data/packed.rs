//! The first 32 bytes of a stored game: its starting position, result and score.

use std::fmt;

use ferz_rules::{
    Bitboard, CastlingSide, Color, Piece, PieceType, Position, PositionError, Setup, Square,
};

use super::game::{DataScore, Wdl};

/// A rook that may still castle has a code of its own, which saves a field for the rights.
const UNMOVED_ROOK: u8 = 6;
const BLACK: u8 = 8;
/// Stands for "no square" in the en-passant field.
const NO_SQUARE: u8 = 64;

/// What a stored game begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedHeader {
    /// Where the game starts.
    pub position: Position,
    /// The score of that position.
    pub score: DataScore,
    /// How the game ended.
    pub result: Wdl,
}

/// Why 32 bytes are no header of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackedError {
    /// More than 32 pieces.
    TooManyPieces(u32),
    /// A code that no piece has.
    Piece(u8),
    /// A square beyond the board in the en-passant field.
    EnPassant(u8),
    /// A result that is none of the three.
    Result(u8),
    /// The pieces make no legal position.
    Position(PositionError),
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces(count) => write!(f, "expected at most 32 pieces, got {count}"),
            Self::Piece(code) => write!(f, "expected the code of a piece, got {code}"),
            Self::EnPassant(square) => {
                write!(f, "expected an en-passant square from 0 to 64, got {square}")
            }
            Self::Result(code) => write!(f, "expected a result from 0 to 2, got {code}"),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PackedError {}

impl PackedHeader {
    /// How many bytes it takes.
    pub const LEN: usize = 32;

    /// The header as it is stored.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let position = &self.position;
        let mut bytes = [0; Self::LEN];
        let unmoved = position.castling().rooks();
        bytes[..8].copy_from_slice(&position.occupied().bits().to_le_bytes());
        for (nth, square) in position.occupied().into_iter().enumerate() {
            if let Some(piece) = position.piece_on(square) {
                let code = piece_code(piece, unmoved.contains(square));
                bytes[8 + nth / 2] |= code << (4 * (nth % 2));
            }
        }
        let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square as u8);
        bytes[24] = (position.turn() as u8) << 7 | en_passant;
        bytes[25] = position.halfmove_clock().min(255) as u8;
        bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
        bytes[28..30].copy_from_slice(&self.score.get().to_le_bytes());
        bytes[30] = self.result as u8;
        bytes
    }

    /// Reads a header.
    ///
    /// # Errors
    /// If a field has a value that the format does not know, or the position is not legal.
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, PackedError> {
        let field = |range: std::ops::Range<usize>| u16_at(bytes, range.start);
        let mut setup = Setup::empty();
        read_pieces(bytes, &mut setup)?;
        setup.turn = if bytes[24] >> 7 == 0 { Color::White } else { Color::Black };
        setup.en_passant = read_en_passant(bytes[24] & 0x7F)?;
        setup.halfmove_clock = bytes[25].into();
        setup.fullmove_number = field(26..28).max(1);
        let result = Wdl::from_code(bytes[30]).ok_or(PackedError::Result(bytes[30]))?;
        let position = Position::try_from(setup).map_err(PackedError::Position)?;
        Ok(Self { position, score: DataScore::new(field(28..30) as i16), result })
    }
}

fn u16_at(bytes: &[u8; PackedHeader::LEN], start: usize) -> u16 {
    u16::from_le_bytes([bytes[start], bytes[start + 1]])
}

fn piece_code(piece: Piece, may_castle: bool) -> u8 {
    let kind = if may_castle { UNMOVED_ROOK } else { piece.kind().index() as u8 };
    let color = if piece.color() == Color::Black { BLACK } else { 0 };
    kind | color
}

fn read_pieces(bytes: &[u8; PackedHeader::LEN], setup: &mut Setup) -> Result<(), PackedError> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard::from_bits(u64::from_le_bytes(occupied));
    if occupied.len() > 32 {
        return Err(PackedError::TooManyPieces(occupied.len()));
    }
    let mut kings: [Option<Square>; 2] = [None; 2];
    let mut unmoved = Vec::new();
    for (nth, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + nth / 2] >> (4 * (nth % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let kind = if code & 7 == UNMOVED_ROOK {
            unmoved.push((color, square));
            PieceType::Rook
        } else {
            kind_of(code & 7).ok_or(PackedError::Piece(code))?
        };
        if kind == PieceType::King {
            kings[color.index()] = Some(square);
        }
        setup.board[square.index()] = Some(Piece::new(color, kind));
    }
    for (color, rook) in unmoved {
        // Without a king the position is refused later, and for that reason.
        if let Some(king) = kings[color.index()] {
            setup.castling.set(color, CastlingSide::of_rook(king, rook), Some(rook.file()));
        }
    }
    Ok(())
}

fn kind_of(code: u8) -> Option<PieceType> {
    PieceType::ALL.get(usize::from(code)).copied()
}

fn read_en_passant(field: u8) -> Result<Option<Square>, PackedError> {
    match field {
        NO_SQUARE => Ok(None),
        square => {
            let square = Square::from_index(square.into());
            square.map(Some).ok_or(PackedError::EnPassant(field))
        }
    }
}
