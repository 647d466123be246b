//! Standard algebraic notation: `Nf3`, `exd6`, `O-O`, `e8=Q#`.
//!
//! Writing is strict. Reading forgives what people and programs write: zeros for castling,
//! missing or extra check signs, long algebraic forms, promotions without `=`.

use std::fmt;

use crate::attacks::{pawn_attacks, piece_attacks};
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::moves::{Move, MoveKind};
use crate::notation::excerpt;
use crate::piece::{Piece, PieceType};
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// Not of the form of a move.
    Syntax(String),
    /// No legal move is meant by it.
    Illegal(String),
    /// More than one legal move is meant by it.
    Ambiguous(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => {
                write!(f, "expected a move such as Nf3, exd5 or O-O, got \"{}\"", excerpt(text))
            }
            Self::Illegal(text) => write!(f, "illegal move \"{}\"", excerpt(text)),
            Self::Ambiguous(text) => {
                write!(f, "ambiguous move \"{}\": more than one piece can make it", excerpt(text))
            }
        }
    }
}

impl std::error::Error for SanError {}

impl Position {
    /// Writes a legal move in standard algebraic notation, with `+` or `#`.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse()?;
    /// assert_eq!(position.san(position.parse_uci("a1d1")?), "Rad1");
    /// assert_eq!(position.san(position.parse_uci("h1h8")?), "Rh8+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// As [`play`](Self::play) does, if the move is not legal.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_suffix(mv);
        let mut after = self.clone();
        after.play(mv);
        if after.in_check() {
            text.push(if after.has_legal_moves() { '+' } else { '#' });
        }
        text
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return match CastlingSide::of_rook(from, to) {
                CastlingSide::King => "O-O".to_owned(),
                CastlingSide::Queen => "O-O-O".to_owned(),
            };
        }
        let kind = self.piece_on(from).map_or(PieceType::Pawn, Piece::kind);
        let takes = if mv.is_capture() { "x" } else { "" };
        if kind != PieceType::Pawn {
            let letter = kind.to_char().to_ascii_uppercase();
            return format!("{letter}{}{takes}{to}", self.disambiguation(kind, from, to));
        }
        let mut text = String::new();
        if mv.is_capture() {
            text.push(from.file().to_char());
        }
        text.push_str(takes);
        text.push_str(&to.to_string());
        if let Some(promotion) = mv.promotion() {
            text.push('=');
            text.push(promotion.to_char().to_ascii_uppercase());
        }
        text
    }

    /// What must be said of the origin: its file if that is enough, else its rank, else both.
    fn disambiguation(&self, kind: PieceType, from: Square, to: Square) -> String {
        let rivals = self.pieces_that_reach(kind, to).without(from);
        if rivals.is_empty() {
            return String::new();
        }
        if rivals.is_disjoint(from.file().into()) {
            return from.file().to_char().to_string();
        }
        if rivals.is_disjoint(from.rank().into()) {
            return from.rank().to_char().to_string();
        }
        from.to_string()
    }

    /// The pieces of one kind, pawns excepted, that can legally go to the square.
    fn pieces_that_reach(&self, kind: PieceType, to: Square) -> Bitboard {
        let piece = Piece::new(self.turn(), kind);
        let candidates = piece_attacks(piece, to, self.occupied()) & self.pieces(self.turn(), kind);
        let move_kind =
            if self.piece_on(to).is_some() { MoveKind::Capture } else { MoveKind::Quiet };
        candidates
            .into_iter()
            .filter(|&from| self.is_legal(Move::new(from, to, move_kind)))
            .collect()
    }

    /// Reads a legal move in standard algebraic notation.
    ///
    /// # Errors
    /// If the text has no form of a move, or means no legal move, or means more than one.
    ///
    /// ```
    /// use ferz_rules::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("Rad1")?, position.parse_uci("a1d1")?);
    /// assert_eq!(
    ///     position.parse_san("Rd1").unwrap_err().to_string(),
    ///     "ambiguous move \"Rd1\": more than one piece can make it",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let syntax = || SanError::Syntax(text.to_owned());
        let illegal = || SanError::Illegal(text.to_owned());
        let core = text.trim_end_matches(['+', '#', '!', '?']);
        let core = core.strip_suffix("e.p.").unwrap_or(core);
        if let Some(side) = castling_side(core) {
            let us = self.turn();
            let rook = self.castling().rook_square(us, side).ok_or_else(illegal)?;
            let mv = Move::new(self.king(us), rook, MoveKind::Castle);
            return if self.is_legal(mv) { Ok(mv) } else { Err(illegal()) };
        }
        let wanted = Wanted::parse(core).ok_or_else(syntax)?;
        let mut found = None;
        for from in self.origins(&wanted) {
            let mv = self.complete(from, wanted.to, wanted.promotion);
            if let Some(mv) = mv.filter(|&mv| !mv.is_castle() && self.is_legal(mv))
                && found.replace(mv).is_some()
            {
                return Err(SanError::Ambiguous(text.to_owned()));
            }
        }
        found.ok_or_else(illegal)
    }

    /// The squares from which the wanted move may start, before legality is asked.
    fn origins(&self, wanted: &Wanted) -> Bitboard {
        let us = self.turn();
        let geometry = if wanted.kind == PieceType::Pawn {
            let behind = Bitboard::from(wanted.to.file());
            let captures = pawn_attacks(!us, wanted.to);
            // Without a file of origin a pawn is meant to advance.
            if wanted.file.is_some() { behind | captures } else { behind }
        } else {
            piece_attacks(Piece::new(us, wanted.kind), wanted.to, self.occupied())
        };
        let file = wanted.file.map_or(Bitboard::ALL, Bitboard::from);
        let rank = wanted.rank.map_or(Bitboard::ALL, Bitboard::from);
        geometry & file & rank & self.pieces(us, wanted.kind)
    }
}

fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" | "0-0" | "o-o" | "OO" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// What the text says of a move.
struct Wanted {
    kind: PieceType,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceType>,
}

impl Wanted {
    fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = match text.chars().next()? {
            letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => {
                (PieceType::from_char(letter)?, &text[1..])
            }
            _ => (PieceType::Pawn, text),
        };
        let (rest, promotion) = split_promotion(rest)?;
        let target_at = rest.len().checked_sub(2)?;
        let to = rest.get(target_at..)?.parse().ok()?;
        let origin = rest.get(..target_at)?;
        let mut origin = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin).chars();
        let mut next = origin.next();
        let file = next.and_then(File::from_char);
        if file.is_some() {
            next = origin.next();
        }
        let rank = next.and_then(Rank::from_char);
        if rank.is_some() {
            next = origin.next();
        }
        (next.is_none() && (promotion.is_none() || kind == PieceType::Pawn)).then_some(Self {
            kind,
            file,
            rank,
            to,
            promotion,
        })
    }
}

/// Takes `=Q`, `Q`, `(Q)` or `/Q` off the end.
fn split_promotion(text: &str) -> Option<(&str, Option<PieceType>)> {
    let bare = match text.strip_suffix(')') {
        Some(inner) if inner.contains('(') => inner,
        _ => text,
    };
    let Some(letter) = bare.chars().last().filter(char::is_ascii_alphabetic) else {
        return Some((text, None));
    };
    let kind = PieceType::from_char(letter).filter(|kind| PieceType::PROMOTIONS.contains(kind))?;
    let rest = &bare[..bare.len() - 1];
    Some((rest.strip_suffix(['=', '(', '/']).unwrap_or(rest), Some(kind)))
}
