#![doc = include_str!("../README.md")]

pub mod attacks;
mod bitboard;
mod castling;
mod chess960;
mod color;
mod game;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod zobrist;

pub mod pgn {
    //! Portable game notation: reading games from files of any size, and writing them.
    //!
    //! Start with [`Reader`] to read and with [`PgnGame`] to write.
    pub use crate::notation::pgn::{
        Comment, Eval, EvalScore, GameResult, Headers, Line, MAX_VARIATION_DEPTH, Nag, Node,
        PgnError, PgnErrorKind, PgnGame, Reader, Warning, WarningKind,
    };
}

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingSide};
pub use chess960::StartNumber;
pub use color::{ByColor, Color};
pub use game::Game;
pub use movegen::MoveFilter;
pub use moves::{Move, MoveKind, MoveList};
pub use notation::diagram::Diagram;
pub use notation::epd::{Epd, EpdError, Operand, Operation};
pub use notation::fen::FenError;
pub use notation::san::SanError;
pub use notation::uci::{CastlingStyle, UciMove, UciMoveError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::{
    MAX_PERFT_DEPTH, PerftCase, PerftCaseError, PerftDivide, PerftTable, PerftTableError, perft,
    perft_hashed,
};
pub use piece::{Piece, PieceType};
pub use position::{Checks, Fault, IllegalMove, PieceKeys, PieceObserver, Position, PositionError};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareParseError};
pub use zobrist::Key;
