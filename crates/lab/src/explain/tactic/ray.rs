//! Pins and skewers: two pieces on one line.

use ferz_rules::attacks::{between, piece_attacks};
use ferz_rules::{Bitboard, Piece, PieceType, Position, Square};

use super::{Combination, name, worth};

/// A piece that a slider attacks, and the one that stands behind it.
struct Pair {
    front: (Square, PieceType),
    back: (Square, PieceType),
}

/// A pin, if the second move takes the piece in front, which was worth less than the one behind;
/// a skewer, if the slider takes the piece behind after the dearer one in front has gone.
pub(super) fn told(combination: &Combination<'_>) -> Option<String> {
    let Combination { after, first, second, .. } = combination;
    pairs(after, first.to()).into_iter().find_map(|Pair { front, back }| {
        let [in_front, behind] = [front.1, back.1].map(worth);
        let by_slider = second.from() == first.to();
        if second.to() == front.0 && in_front < behind {
            Some(format!("a pin of the {} against the {}", name(front.1), name(back.1)))
        } else if by_slider && second.to() == back.0 && in_front > behind {
            Some(format!("a skewer of {} and {}", name(front.1), name(back.1)))
        } else {
            None
        }
    })
}

/// The opponent's pieces in line before the slider of a square.
fn pairs(position: &Position, from: Square) -> Vec<Pair> {
    let Some(slider) = position.piece_on(from).filter(|piece| is_slider(*piece)) else {
        return Vec::new();
    };
    let victims = position.color(!slider.color());
    let occupied = position.occupied();
    let seen = piece_attacks(slider, from, occupied);
    let placed = |square: Square| Some((square, position.piece_on(square)?.kind()));
    let pair = |front: Square| {
        let through =
            piece_attacks(slider, from, occupied ^ Bitboard::from(front)) & !seen & victims;
        let back = through.into_iter().find(|back| between(from, *back).contains(front))?;
        Some(Pair { front: placed(front)?, back: placed(back)? })
    };
    (seen & victims).into_iter().filter_map(pair).collect()
}

fn is_slider(piece: Piece) -> bool {
    matches!(piece.kind(), PieceType::Bishop | PieceType::Rook | PieceType::Queen)
}
