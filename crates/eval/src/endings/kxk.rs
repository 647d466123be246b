//! Mating a bare king with a rook or more: drive it to the edge and bring the king.

use ferz_rules::{Color, PieceType, Position};

use super::{KNOWN_WIN, push_close, push_to_edge};
use crate::Material;

/// The score for the player who mates.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let material: i32 = PieceType::ALL
        .into_iter()
        .map(|kind| Material::value(kind) * position.pieces(strong, kind).len() as i32)
        .sum();
    KNOWN_WIN + material + push_to_edge(bare) + push_close(bare, position.king(strong))
}
