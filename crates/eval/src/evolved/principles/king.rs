//! Kings.

use ferz_rules::attacks::king_attacks;
use ferz_rules::{Bitboard, Color, File, PieceType, Position, Rank, Square};

/// Algorithm 9, whose listing is lost, in halves: two for a king that stands on a wing of its first
/// rank, one for a king that may still castle.
pub(in crate::evolved) fn castling_halves(position: &Position, color: Color) -> i32 {
    let king = position.king(color);
    let is_away = !matches!(king.file(), File::D | File::E | File::F);
    if position.castling().any(color) {
        1
    } else if is_away && king.rank() == Rank::First.relative_to(color) {
        2
    } else {
        0
    }
}

/// Algorithm 15: squares around the king that the opponent attacks, and pieces that would attack
/// the king if all its friends were gone.
pub(in crate::evolved) fn pressure(position: &Position, color: Color, attacked: Bitboard) -> i32 {
    let king = position.king(color);
    let enemies = position.color(!color);
    let around = king_attacks(king) & attacked;
    let bare = enemies | Bitboard::from(king);
    let attackers = position.attackers_to(king, bare) & enemies;
    (around.len() + attackers.len()) as i32
}

/// Algorithm 19, in quarters: minus the distance to the nearest square of the centre, minus a
/// quarter for each rank that is still ahead.
pub(in crate::evolved) fn centralization_quarters(position: &Position, color: Color) -> i32 {
    const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];
    let king = position.king(color);
    let distance = CENTRE.into_iter().map(|square| i32::from(king.distance(square))).min();
    let ahead = 7 - king.rank().relative_to(color).index() as i32;
    -4 * distance.unwrap_or(0) - ahead
}

/// Algorithm 23: on the three squares before the king, one for a pawn and two for another friend.
pub(in crate::evolved) fn shield(position: &Position, color: Color) -> i32 {
    let front = Bitboard::from(position.king(color)).forward(color);
    let friends = (front | front.east() | front.west()) & position.color(color);
    let pawns = friends & position.kind(PieceType::Pawn);
    (2 * friends.len() - pawns.len()) as i32
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;
    use crate::evolved::principles::activity::Activity;

    #[test]
    fn a_castled_king_stands_aside() {
        check(castling_halves, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1);
        check(castling_halves, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1);
        check(castling_halves, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 0);
        check(castling_halves, "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", 2);
        check(castling_halves, "4k3/8/8/8/8/8/8/2KR4 w - - 0 1", 2);
        check(castling_halves, "4k3/8/8/8/8/8/6K1/5R2 w - - 0 1", 0);
    }

    #[test]
    fn pressure_counts_squares_and_attackers() {
        let pressure = |position: &Position, color: Color| {
            pressure(position, color, Activity::of(position, !color).attacked)
        };
        check(pressure, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0);
        // The rook sees d2, f2 and e1 itself, which counts as an attacker.
        check(pressure, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 2 + 1);
        // A friend between is looked through, and keeps the rook from the square behind it.
        check(pressure, "4k3/4r3/8/8/4P3/8/8/4K3 w - - 0 1", 1);
        // An enemy between is not.
        check(pressure, "4k3/4r3/8/4p3/8/8/8/4K3 w - - 0 1", 0);
    }

    #[test]
    fn centralization_wants_the_middle_and_forward() {
        check(centralization_quarters, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", -12 - 7);
        check(centralization_quarters, "4k3/8/8/8/4K3/8/8/8 w - - 0 1", -4);
        check(centralization_quarters, "4k3/8/8/4K3/8/8/8/8 w - - 0 1", -3);
        check(centralization_quarters, "K3k3/8/8/8/8/8/8/8 w - - 0 1", -12);
    }

    #[test]
    fn shields_are_pawns_and_pieces() {
        check(shield, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 3);
        check(shield, "4k3/8/8/8/8/8/5PBP/6K1 w - - 0 1", 4);
        check(shield, "4k3/8/8/8/8/8/P6P/7K w - - 0 1", 1);
        check(shield, "4k3/5ppp/8/8/8/8/8/6K1 w - - 0 1", 0);
        check(shield, "6K1/8/8/8/8/8/8/4k3 w - - 0 1", 0);
    }
}
