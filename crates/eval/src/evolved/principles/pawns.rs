//! Pawns.

use ferz_rules::{Bitboard, Color, File, PieceType, Position, Rank};

fn pawns(position: &Position, color: Color) -> Bitboard {
    position.pieces(color, PieceType::Pawn)
}

/// A set of squares with its neighbours on both sides.
fn with_neighbours(squares: Bitboard) -> Bitboard {
    squares | squares.east() | squares.west()
}

/// Algorithm 11: pawns on a file beyond the first.
pub(in crate::evolved) fn doubled(position: &Position, color: Color) -> i32 {
    let pawns = pawns(position, color);
    let extra = |file: File| (pawns & Bitboard::from(file)).len().saturating_sub(1) as i32;
    File::ALL.into_iter().map(extra).sum()
}

/// Algorithm 12, whose listing is lost: pawns without a friend on the files beside them.
pub(in crate::evolved) fn isolated(position: &Position, color: Color) -> i32 {
    let pawns = pawns(position, color);
    let alone = |file: File| {
        let file = Bitboard::from(file);
        let beside = file.east() | file.west();
        if pawns.is_disjoint(beside) { (pawns & file).len() as i32 } else { 0 }
    };
    File::ALL.into_iter().map(alone).sum()
}

/// Algorithm 13: one for every friend diagonally behind a pawn, so two at most for each.
pub(in crate::evolved) fn connected(position: &Position, color: Color) -> i32 {
    let pawns = pawns(position, color);
    let ahead = pawns.forward(color);
    ((ahead.east() & pawns).len() + (ahead.west() & pawns).len()) as i32
}

/// Algorithm 14: pawns with no enemy pawn ahead on their own file or beside it.
pub(in crate::evolved) fn passed(position: &Position, color: Color) -> i32 {
    let enemies = pawns(position, !color);
    // What enemy pawns look at: every square that they have still to pass.
    let mut guarded = Bitboard::EMPTY;
    let mut front = with_neighbours(enemies);
    for _ in Rank::ALL {
        front = front.forward(!color);
        guarded |= front;
    }
    (pawns(position, color) - guarded).len() as i32
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn doubled_counts_beyond_the_first() {
        check(doubled, START, 0);
        check(doubled, "4k3/8/8/8/4P3/4P3/P7/4K3 w - - 0 1", 1);
        check(doubled, "4k3/8/8/P3P3/P3P3/4P3/8/4K3 w - - 0 1", 1 + 2);
    }

    #[test]
    fn isolated_has_no_neighbour_on_any_rank() {
        check(isolated, START, 0);
        check(isolated, "4k3/8/8/8/4P3/4P3/P7/4K3 w - - 0 1", 3);
        check(isolated, "4k3/1P6/8/8/8/8/P6P/4K3 w - - 0 1", 1);
    }

    #[test]
    fn connected_looks_diagonally_behind() {
        check(connected, START, 0);
        check(connected, "4k3/8/8/8/8/4P3/3P1P2/4K3 w - - 0 1", 2);
        check(connected, "4k3/8/8/8/3P4/4P3/5P2/4K3 w - - 0 1", 2);
        // Not around the edge of the board.
        check(connected, "4k3/8/8/8/7P/P7/8/4K3 w - - 0 1", 0);
    }

    #[test]
    fn passed_looks_ahead_on_three_files() {
        check(passed, START, 0);
        check(passed, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1);
        check(passed, "4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1", 0);
        check(passed, "4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", 0);
        check(passed, "4k3/2p5/8/8/4P3/8/8/4K3 w - - 0 1", 1);
        // Beside it is not ahead of it, and a friend in front does not matter.
        check(passed, "4k3/8/8/4P3/3pP3/8/8/4K3 w - - 0 1", 2);
    }
}
