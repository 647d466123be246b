//! What pieces attack, reach and protect.

use ferz_rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use ferz_rules::{Bitboard, Color, PieceType, Position, Square};

use super::far_half;
use crate::evolved::scene::Scene;

/// What one player's pieces do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::evolved) struct Activity {
    /// Every square that somebody attacks.
    pub(in crate::evolved) attacked: Bitboard,
    /// Algorithm 8, whose listing is lost: the squares that knights, bishops, rooks and queens
    /// attack and that no friend stands on.
    pub(in crate::evolved) mobility: i32,
    /// Algorithm 21, whose listing is lost: such pieces with no square to go to.
    pub(in crate::evolved) blocked: i32,
}

impl Activity {
    pub(in crate::evolved) fn of(position: &Position, color: Color) -> Self {
        let occupied = position.occupied();
        let friends = position.color(color);
        let pawns = position.pieces(color, PieceType::Pawn);
        let mut activity = Self {
            attacked: pawn_set_attacks(color, pawns) | king_attacks(position.king(color)),
            mobility: 0,
            blocked: 0,
        };
        let mut see = |squares: Bitboard| {
            let free = (squares - friends).len() as i32;
            activity.attacked |= squares;
            activity.mobility += free;
            activity.blocked += i32::from(free == 0);
        };
        let of = |kind| position.pieces(color, kind).into_iter();
        of(PieceType::Knight).for_each(|from: Square| see(knight_attacks(from)));
        of(PieceType::Bishop).for_each(|from| see(bishop_attacks(from, occupied)));
        of(PieceType::Rook).for_each(|from| see(rook_attacks(from, occupied)));
        of(PieceType::Queen).for_each(|from| see(queen_attacks(from, occupied)));
        activity
    }
}

/// Algorithm 16, whose listing is lost: pieces and pawns that a friend protects. A king cannot be.
pub(in crate::evolved) fn defended(scene: &Scene<'_>, color: Color) -> i32 {
    let king = scene.position.pieces(color, PieceType::King);
    ((scene.position.color(color) - king) & scene.activity[color].attacked).len() as i32
}

/// Algorithm 22, whose listing is lost: squares of the opponent's half that somebody attacks.
pub(in crate::evolved) fn space(scene: &Scene<'_>, color: Color) -> i32 {
    (scene.activity[color].attacked & far_half(color)).len() as i32
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mobility_counts_squares_without_friends() {
        let mobility = |position: &Position, color| Activity::of(position, color).mobility;
        check(mobility, START, 4);
        check(mobility, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 8);
        // Captures count, friends do not, and the king is not a piece here.
        check(mobility, "4k3/8/p7/8/8/8/8/R3K3 w - - 0 1", 5 + 3);
        check(mobility, "4k3/8/8/8/8/1P6/8/Q3K3 w - - 0 1", 3 + 7 + 7);
    }

    #[test]
    fn blocked_pieces_have_nowhere_to_go() {
        let blocked = |position: &Position, color| Activity::of(position, color).blocked;
        // All but the knights.
        check(blocked, START, 5);
        check(blocked, "4k3/8/8/8/8/1P6/P1PK4/NRB5 w - - 0 1", 1);
        check(blocked, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 0);
    }

    #[test]
    fn protection_is_counted_once() {
        let defended = |position: &Position, color| defended(&Scene::new(position), color);
        // All but the rooks in the corners.
        check(defended, START, 13);
        check(defended, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", 2);
        check(defended, "4k3/8/8/8/4P3/3P4/8/6K1 w - - 0 1", 1);
    }

    #[test]
    fn space_is_beyond_the_middle() {
        let space = |position: &Position, color| space(&Scene::new(position), color);
        check(space, START, 0);
        check(space, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 2);
        // A rook on the e-file sees four squares of it.
        check(space, "k7/8/8/8/4R3/8/8/6K1 w - - 0 1", 4);
    }
}
