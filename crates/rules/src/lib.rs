//! The rules of chess.

pub mod attacks;
mod bitboard;
mod castling;
mod color;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color};
pub use movegen::MoveFilter;
pub use moves::{Move, MoveKind, MoveList};
pub use notation::fen::FenError;
pub use notation::san::SanError;
pub use notation::uci::{CastlingStyle, UciMove, UciMoveError};
pub use perft::perft;
pub use piece::{Piece, PieceType};
pub use position::{Fault, IllegalMove, PieceKeys, PieceObserver, Position, PositionError};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareParseError};
