//! Upcoming repetition: whether one move leads back to a position of this line.
//!
//! Two positions of a line that are one reversible move apart differ in their keys by exactly that
//! move: the piece on one square, the piece on the other, the turn. There are 3668 such moves, so
//! a table of their keys answers by one or two probes whether the difference is a move at all. The
//! table is a cuckoo hash: each key lives in one of two places. The idea is Marcel van Kervinck's.

use std::sync::LazyLock;

use ferz_rules::attacks::{between, piece_attacks};
use ferz_rules::{Bitboard, Color, Key, Piece, PieceType, Position, Square};

/// A power of two with room to spare.
const SLOTS: usize = 8192;

/// A move that can be taken back, told by its key.
#[derive(Clone, Copy)]
struct Reversible {
    key: Key,
    squares: [Square; 2],
}

static TABLE: LazyLock<Box<[Option<Reversible>]>> = LazyLock::new(build);

fn build() -> Box<[Option<Reversible>]> {
    let mut table = vec![None; SLOTS].into_boxed_slice();
    for color in Color::ALL {
        for kind in PieceType::ALL.into_iter().filter(|kind| *kind != PieceType::Pawn) {
            let piece = Piece::new(color, kind);
            for from in Square::ALL {
                let later = piece_attacks(piece, from, Bitboard::EMPTY);
                for to in later.into_iter().filter(|to| to.index() > from.index()) {
                    let key = Key::of_piece(piece, from) ^ Key::of_piece(piece, to) ^ Key::OF_TURN;
                    insert(&mut table, Reversible { key, squares: [from, to] });
                }
            }
        }
    }
    table
}

/// Puts a move in its first place; who lived there moves to its other place, and so on.
fn insert(table: &mut [Option<Reversible>], mut guest: Reversible) {
    let mut slot = places(guest.key)[0];
    while let Some(evicted) = table[slot].replace(guest) {
        let [first, second] = places(evicted.key);
        slot = if slot == first { second } else { first };
        guest = evicted;
    }
}

/// The two places where a key may live.
const fn places(key: Key) -> [usize; 2] {
    let bits = key.bits() as usize;
    [bits % SLOTS, (bits >> 16) % SLOTS]
}

/// Whether the player to move can go back to a position of the line by one move.
///
/// `keys` are the positions up to and including this one, oldest first. Only those from index
/// `first` on count: one before the root would have to occur twice, which is left to the ordinary
/// test, and no move leads back over a null move.
pub(crate) fn can_repeat(position: &Position, keys: &[Key], first: usize) -> bool {
    let Some(depth) = (keys.len() - 1).checked_sub(first) else { return false };
    let now = keys.len() - 1;
    // A position three, five, seven … plies ago has the other player to move: one move away.
    (3..=depth.min(usize::from(position.halfmove_clock())))
        .step_by(2)
        .any(|back| is_one_move(position, position.key() ^ keys[now - back]))
}

/// Whether the player to move has a reversible move that changes the key by this much.
fn is_one_move(position: &Position, difference: Key) -> bool {
    let table = &**TABLE;
    let Some(mv) = places(difference)
        .into_iter()
        .find_map(|slot| table[slot].filter(|mv| mv.key == difference))
    else {
        return false;
    };
    let [one, other] = mv.squares;
    let ours = position.color(position.turn());
    between(one, other).is_disjoint(position.occupied())
        && (ours.contains(one) || ours.contains(other))
}

#[cfg(test)]
mod tests {
    use ferz_rules::Game;

    use super::*;

    #[test]
    fn every_reversible_move_has_its_place() {
        assert_eq!(TABLE.iter().flatten().count(), 3668);
        for (slot, entry) in TABLE.iter().enumerate() {
            assert!(entry.is_none_or(|mv| places(mv.key).contains(&slot)));
        }
    }

    #[track_caller]
    fn check(moves: &str, first: usize, expected: bool) {
        let mut game = Game::default();
        for san in moves.split(' ') {
            let mv = game.position().parse_san(san).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        let keys: Vec<Key> = game.positions().map(Position::key).collect();
        assert_eq!(can_repeat(game.position(), &keys, first), expected, "{moves}");
    }

    #[test]
    fn a_knight_that_can_go_home_repeats() {
        check("Nf3 Nf6 Ng1", 0, true);
        check("Nf3 Nf6 Ng1", 1, false);
        check("Nf3 Nf6 Nc3", 0, false);
        check("e4 Nf6 Nf3 Ng8 Ng1", 0, true);
        // The pawn's move cannot be taken back.
        check("Nf3 Nf6 e4", 0, false);
        // The bishop's way back is closed.
        check("e4 e5 Be2 Be7 d3 d6 Bf3 Nf6 Ne2", 0, false);
    }
}
