//! What the network sees: the one definition that inference and training share.

use ferz_rules::{Color, File, Piece, Position, Square};

/// How many inputs each perspective has: two owners, six kinds, 64 squares.
pub const FEATURES: usize = 768;

/// The input that a piece on a square sets in the eyes of one player, whose king stands on `king`.
///
/// A player's own pieces come before the enemy's, pawns before knights and so on up to kings, and
/// the board is turned so that this player moves up it. A king on the files e to h mirrors the
/// board left to right, so that it always stands on the files a to d. The index is
/// `384 * (enemy) + 64 * kind + square`.
///
/// ```
/// use ferz_eval::nnue::feature;
/// use ferz_rules::{Color, Piece, Square};
/// let pawn = feature(Color::White, Square::C1, Piece::WhitePawn, Square::A2);
/// assert_eq!(pawn, 8);
/// // Seen by Black it is an enemy pawn on a7, and on h7 if Black's king is on the right.
/// assert_eq!(feature(Color::Black, Square::C8, Piece::WhitePawn, Square::A2), 384 + 48);
/// assert_eq!(feature(Color::Black, Square::G8, Piece::WhitePawn, Square::A2), 384 + 55);
/// ```
#[inline(always)]
pub const fn feature(perspective: Color, king: Square, piece: Piece, square: Square) -> usize {
    let enemy = piece.color() as usize ^ perspective as usize;
    384 * enemy + 64 * piece.kind().index() + (square.index() ^ view(perspective, king))
}

/// The bits of a square's index that differ in the eyes of a player with this king.
#[inline(always)]
pub(super) const fn view(perspective: Color, king: Square) -> usize {
    let flip = match perspective {
        Color::White => 0,
        Color::Black => 0o70,
    };
    if is_mirrored(king) { flip ^ 7 } else { flip }
}

/// Whether a player with the king here sees the board mirrored.
#[inline(always)]
pub(super) const fn is_mirrored(king: Square) -> bool {
    king.file() as u8 >= File::E as u8
}

/// The inputs that are set in the eyes of one player, in the order of squares: one for each piece.
pub fn active_features(position: &Position, perspective: Color) -> impl Iterator<Item = usize> {
    let king = position.king(perspective);
    position.occupied().into_iter().filter_map(move |square| {
        position.piece_on(square).map(|piece| feature(perspective, king, piece, square))
    })
}

/// Which of `buckets` sets of output weights serves so many pieces, kings and pawns included:
/// `(pieces - 2) / ceil(32 / buckets)`.
///
/// ```
/// use ferz_eval::nnue::output_bucket;
/// assert_eq!([2, 5, 6, 29, 32].map(|pieces| output_bucket(8, pieces)), [0, 0, 1, 6, 7]);
/// assert_eq!(output_bucket(1, 32), 0);
/// ```
#[inline(always)]
pub const fn output_bucket(buckets: usize, pieces: usize) -> usize {
    pieces.saturating_sub(2) / 32_usize.div_ceil(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_own_input() {
        for (perspective, king) in [(Color::White, Square::E1), (Color::Black, Square::B8)] {
            let mut seen = [false; FEATURES];
            for piece in Piece::ALL {
                for square in Square::ALL {
                    let index = feature(perspective, king, piece, square);
                    assert!(!std::mem::replace(&mut seen[index], true), "{piece} on {square}");
                }
            }
        }
    }

    #[test]
    fn own_king_is_seen_on_the_left() {
        for king in Square::ALL {
            let index = feature(Color::White, king, Piece::WhiteKing, king);
            assert!(index % 8 < 4, "{king}");
        }
    }

    #[test]
    fn every_bucket_is_in_range() {
        for buckets in 1..=super::super::MAX_BUCKETS {
            assert!((2..=32).all(|pieces| output_bucket(buckets, pieces) < buckets));
        }
    }
}
