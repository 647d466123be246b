//! Bishop and knight against a bare king: only a corner of the bishop's color will do.

use ferz_rules::{Bitboard, Color, PieceType, Position, Square};

use super::{KNOWN_WIN, push_close};
use crate::Material;

/// The score for the player who mates.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let dark = !position.pieces(strong, PieceType::Bishop).is_disjoint(Bitboard::DARK);
    let corners = if dark { [Square::A1, Square::H8] } else { [Square::H1, Square::A8] };
    let [near, far] = corners.map(|corner| steps(bare, corner));
    KNOWN_WIN
        + Material::value(PieceType::Bishop)
        + Material::value(PieceType::Knight)
        + 20 * (14 - near.min(far))
        + push_close(bare, position.king(strong))
}

/// Steps along files and ranks. Counted so and not as a king walks, the way along the edge from
/// the wrong corner to the right one is progress at each step.
fn steps(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    (files + ranks) as i32
}
