//! Forsyth–Edwards notation, with the castling fields of X-FEN and Shredder-FEN.

use std::fmt;
use std::str::FromStr;

use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::notation::excerpt;
use crate::piece::Piece;
use crate::position::{Position, PositionError};
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// Why a text is not the FEN of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Fewer than four or more than six fields.
    Fields(usize),
    /// Not eight ranks.
    Ranks(String),
    /// A rank that does not describe eight squares.
    Rank(String),
    /// A letter that is no piece.
    Piece(char),
    /// A player to move who is neither `w` nor `b`.
    Turn(String),
    /// A castling field that is neither `-` nor letters of rights.
    Castling(String),
    /// An en-passant field that is neither `-` nor a square.
    EnPassant(String),
    /// A half-move clock that is no number.
    HalfmoveClock(String),
    /// A move number that is no number.
    FullmoveNumber(String),
    /// A well-formed description of something that cannot be.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(n) => write!(f, "expected 4 to 6 fields in a FEN, got {n}"),
            Self::Ranks(text) => {
                write!(f, "expected eight ranks separated by '/', got \"{}\"", excerpt(text))
            }
            Self::Rank(text) => {
                write!(f, "expected a rank of eight squares, got \"{}\"", excerpt(text))
            }
            Self::Piece(c) => {
                write!(f, "expected one of the pieces PNBRQKpnbrqk or a digit 1-8, got '{c}'")
            }
            Self::Turn(text) => {
                write!(f, "expected the player to move as 'w' or 'b', got \"{}\"", excerpt(text))
            }
            Self::Castling(text) => write!(
                f,
                "expected castling rights as '-', letters of KQkq or rook files, got \"{}\"",
                excerpt(text)
            ),
            Self::EnPassant(text) => {
                write!(f, "expected an en-passant square or '-', got \"{}\"", excerpt(text))
            }
            Self::HalfmoveClock(text) => {
                write!(f, "expected the half-move clock as a number, got \"{}\"", excerpt(text))
            }
            Self::FullmoveNumber(text) => {
                write!(f, "expected the move number as a number, got \"{}\"", excerpt(text))
            }
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN, with or without the two counters at its end.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let position: Position = "8/8/8/8/8/1k6/1p6/1K6 w - -".parse()?;
    /// assert_eq!(position.to_string(), "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1");
    /// let error = "8/8/8 w - -".parse::<Position>().unwrap_err();
    /// assert_eq!(error.to_string(), "expected eight ranks separated by '/', got \"8/8/8\"");
    /// # Ok::<(), ferz_rules::FenError>(())
    /// ```
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::try_from(fen.parse::<Setup>()?).map_err(FenError::Position)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let &[placement, turn, castling, en_passant, ref counters @ ..] = fields.as_slice() else {
            return Err(FenError::Fields(fields.len()));
        };
        if counters.len() > 2 {
            return Err(FenError::Fields(fields.len()));
        }
        let mut setup = Self::empty();
        setup.board = parse_placement(placement)?;
        setup.turn = parse_turn(turn).ok_or_else(|| FenError::Turn(turn.to_owned()))?;
        setup.castling = parse_castling(&setup, castling)
            .ok_or_else(|| FenError::Castling(castling.to_owned()))?;
        if en_passant != "-" {
            let square = en_passant.parse();
            setup.en_passant =
                Some(square.map_err(|_| FenError::EnPassant(en_passant.to_owned()))?);
        }
        if let Some(&clock) = counters.first() {
            setup.halfmove_clock =
                parse_counter(clock).ok_or_else(|| FenError::HalfmoveClock(clock.to_owned()))?;
        }
        if let Some(&number) = counters.get(1) {
            let parsed =
                parse_counter(number).ok_or_else(|| FenError::FullmoveNumber(number.to_owned()))?;
            // Some programs count from zero; nobody means a move before the first.
            setup.fullmove_number = parsed.max(1);
        }
        Ok(setup)
    }
}

fn parse_placement(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let mut board = [None; 64];
    if text.split('/').count() != 8 {
        return Err(FenError::Ranks(text.to_owned()));
    }
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_char(c).ok_or(FenError::Piece(c))?;
            let here = File::from_index(file).ok_or_else(|| FenError::Rank(row.to_owned()))?;
            board[Square::new(here, rank).index()] = Some(piece);
            file += 1;
        }
        if file != 8 {
            return Err(FenError::Rank(row.to_owned()));
        }
    }
    Ok(board)
}

/// Reads digits; the sign that Rust's own parser would allow has no place here.
pub(super) fn parse_counter(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn parse_turn(text: &str) -> Option<Color> {
    let mut chars = text.chars();
    let turn = Color::from_char(chars.next()?)?;
    chars.next().is_none().then_some(turn)
}

/// Reads `KQkq`, meaning the outermost rooks, or the rooks' files, upper case for White.
///
/// A right without its rook or king is kept as written, for the validation to explain.
fn parse_castling(setup: &Setup, text: &str) -> Option<CastlingRights> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Some(rights);
    }
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = match c.to_ascii_lowercase() {
            'k' => {
                let rook = setup.outermost_rook(color, CastlingSide::King);
                (CastlingSide::King, rook.unwrap_or(File::H))
            }
            'q' => {
                let rook = setup.outermost_rook(color, CastlingSide::Queen);
                (CastlingSide::Queen, rook.unwrap_or(File::A))
            }
            letter => {
                let file = File::from_char(letter)?;
                let king = setup.king_on_back_rank(color).unwrap_or(File::E);
                (if file > king { CastlingSide::King } else { CastlingSide::Queen }, file)
            }
        };
        if rights.rook_file(color, side).is_some() {
            return None; // The same right twice.
        }
        rights.set(color, side, Some(file));
    }
    (!text.is_empty()).then_some(rights)
}

impl fmt::Display for Setup {
    /// Writes X-FEN: ordinary FEN wherever that is unambiguous. `{:#}` writes Shredder-FEN,
    /// with the files of the castling rooks.
    ///
    /// ```
    /// use ferz_rules::Setup;
    /// let setup = Setup::standard();
    /// assert!(format!("{setup}").ends_with(" w KQkq - 0 1"));
    /// assert!(format!("{setup:#}").ends_with(" w HAha - 0 1"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fields(f)?;
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

impl Setup {
    /// Writes the four fields that FEN and EPD share.
    pub(super) fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            if rank != Rank::Eighth {
                f.write_str("/")?;
            }
            self.write_rank(rank, f)?;
        }
        write!(f, " {} ", self.turn.to_char())?;
        if self.castling.is_empty() {
            f.write_str("-")?;
        }
        for (color, side, file) in self.castling.iter() {
            let letter = self.castling_letter(color, side, file, f.alternate());
            write!(f, "{letter}")?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }

    fn write_rank(&self, rank: Rank, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for file in File::ALL {
            match self.board[Square::new(file, rank).index()] {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    write!(f, "{piece}")?;
                }
            }
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }

    fn castling_letter(
        &self,
        color: Color,
        side: CastlingSide,
        file: File,
        shredder: bool,
    ) -> char {
        let letter = if shredder || self.outermost_rook(color, side) != Some(file) {
            file.to_char()
        } else {
            match side {
                CastlingSide::King => 'k',
                CastlingSide::Queen => 'q',
            }
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }
}

impl fmt::Display for Position {
    /// Writes X-FEN, and Shredder-FEN with `{:#}`, as [`Setup`] does. The en-passant square is
    /// written only when a pawn stands ready to take there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}
