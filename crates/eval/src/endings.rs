//! Endings whose result is known, where a sum of terms would mislead.
//!
//! All are against a bare king, which one test tells; everything else is left to the terms.

mod kbnk;
mod kpk;
mod kxk;

use std::fmt;

use ferz_rules::{Bitboard, Color, File, PieceType, Position, Rank, Square};

pub use kpk::kpk_wins;

/// The least that a known win scores. Material comes on top, so that promoting is progress.
const KNOWN_WIN: i32 = 3000;

/// An ending that needs no terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Enough to mate the bare king by driving it to the edge.
    Kxk,
    /// Bishop and knight, which mate only in a corner of the bishop's color.
    Kbnk,
    /// A single pawn, won or drawn by the exact table.
    Kpk,
    /// Rook pawns that a king in the corner holds for ever, without a bishop that helps.
    RookPawn,
    /// Not enough left to mate.
    TooLittle,
    /// The bare king cannot move. Worth a look, since driving a king to the edge asks for it.
    Stalemate,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kxk => "mate of a bare king",
            Self::Kbnk => "mate with bishop and knight",
            Self::Kpk => "king and pawn against king",
            Self::RookPawn => "wrong rook pawn",
            Self::TooLittle => "too little material",
            Self::Stalemate => "stalemate",
        })
    }
}

/// The ending, if it is one that is known, and its score from White's point of view.
///
/// ```
/// use ferz_eval::{Ending, known_ending};
/// let position = "8/8/8/3k4/8/8/8/KBN5 w - - 0 1".parse()?;
/// let (ending, score) = known_ending(&position).expect("a bare king");
/// assert_eq!(ending, Ending::Kbnk);
/// assert!(score > 3000);
/// # Ok::<(), ferz_rules::FenError>(())
/// ```
#[inline]
pub fn known_ending(position: &Position) -> Option<(Ending, i32)> {
    let strong = if !position.color(Color::Black).has_many() {
        Color::White
    } else if !position.color(Color::White).has_many() {
        Color::Black
    } else {
        return None;
    };
    let (ending, score) = against_bare_king(position, strong)?;
    Some((ending, if strong == Color::White { score } else { -score }))
}

/// The score for the player who has something left.
#[cold]
fn against_bare_king(position: &Position, strong: Color) -> Option<(Ending, i32)> {
    let count = |kind| position.pieces(strong, kind).len();
    let pawns = count(PieceType::Pawn);
    let (knights, bishops) = (count(PieceType::Knight), count(PieceType::Bishop));
    if position.turn() != strong && !position.in_check() && !position.has_legal_moves() {
        return Some((Ending::Stalemate, 0));
    }
    if count(PieceType::Rook) + count(PieceType::Queen) > 0 {
        return Some((Ending::Kxk, kxk::score(position, strong)));
    }
    if pawns == 1 && knights + bishops == 0 {
        return Some((Ending::Kpk, kpk::score(position, strong)));
    }
    if is_rook_pawn_fortress(position, strong) {
        return Some((Ending::RookPawn, 0));
    }
    if has_bishop_pair(position, strong) || bishops > 0 && knights > 1 || knights > 2 {
        return Some((Ending::Kxk, kxk::score(position, strong)));
    }
    if pawns > 0 {
        return None;
    }
    if bishops > 0 && knights == 1 {
        return Some((Ending::Kbnk, kbnk::score(position, strong)));
    }
    Some((Ending::TooLittle, 0))
}

fn has_bishop_pair(position: &Position, color: Color) -> bool {
    let bishops = position.pieces(color, PieceType::Bishop);
    !bishops.is_disjoint(Bitboard::DARK) && !bishops.is_disjoint(Bitboard::LIGHT)
}

/// Whether nothing but rook pawns of one file is left to win with, at most with bishops that do
/// not command the corner, and the other king holds that corner.
pub(crate) fn is_rook_pawn_fortress(position: &Position, strong: Color) -> bool {
    let pawns = position.pieces(strong, PieceType::Pawn);
    let bishops = position.pieces(strong, PieceType::Bishop);
    let rest = position.color(strong) - pawns - bishops - position.kind(PieceType::King);
    let file = match pawns.first().map(Square::file) {
        Some(file @ (File::A | File::H)) if pawns.is_subset(file.into()) => file,
        _ => return false,
    };
    let corner = Square::new(file, Rank::Eighth).relative_to(strong);
    let helpful = if corner.is_dark() { Bitboard::DARK } else { Bitboard::LIGHT };
    rest.is_empty() && bishops.is_disjoint(helpful) && position.king(!strong).distance(corner) <= 1
}

/// Grows as the bare king nears the edge: 0 in the middle, 90 in the corner.
fn push_to_edge(king: Square) -> i32 {
    let from_middle = |index: usize| (2 * index as i32 - 7).abs() / 2;
    let (file, rank) = (from_middle(king.file().index()), from_middle(king.rank().index()));
    10 * (file.max(rank) * 2 + file.min(rank))
}

/// Grows as the kings approach each other.
fn push_close(a: Square, b: Square) -> i32 {
    10 * (7 - i32::from(a.distance(b)))
}
