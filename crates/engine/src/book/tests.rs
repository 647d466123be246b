use ferz_rules::{Position, Square};

use super::*;

fn code(from: Square, to: Square, promotion: u16) -> u16 {
    u16::try_from(to.index() | (from.index() << 6)).expect("twelve bits") | (promotion << 12)
}

fn bytes(entries: &[(&Position, u16, u16)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut entries = entries.to_vec();
    entries.sort_by_key(|entry| entry.0.key());
    for (position, mv, weight) in entries {
        bytes.extend(position.key().bits().to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0xff; 4]);
    }
    bytes
}

/// The move that an entry stands for in a position.
#[track_caller]
fn check_move(fen: &str, from: Square, to: Square, promotion: u16, expected: Option<&str>) {
    let position: Position = fen.parse().expect("a test's own position");
    let book = PolyglotBook::from_bytes(&bytes(&[(&position, code(from, to, promotion), 1)]));
    let found = book.expect("one entry").moves(&position).first().map(|known| known.mv);
    assert_eq!(found.map(|mv| position.san(mv)).as_deref(), expected);
}

#[test]
fn moves_are_understood() {
    use Square::{A1, A8, B7, B8, C8, E1, E2, E4, E8, F1, G1, G2, G8, H1, H8};
    let start = Position::startpos().to_string();
    check_move(&start, E2, E4, 0, Some("e4"));
    check_move(&start, E2, E4, 4, None);
    check_move(&start, E1, E2, 0, None);
    check_move(&start, A1, A1, 0, None);
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_move(castle, E1, H1, 0, Some("O-O"));
    check_move(castle, E1, A1, 0, Some("O-O-O"));
    check_move(castle, E1, G1, 0, Some("O-O"));
    check_move(castle, E1, G1, 4, None);
    check_move(&castle.replace(" w ", " b "), E8, A8, 0, Some("O-O-O"));
    check_move(&castle.replace(" w ", " b "), E8, C8, 0, Some("O-O-O"));
    check_move(&castle.replace(" w ", " b "), E8, G8, 0, Some("O-O"));
    check_move("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", E1, H1, 0, None);
    // The rook stands where the king would go: the king takes it, and no other move is meant.
    check_move("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", F1, G1, 0, Some("O-O"));
    check_move("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", F1, G2, 0, Some("Kg2"));
    let promotion = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    check_move(promotion, B7, B8, 1, Some("b8=N"));
    check_move(promotion, B7, B8, 4, Some("b8=Q+"));
    check_move(promotion, B7, B8, 0, None);
    check_move(promotion, B7, B8, 7, None);
    check_move(promotion, H8, H1, 0, None);
}

#[test]
fn a_position_has_its_legal_moves_by_weight() {
    use Square::{A2, A3, D2, D4, E2, E4, E5, E7};
    let start = Position::startpos();
    let mut after = start.clone();
    after.play(start.parse_san("e4").expect("legal"));
    let book = PolyglotBook::from_bytes(&bytes(&[
        (&start, code(A2, A3, 0), 0),
        (&after, code(E7, E5, 0), 3),
        (&start, code(E7, E5, 0), 9),
        (&start, code(D2, D4, 0), 40),
        (&start, code(E2, E4, 0), 60_000),
        (&start, code(E2, E4, 0), 60_000),
    ]));
    let book = book.expect("whole entries");
    assert_eq!(book.len(), 6);
    let told = |position: &Position| {
        let moves = book.moves(position).into_iter();
        moves.map(|known| (position.san(known.mv), known.weight)).collect::<Vec<_>>()
    };
    assert_eq!(told(&start), [("e4".to_owned(), 120_000), ("d4".to_owned(), 40)]);
    assert_eq!(told(&after), [("e5".to_owned(), 3)]);
    after.play(after.parse_san("e5").expect("legal"));
    assert_eq!(told(&after), []);
    assert_eq!(book.draw(&after, 0), None);
}

#[test]
fn draws_are_by_weight() {
    use Square::{D2, D4, E2, E4};
    let start = Position::startpos();
    let entries = [(&start, code(E2, E4, 0), 3), (&start, code(D2, D4, 0), 1)];
    let book = PolyglotBook::from_bytes(&bytes(&entries)).expect("two entries");
    let drawn = |random| book.draw(&start, random).map(|mv| start.san(mv));
    let quarter = 1_u64 << 62;
    for (random, expected) in
        [(0, "e4"), (quarter, "e4"), (3 * quarter - 1, "e4"), (3 * quarter, "d4"), (u64::MAX, "d4")]
    {
        assert_eq!(drawn(random).as_deref(), Some(expected), "{random}");
    }
}

#[test]
fn what_is_no_book_is_refused() {
    assert_eq!(PolyglotBook::from_bytes(&[]), Err(PolyglotError::Empty));
    assert_eq!(PolyglotBook::from_bytes(&[0; 17]), Err(PolyglotError::Length(17)));
    let unsorted = [[0; 16], [9; 16], [1; 16]].concat();
    assert_eq!(PolyglotBook::from_bytes(&unsorted), Err(PolyglotError::Order(2)));
    assert!(
        PolyglotBook::from_bytes(&[0xff; 32])
            .expect("garbage")
            .moves(&Position::startpos())
            .is_empty()
    );
}
