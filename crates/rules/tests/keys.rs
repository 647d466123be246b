//! Keys: equal for equal positions and different for different ones, whichever way a position was
//! reached, and Polyglot's where Polyglot has published them.

mod support;

use std::collections::HashMap;

use ferz_rules::{Color, Key, MoveKind, Position};

use support::{Tally, random_games, skirmishes};

fn play_all(start: &str, moves: &str) -> Position {
    let mut position: Position = start.parse().unwrap();
    for uci in moves.split_whitespace() {
        let mv = position.parse_uci(uci).unwrap();
        position.play(mv);
    }
    position
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The four fields of a FEN that say which position it is.
fn fields(position: &Position) -> String {
    let fen = format!("{position:#}");
    let counters = fen.match_indices(' ').nth(3).expect("six fields").0;
    fen[..counters].to_owned()
}

#[track_caller]
fn check_polyglot(moves: &str, fen: &str, key: u64) {
    let key = Key::from_bits(key);
    assert_eq!(play_all(START, moves).key(), key);
    assert_eq!(fen.parse::<Position>().unwrap().key(), key);
}

/// The nine vectors that the description of the book format gives.
#[test]
fn keys_are_those_of_polyglot() {
    check_polyglot("", START, 0x463b96181691fc9c);
    check_polyglot(
        "e2e4",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        0x823c9b50fd114196,
    );
    check_polyglot(
        "e2e4 d7d5",
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
        0x0756b94461c50fb0,
    );
    check_polyglot(
        "e2e4 d7d5 e4e5",
        "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
        0x662fafb965db29d4,
    );
    check_polyglot(
        "e2e4 d7d5 e4e5 f7f5",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        0x22a48b5a8e47ff78,
    );
    check_polyglot(
        "e2e4 d7d5 e4e5 f7f5 e1e2",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
        0x652a607ca3f242c1,
    );
    check_polyglot(
        "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
        "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
        0x00fdd303c946bdd9,
    );
    check_polyglot(
        "a2a4 b7b5 h2h4 b5b4 c2c4",
        "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
        0x3c8123ea7b067637,
    );
    check_polyglot(
        "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
        "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
        0x5c3f9b829b279560,
    );
}

/// The keys that moves have brought about are those of the same position made from nothing.
#[track_caller]
fn check_fresh(position: &Position) {
    let fresh = Position::try_from(position.to_setup()).unwrap();
    let keys = |position: &Position| {
        [
            position.key(),
            position.pawn_key(),
            position.minor_key(),
            position.major_key(),
            position.non_pawn_key(Color::White),
            position.non_pawn_key(Color::Black),
        ]
    };
    assert_eq!(keys(position), keys(&fresh), "{position}");
    // And whatever else a position keeps up to date: bitboards, checkers, pins, castling squares.
    assert_eq!(*position, fresh, "{position}");
}

#[test]
fn keys_after_moves_are_those_of_the_position_from_scratch() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0201, 200_000).chain(skirmishes(0x5EED_0202, 50_000)) {
        for position in game.positions() {
            tally.note("position", true);
            check_fresh(position);
        }
        for mv in game.moves() {
            tally.note("castling", mv.is_castle());
            tally.note("en passant", mv.kind() == MoveKind::EnPassant);
            tally.note("promotion", mv.is_promotion());
            tally.note("capture", mv.is_capture());
        }
    }
    tally.check_at_least(&[
        ("position", 250_000),
        ("capture", 15_000),
        ("castling", 600),
        ("en passant", 300),
        ("promotion", 1_200),
    ]);
}

/// The key that a move is guessed to lead to is the right one, but for castling, for lost rights and
/// for captures in passing that become possible.
#[test]
fn likely_keys_are_right_where_they_say_so() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0205, 100_000).chain(skirmishes(0x5EED_0206, 50_000)) {
        let steps = game.positions().zip(game.positions().skip(1));
        for (mv, (before, after)) in game.moves().zip(steps) {
            let is_plain = !mv.is_castle()
                && before.castling() == after.castling()
                && after.en_passant().is_none();
            if is_plain {
                assert_eq!(before.likely_key_after(mv), after.key(), "{before}: {mv:?}");
            }
            tally.note("plain", is_plain);
            tally.note("en passant", mv.kind() == MoveKind::EnPassant);
            tally.note("promotion", is_plain && mv.is_promotion());
        }
        for position in game.positions().filter(|position| !position.in_check()) {
            let mut passed = position.clone();
            passed.play_null();
            assert_eq!(position.key_after_null(), passed.key(), "{position}");
        }
    }
    tally.check_at_least(&[("plain", 130_000), ("en passant", 150), ("promotion", 600)]);
}

/// [`Position::repetition_key`] is the key of the position without its en-passant square where
/// nobody may take there, and the ordinary key everywhere else.
#[track_caller]
fn check_repetition_key(position: &Position) -> bool {
    let may_take = position.legal_moves().iter().any(|mv| mv.kind() == MoveKind::EnPassant);
    assert_eq!(position.has_legal_en_passant(), may_take, "{position}");
    let vain = position.en_passant().is_some() && !may_take;
    let mut setup = position.to_setup();
    if vain {
        setup.en_passant = None;
    }
    let expected = Position::try_from(setup).unwrap().key();
    assert_eq!(position.repetition_key(), expected, "{position}");
    assert_eq!(position.repetition_key() != position.key(), vain, "{position}");
    vain
}

