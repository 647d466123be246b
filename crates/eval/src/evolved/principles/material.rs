//! Pieces, and whether they have come out.

use ferz_rules::{Bitboard, Color, PieceType, Position, Rank};

/// Algorithm 7: the pieces by their usual values. The evaluation takes the difference.
pub(in crate::evolved) fn material(position: &Position, color: Color) -> i32 {
    const VALUES: [(PieceType, i32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    let count = |kind| position.pieces(color, kind).len() as i32;
    VALUES.into_iter().map(|(kind, value)| value * count(kind)).sum()
}

/// Algorithm 10, in halves: one for a pawn that has left its first rank, two for a piece that has.
pub(in crate::evolved) fn development_halves(position: &Position, color: Color) -> i32 {
    let rank = |rank: Rank| Bitboard::from(rank.relative_to(color));
    let pawns = position.pieces(color, PieceType::Pawn);
    let king = position.pieces(color, PieceType::King);
    let pieces = position.color(color) - pawns - king;
    let moved = (pawns - rank(Rank::Second)).len() + 2 * (pieces - rank(Rank::First)).len();
    moved as i32
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    #[test]
    fn every_piece_has_its_value() {
        check(material, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 39);
        check(material, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1);
        check(material, "rnbqk3/8/8/8/8/8/8/1NB1K3 w - - 0 1", 6);
        check(material, "4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", 14);
    }

    #[test]
    fn development_leaves_the_first_squares() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(development_halves, start, 0);
        // A pawn, a knight and a bishop.
        let open = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        check(development_halves, open, 1 + 2 + 2);
        // A king is not developed; a rook beside its square on the first rank neither.
        check(development_halves, "4k3/8/8/8/8/4K3/8/1R6 w - - 0 1", 0);
    }
}
