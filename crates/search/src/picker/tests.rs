use super::*;

/// What a node knows that has seen nothing yet.
fn no_hints() -> Hints {
    Hints {
        tt_move: None,
        killer: None,
        counter: None,
        threats: Bitboard::EMPTY,
        earlier: [None; 3],
    }
}

/// All moves in the order in which such a node tries them.
fn in_order(position: &Position) -> Vec<Move> {
    let (histories, features) = (Histories::new(), Features::default());
    let mut picker = MovePicker::new(no_hints(), Purpose::All);
    std::iter::from_fn(|| picker.next(position, &histories, features)).collect()
}

/// The quiet checks that come when other quiet moves are no longer wanted after `taken` moves.
fn checks_after(taken: usize) -> Vec<String> {
    // Ra8+, Nd6+ and Nf6+ give check; Kf1 comes first as a killer.
    let position: Position = "4k3/8/8/8/4N3/8/8/R3K3 w - - 0 1".parse().unwrap();
    let killer = position.parse_uci("e1f1").unwrap();
    let hints = Hints { killer: Some(killer), ..no_hints() };
    let (histories, features) = (Histories::new(), Features::default());
    let mut picker = MovePicker::new(hints, Purpose::All);
    let mut next = || picker.next(&position, &histories, features);
    let mut moves: Vec<Move> = (0..taken).filter_map(|_| next()).collect();
    picker.skip_quiets_without_check(position.checks());
    moves.extend(std::iter::from_fn(|| picker.next(&position, &histories, features)));
    let checks = position.checks();
    let checking = moves.into_iter().filter(|mv| checks.given_by(&position, *mv));
    let mut names: Vec<String> = checking.map(|mv| format!("{}{}", mv.from(), mv.to())).collect();
    names.sort();
    names
}

#[test]
fn checks_that_lose_nothing_come_first_among_quiet_moves() {
    // Qf7+ gives check as well, but loses the queen.
    let position: Position = "1r2k3/8/8/8/8/8/Q3P3/4K2R w - - 0 1".parse().unwrap();
    let moves = in_order(&position);
    let checks = position.checks();
    let is_good =
        |mv: &Move| checks.given_by(&position, *mv) && see_at_least(&position, *mv, -CHECK_LOSS);
    let good = moves.iter().filter(|mv| is_good(mv)).count();
    assert!(good >= 2 && moves[..good].iter().all(is_good), "{moves:?}");
    assert!(moves[good..].iter().any(|mv| checks.given_by(&position, *mv)));
}

#[test]
fn quiet_checks_come_once_quiet_moves_are_made() {
    for taken in 0..6 {
        let expected: &[&str] = if taken < 2 { &[] } else { &["a1a8", "e4d6", "e4f6"] };
        assert_eq!(checks_after(taken), expected, "after {taken} moves");
    }
}

/// Checks that this piece leaves for a square that cheaper ones do not attack before anything else
/// is tried, and that whatever goes to where they do comes last.
#[track_caller]
fn check_escape(fen: &str, kind: PieceType) {
    let position: Position = fen.parse().unwrap();
    let danger = position.attacked_by_cheaper(!position.turn());
    let moves = in_order(&position);
    assert!(moves.iter().all(|mv| !mv.is_noisy()), "{fen} has quiet moves alone");
    let worth = |mv: &Move| escape(&danger, &position, *mv);
    let first = position.piece_on(moves[0].from()).map(Piece::kind);
    assert_eq!(first, Some(kind), "{fen}: {moves:?}");
    assert!(worth(&moves[0]) > 0, "{fen}: {moves:?}");
    assert!(moves.iter().any(|mv| worth(mv) < 0), "{fen}: {moves:?}");
    assert!(moves.is_sorted_by_key(|mv| -worth(mv)), "{fen}: {moves:?}");
}

#[test]
fn pieces_that_cheaper_ones_attack_leave_first() {
    // Without this a queen that a pawn attacked was left where it stood in searches of two plies.
    check_escape("6k1/8/2n5/7R/3Q4/6K1/8/8 w - - 0 1", PieceType::Queen);
    check_escape("6k1/8/3b4/8/1R6/8/8/Q4K2 w - - 0 1", PieceType::Rook);
    check_escape("6k1/8/8/1p6/2N5/6K1/8/3B4 w - - 0 1", PieceType::Knight);
}