#[test]
fn repetition_keys_forget_captures_in_passing_that_are_illegal() {
    let mut tally = Tally::default();
    for game in random_games(0x5EED_0203, 100_000).chain(skirmishes(0x5EED_0204, 50_000)) {
        for position in game.positions() {
            let vain = check_repetition_key(position);
            tally.note("illegal capture", vain);
            tally.note("legal capture", position.en_passant().is_some() && !vain);
        }
    }
    tally.check_at_least(&[("legal capture", 500), ("illegal capture", 80)]);
}

#[track_caller]
fn check_vain_en_passant(fen: &str, vain: bool) {
    assert_eq!(check_repetition_key(&fen.parse().unwrap()), vain);
}

#[test]
fn captures_in_passing_that_are_illegal() {
    let (legal, vain) = (false, true);
    check_vain_en_passant("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", legal);
    // Pinned on its file, and with a second pawn that is not.
    check_vain_en_passant("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", vain);
    check_vain_en_passant("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", legal);
    // Pinned on the diagonal that the capture stays on, and on the other one.
    check_vain_en_passant("8/8/8/2k5/3pP3/8/5B2/7K b - e3 0 1", legal);
    check_vain_en_passant("8/8/5k2/8/3pP3/8/1B6/7K b - e3 0 1", vain);
    // Both pawns leave the rank between rook and king at once.
    check_vain_en_passant("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", vain);
    // The jumped pawn gives check and may be taken; a check that it uncovers remains.
    check_vain_en_passant("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", legal);
    check_vain_en_passant("8/8/8/8/3pP3/8/R6k/4K3 b - e3 0 1", vain);
}

#[track_caller]
fn check_transposition(start: &str, moves: &str, other_moves: &str, same: bool) {
    let (one, other) = (play_all(start, moves), play_all(start, other_moves));
    assert_eq!(one.key() == other.key(), same, "{one} and {other}");
    assert_eq!(one.repetition_key() == other.repetition_key(), same, "{one} and {other}");
}

#[test]
fn the_order_of_moves_does_not_matter() {
    check_transposition(START, "g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3", true);
    check_transposition(START, "e2e4 e7e6 d2d4 d7d5", "d2d4 d7d5 e2e4 e7e6", true);
    // A lost tempo: the same pieces, another player to move.
    check_transposition(START, "e2e3 e7e5 e3e4", "e2e4 e7e5", false);
    // A jump that nobody can answer leaves no trace.
    check_transposition(START, "a2a3 h7h6 a3a4 h6h5", "a2a4 h7h5", true);
}

#[test]
fn rights_make_a_difference() {
    // Kings and rooks that have come back may not castle.
    check_transposition(START, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", "e2e4 e7e5", false);
    check_transposition(START, "h2h4 h7h5 h1h2 b8c6 h2h1 c6b8", "h2h4 h7h5", false);
    // The black pawn on d4 may take on e3 only if White's pawn has just jumped.
    let pawns = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    check_transposition(pawns, "e2e4", "e2e4 e8d8 e1d1 d8e8 d1e1", false);
}

/// Every position under a root, down to this many plies.
fn visit_tree(position: &Position, depth: u32, visit: &mut impl FnMut(&Position)) {
    visit(position);
    if depth > 0 {
        for mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            visit_tree(&child, depth - 1, visit);
        }
    }
}

/// Which positions have been seen, by key and by name.
#[derive(Default)]
struct Census {
    by_key: HashMap<Key, String>,
    transpositions: usize,
}

impl Census {
    #[track_caller]
    fn check(&mut self, position: &Position) {
        let fields = fields(position);
        match self.by_key.get(&position.key()) {
            Some(known) => {
                assert_eq!(*known, fields, "two positions have the key {}", position.key());
                self.transpositions += 1;
            }
            None => {
                self.by_key.insert(position.key(), fields);
            }
        }
    }

    /// No position has been entered under two keys either.
    #[track_caller]
    fn check_names(&self) {
        let names: std::collections::HashSet<&String> = self.by_key.values().collect();
        assert_eq!(names.len(), self.by_key.len(), "some position has two keys");
    }
}

#[test]
fn a_position_has_one_key_and_a_key_one_position() {
    let mut census = Census::default();
    for game in random_games(0x5EED_0205, 200_000).chain(skirmishes(0x5EED_0206, 100_000)) {
        for position in game.positions() {
            census.check(position);
        }
    }
    for root in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "1rk1r3/2pp4/8/4P3/3p4/8/2P1P3/1RK1R3 w EBeb - 0 1",
    ] {
        visit_tree(&root.parse().unwrap(), 3, &mut |position| census.check(position));
    }
    census.check_names();
    assert!(census.by_key.len() > 300_000, "{} positions", census.by_key.len());
    assert!(census.transpositions > 40_000, "{} transpositions", census.transpositions);
}
