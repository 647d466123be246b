//! King and pawn against king, exactly: every position is won or drawn, and one bit says which.
//!
//! The table is computed when it is first asked for, backwards from promotion, in a few
//! milliseconds. It holds White's pawn on the files a to d; others are mirrored into it.

use std::sync::LazyLock;

use ferz_rules::attacks::{king_attacks, pawn_attacks};
use ferz_rules::{Bitboard, Color, PieceType, Position, Square};

use super::KNOWN_WIN;
use crate::Material;

/// The score for the player with the pawn.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let Some(pawn) = position.pieces(strong, PieceType::Pawn).first() else { return 0 };
    let pawn = pawn.relative_to(strong);
    let (ours, theirs) = (position.king(strong), position.king(!strong));
    let turn = if position.turn() == strong { Color::White } else { Color::Black };
    if kpk_wins(turn, ours.relative_to(strong), pawn, theirs.relative_to(strong)) {
        // Less than any piece that the pawn may become.
        KNOWN_WIN + Material::value(PieceType::Pawn) + 20 * pawn.rank().index() as i32
    } else {
        0
    }
}

/// Whether White, who has the pawn, wins with best play. An impossible position is not won.
///
/// ```
/// use ferz_eval::kpk_wins;
/// use ferz_rules::{Color, Square};
/// // The king on the sixth before its pawn wins whoever moves.
/// assert!(kpk_wins(Color::White, Square::E6, Square::E5, Square::E8));
/// assert!(kpk_wins(Color::Black, Square::E6, Square::E5, Square::E8));
/// // The rook pawn does not.
/// assert!(!kpk_wins(Color::White, Square::A6, Square::A5, Square::A8));
/// ```
pub fn kpk_wins(turn: Color, king: Square, pawn: Square, enemy: Square) -> bool {
    if Bitboard::BACK_RANKS.contains(pawn) {
        return false;
    }
    let mirror = |square: Square| if pawn.index() % 8 > 3 { square.mirror() } else { square };
    let case = Case { turn, king: mirror(king), pawn: mirror(pawn), enemy: mirror(enemy) };
    TABLE.wins(case)
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::compute);

/// A position with the pawn on the queen's side.
#[derive(Clone, Copy)]
struct Case {
    turn: Color,
    king: Square,
    pawn: Square,
    enemy: Square,
}

impl Case {
    /// Which set of the table holds the case; the enemy king's square is the bit in the set.
    fn index(self) -> usize {
        let pawn = (self.pawn.index() / 8 - 1) * 4 + self.pawn.index() % 4;
        (pawn * 64 + self.king.index()) * 2 + self.turn.index()
    }

    fn all() -> impl Iterator<Item = Self> {
        let pawns = Square::ALL
            .into_iter()
            .filter(|pawn| pawn.index() % 8 < 4 && !Bitboard::BACK_RANKS.contains(*pawn));
        // The most advanced pawns first: the others lean on them.
        pawns.rev().flat_map(|pawn| {
            Square::ALL.into_iter().flat_map(move |king| {
                Square::ALL
                    .into_iter()
                    .flat_map(move |enemy| Color::ALL.map(|turn| Self { turn, king, pawn, enemy }))
            })
        })
    }

    fn is_possible(self) -> bool {
        let apart = self.king.distance(self.enemy) > 1;
        let distinct = self.pawn != self.king && self.pawn != self.enemy;
        let check = pawn_attacks(Color::White, self.pawn).contains(self.enemy);
        apart && distinct && !(check && self.turn == Color::White)
    }

    /// Squares to which White's king may go.
    fn king_moves(self) -> Bitboard {
        king_attacks(self.king) - king_attacks(self.enemy) - self.pawn.into()
    }

    /// Squares to which Black's king may go, the pawn's own among them if it is not defended.
    fn enemy_moves(self) -> Bitboard {
        king_attacks(self.enemy) - king_attacks(self.king) - pawn_attacks(Color::White, self.pawn)
    }

    /// Where the pawn may step: once, or twice from home.
    fn pawn_moves(self) -> Bitboard {
        let kings = Bitboard::from(self.king).with(self.enemy);
        let once = Bitboard::from(self.pawn).forward(Color::White) - kings;
        let home = self.pawn.index() / 8 == 1;
        let twice = if home { once.forward(Color::White) - kings } else { Bitboard::EMPTY };
        once | twice
    }
}

/// A set of enemy king squares for each place of the pawn, the king and the turn.
struct Table(Box<[Bitboard]>);

impl Table {
    /// 24 squares for the pawn, 64 for the king, two players to move.
    const LEN: usize = 24 * 64 * 2;

    /// Marks wins until a whole round finds no more.
    fn compute() -> Self {
        let mut table = Self(vec![Bitboard::EMPTY; Self::LEN].into());
        let mut open: Vec<Case> = Case::all().filter(|case| case.is_possible()).collect();
        loop {
            let before = open.len();
            open.retain(|&case| {
                let wins = table.is_won_in_one(case);
                if wins {
                    table.0[case.index()] |= case.enemy.into();
                }
                !wins
            });
            if open.len() == before {
                return table;
            }
        }
    }

    fn wins(&self, case: Case) -> bool {
        self.0[case.index()].contains(case.enemy)
    }

    /// Whether the marks so far prove the case won.
    fn is_won_in_one(&self, case: Case) -> bool {
        match case.turn {
            Color::White => self.white_wins(case),
            Color::Black => self.black_loses(case),
        }
    }

    /// Some move promotes for good or leads to a won case.
    fn white_wins(&self, case: Case) -> bool {
        let after = Case { turn: Color::Black, ..case };
        let by_king = case.king_moves().into_iter().any(|king| self.wins(Case { king, ..after }));
        by_king
            || case.pawn_moves().into_iter().any(|pawn| {
                if Bitboard::BACK_RANKS.contains(pawn) {
                    case.promotes_safely(pawn)
                } else {
                    self.wins(Case { pawn, ..after })
                }
            })
    }

    /// There is a move, and every move leads to a won case. Taking the pawn is none, and
    /// without a move it is stalemate: one pawn does not mate.
    fn black_loses(&self, case: Case) -> bool {
        let after = Case { turn: Color::White, ..case };
        let moves = case.enemy_moves();
        !moves.is_empty()
            && moves
                .into_iter()
                .all(|enemy| enemy != case.pawn && self.wins(Case { enemy, ..after }))
    }
}

impl Case {
    /// The new piece cannot be taken. A rook wins where a queen would stalemate.
    fn promotes_safely(self, square: Square) -> bool {
        self.enemy.distance(square) > 1 || self.king.distance(square) <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins with White's and with Black's move, as the slow solver of `tests/kpk.rs` counts too.
    #[test]
    fn count_of_wins() {
        let wins = |turn| Case::all().filter(|&case| case.turn == turn && TABLE.wins(case)).count();
        assert_eq!((wins(Color::White), wins(Color::Black)), (62480, 48802));
    }
}
