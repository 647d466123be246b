//! Material along a line.

use ferz_rules::{Color, Move, PieceType, Position};

/// The pieces that change sides of the ledger, the dearest first, with their worth in pawns.
const KINDS: [(PieceType, i32, &str, &str); 5] = [
    (PieceType::Queen, 9, "a queen", "queens"),
    (PieceType::Rook, 5, "a rook", "rooks"),
    (PieceType::Bishop, 3, "a bishop", "bishops"),
    (PieceType::Knight, 3, "a knight", "knights"),
    (PieceType::Pawn, 1, "a pawn", "pawns"),
];

/// A line further than this is no longer about the move.
const HORIZON: usize = 6;

/// The position at the end of a line, or before, where no exchange is under way: nobody is in
/// check and the next move takes nothing.
pub(super) fn quiet_end(position: &Position, line: &[Move], most: usize) -> Position {
    let mut now = position.clone();
    let mut quiet = position.clone();
    for (ply, mv) in line.iter().enumerate() {
        if now.try_play(*mv).is_err() {
            break;
        }
        let next_takes = line.get(ply + 1).is_some_and(|next| next.is_noisy());
        if !now.in_check() && !next_takes {
            if ply >= most {
                break;
            }
            quiet = now.clone();
        }
    }
    quiet
}

/// What a player has more or less of each kind than before, beside the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchange([i32; 5]);

impl Exchange {
    /// The changes for the player to move along a line.
    pub(super) fn along(position: &Position, line: &[Move]) -> Self {
        let end = quiet_end(position, line, HORIZON);
        let mover = position.turn();
        let balance = |position: &Position, kind| {
            let count = |color: Color| position.pieces(color, kind).len() as i32;
            count(mover) - count(!mover)
        };
        Self(KINDS.map(|(kind, ..)| balance(&end, kind) - balance(position, kind)))
    }

    /// The change in pawns.
    pub(super) fn balance(self) -> i32 {
        self.0.iter().zip(KINDS).map(|(count, (_, worth, ..))| count * worth).sum()
    }

    /// The same for the other player.
    pub(super) fn flip(self) -> Self {
        Self(self.0.map(|count| -count))
    }

    /// In words, such as `a rook for a knight`; nothing if nothing was won.
    pub(super) fn told(self) -> Option<String> {
        let list = |sign: i32| -> Vec<String> {
            let words =
                self.0.iter().zip(KINDS).filter_map(|(count, (_, _, one, many))| {
                    match sign * count {
                        ..=0 => None,
                        1 => Some(one.to_owned()),
                        count => Some(format!("{count} {many}")),
                    }
                });
            words.collect()
        };
        let (won, lost) = (list(1), list(-1));
        if won.is_empty() {
            return None;
        }
        let price =
            if lost.is_empty() { String::new() } else { format!(" for {}", lost.join(" and ")) };
        Some(format!("{}{price}", won.join(" and ")))
    }
}
