//! The gate to a position: which FENs are let in and how they come out again, which are refused,
//! and whether the refusal says what is wrong.

mod support;

use ferz_rules::{
    CastlingSide, Color, Fault, FenError, File, Piece, PieceType, Position, Rank, Setup, Square,
};

use support::shared_data;

/// The text is accepted and written as X-FEN and as Shredder-FEN like this, both of which mean
/// the same position again.
#[track_caller]
fn check_fen(text: &str, x_fen: &str, shredder_fen: &str) {
    let position: Position = text.parse().unwrap();
    assert_eq!(format!("{position}"), x_fen);
    assert_eq!(format!("{position:#}"), shredder_fen);
    assert_eq!(x_fen.parse(), Ok(position.clone()));
    assert_eq!(shredder_fen.parse(), Ok(position));
}

#[test]
fn counters_may_be_missing() {
    let full = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    check_fen("4k3/8/8/8/8/8/8/4K3 b - -", full, full);
    check_fen("4k3/8/8/8/8/8/8/4K3 b - - 0", full, full);
    check_fen("  4k3/8/8/8/8/8/8/4K3   b -\t- 0 1\r\n", full, full);
    let five = "4k3/8/8/8/8/8/8/4K3 b - - 17 1";
    check_fen("4k3/8/8/8/8/8/8/4K3 b - - 17", five, five);
}

#[test]
fn counters_are_kept() {
    let long = "4k3/8/8/8/8/8/8/4K3 b - - 149 5899";
    check_fen(long, long, long);
    let from_zero = "4k3/8/8/8/8/8/8/4K3 b - - 3 0";
    let from_one = "4k3/8/8/8/8/8/8/4K3 b - - 3 1";
    check_fen(from_zero, from_one, from_one);
    assert_eq!(from_zero.parse::<Setup>(), from_one.parse::<Setup>());
}

#[test]
fn an_en_passant_square_is_kept_only_where_a_pawn_can_use_it() {
    let of_no_use = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    check_fen(
        of_no_use,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1",
    );
    let useful = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    check_fen(useful, useful, useful);
    // Pinned, so nobody may take; but a pawn stands there, and Polyglot asks no more.
    let pinned = "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1";
    check_fen(pinned, pinned, pinned);
    // On the other edge of the board, which is the next square in memory.
    let wrapped = "4k3/8/8/8/P7/7p/8/4K3 b - a3 0 1";
    let dropped = "4k3/8/8/8/P7/7p/8/4K3 b - - 0 1";
    check_fen(wrapped, dropped, dropped);
}

#[test]
fn castling_rights_are_written_in_three_ways() {
    let standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let shredder = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    check_fen(standard, standard, shredder);
    check_fen("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", standard, shredder);
    check_fen("r3k2r/8/8/8/8/8/8/R3K2R w KAhq - 0 1", standard, shredder);
}

#[test]
fn the_letters_k_and_q_mean_the_outermost_rook() {
    // Two rooks on the queen's side: the outer one is the ordinary right, the inner one needs
    // its file.
    let outer = "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1";
    check_fen(outer, outer, "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1");
    let inner = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    check_fen(inner, inner, inner);
    // The same on the king's side, for Black, with one of each.
    let mixed = "1k2r1r1/8/8/8/8/8/8/R1R2KRR b GQe - 0 1";
    check_fen(mixed, mixed, "1k2r1r1/8/8/8/8/8/8/R1R2KRR b GAe - 0 1");
    // A rook beside the king that is not in the corner is still the outermost.
    check_fen(
        "4k3/8/8/8/8/8/8/3RKR2 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/3RKR2 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/3RKR2 w FD - 0 1",
    );
}

#[track_caller]
fn check_fen_error(text: &str, expected: &FenError, message: &str) {
    assert_eq!(text.parse::<Position>().as_ref(), Err(expected));
    assert_eq!(expected.to_string(), message);
}

#[test]
fn a_fen_has_four_to_six_fields() {
    check_fen_error("", &FenError::Fields(0), "expected 4 to 6 fields in a FEN, got 0");
    check_fen_error(
        "8/8/8/8/8/8/8/8 w -",
        &FenError::Fields(3),
        "expected 4 to 6 fields in a FEN, got 3",
    );
    check_fen_error(
        "8/8/8/8/8/8/8/8 w - - 0 1 2",
        &FenError::Fields(7),
        "expected 4 to 6 fields in a FEN, got 7",
    );
}

#[track_caller]
fn check_placement_error(placement: &str, expected: &FenError, message: &str) {
    check_fen_error(&format!("{placement} w - - 0 1"), expected, message);
}

#[test]
fn a_board_has_eight_ranks_of_eight_squares() {
    let ranks = |text: &str| FenError::Ranks(text.to_owned());
    check_placement_error(
        "8/8/8/8/8/8/8",
        &ranks("8/8/8/8/8/8/8"),
        "expected eight ranks separated by '/', got \"8/8/8/8/8/8/8\"",
    );
    check_placement_error(
        "8/8/8/8/8/8/8/8/8",
        &ranks("8/8/8/8/8/8/8/8/8"),
        "expected eight ranks separated by '/', got \"8/8/8/8/8/8/8/8/8\"",
    );
    for row in ["7", "pppppppp1", "8p", "88", "k4b3", ""] {
        check_placement_error(
            &format!("4k3/8/8/{row}/8/8/8/4K3"),
            &FenError::Rank(row.to_owned()),
            &format!("expected a rank of eight squares, got \"{row}\""),
        );
    }
    for c in ['x', '9', '0', 'é', '♔', '٣'] {
        check_placement_error(
            &format!("4k3/8/8/{c}7/8/8/8/4K3"),
            &FenError::Piece(c),
            &format!("expected one of the pieces PNBRQKpnbrqk or a digit 1-8, got '{c}'"),
        );
    }
}

#[test]
fn fields_after_the_board_are_refused_by_name() {
    for turn in ["W", "wb", "white", "-"] {
        check_fen_error(
            &format!("4k3/8/8/8/8/8/8/4K3 {turn} - - 0 1"),
            &FenError::Turn(turn.to_owned()),
            &format!("expected the player to move as 'w' or 'b', got \"{turn}\""),
        );
    }
    // The same right twice is as wrong as a letter that is none: KH both mean the rook on h1.
    for castling in ["KK", "KH", "i", "K-", "--", "Кк"] {
        check_fen_error(
            &format!("4k3/8/8/8/8/8/8/4K2R w {castling} - 0 1"),
            &FenError::Castling(castling.to_owned()),
            &format!(
                "expected castling rights as '-', letters of KQkq or rook files, got \"{castling}\""
            ),
        );
    }
    for square in ["e9", "i3", "E3", "e", "e33", "--"] {
        check_fen_error(
            &format!("4k3/8/8/8/8/8/8/4K3 w - {square} 0 1"),
            &FenError::EnPassant(square.to_owned()),
            &format!("expected an en-passant square or '-', got \"{square}\""),
        );
    }
    for number in ["-1", "+1", "x", "1.5", "65536", "٣"] {
        check_fen_error(
            &format!("4k3/8/8/8/8/8/8/4K3 w - - {number} 1"),
            &FenError::HalfmoveClock(number.to_owned()),
            &format!("expected the half-move clock as a number, got \"{number}\""),
        );
        check_fen_error(
            &format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}"),
            &FenError::FullmoveNumber(number.to_owned()),
            &format!("expected the move number as a number, got \"{number}\""),
        );
    }
}

#[test]
fn long_texts_are_quoted_in_part() {
    let long = "é".repeat(100);
    check_fen_error(
        &format!("4k3/8/8/8/8/8/8/4K3 {long} - - 0 1"),
        &FenError::Turn(long.clone()),
        &format!("expected the player to move as 'w' or 'b', got \"{}…\"", "é".repeat(60)),
    );
}

/// The setup is refused for exactly these reasons, in this order.
#[track_caller]
fn check_setup_faults(setup: Setup, faults: &[Fault], message: &str) {
    let error = Position::try_from(setup).unwrap_err();
    assert_eq!(error.faults(), faults);
    assert_eq!(error.to_string(), message);
}

#[track_caller]
fn check_faults(fen: &str, faults: &[Fault], message: &str) {
    check_setup_faults(fen.parse().unwrap(), faults, message);
    let Err(FenError::Position(error)) = fen.parse::<Position>() else {
        panic!("{fen} is not refused as a position");
    };
    assert_eq!(error.faults(), faults);
}

#[track_caller]
fn check_accepted(fen: &str) {
    if let Err(error) = fen.parse::<Position>() {
        panic!("{fen}: {error}");
    }
}

#[test]
fn each_player_has_one_king() {
    check_faults(
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        &[Fault::NoKing(Color::Black)],
        "Black has no king",
    );
    check_faults(
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        &[Fault::ManyKings(Color::White, 2)],
        "White has 2 kings",
    );
}

#[test]
fn material_comes_from_the_starting_position() {
    let (white, black) = (Color::White, Color::Black);
    check_faults(
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        &[Fault::ManyPawns(white, 9)],
        "White has 9 pawns, more than 8",
    );
    check_faults(
        "rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1",
        &[Fault::ManyPieces(black, 17), Fault::ManyPromoted(black, 1)],
        "Black has 17 pieces, more than 16; \
         Black has 1 promoted piece, more than it lacks pawns",
    );
    for promoted in ["QQ2K3", "RRR1K3", "N1N1K1N1", "BB1BK3", "B1B1K3"] {
        check_faults(
            &format!("4k3/8/8/8/8/8/PPPPPPPP/{promoted} w - - 0 1"),
            &[Fault::ManyPromoted(white, 1)],
            "White has 1 promoted piece, more than it lacks pawns",
        );
        check_accepted(&format!("4k3/8/8/8/8/8/PPPPPPP1/{promoted} w - - 0 1"));
    }
    check_accepted("8/k7/8/8/8/8/8/QQQQKQQQ b - - 0 1");
}

#[test]
fn no_pawn_stands_on_the_first_or_last_rank() {
    check_faults(
        "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
        &[Fault::PawnOnBackRank(Square::H1), Fault::PawnOnBackRank(Square::A8)],
        "a pawn cannot stand on h1; a pawn cannot stand on a8",
    );
}

#[test]
fn the_player_who_has_moved_is_not_in_check() {
    check_faults(
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        &[Fault::OpponentInCheck(Color::Black)],
        "Black is in check, but it is not Black's move",
    );
    // Kings side by side give check to each other.
    check_faults(
        "8/8/8/8/8/8/4k3/4K3 b - - 0 1",
        &[Fault::OpponentInCheck(Color::White)],
        "White is in check, but it is not White's move",
    );
    check_accepted("4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
}

#[test]
fn no_more_than_two_pieces_give_check() {
    check_faults(
        "4k3/8/3N1N2/1B6/8/8/8/4K3 b - - 0 1",
        &[Fault::ManyCheckers(3)],
        "3 pieces give check at once",
    );
    check_accepted("4k3/8/3N4/1B6/8/8/8/4K3 b - - 0 1");
}

#[test]
fn a_right_to_castle_needs_king_and_rook_in_place() {
    let fault = |color, side, file| Fault::Castling(color, side, file);
    check_faults(
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        &[fault(Color::White, CastlingSide::King, File::H)],
        "White cannot castle on the king's side: \
         no king on its rank with a rook on h1 on that side of it",
    );
    // A king that has moved, a rook of the enemy, a rook on another rank.
    let black_queen_side = [fault(Color::Black, CastlingSide::Queen, File::A)];
    let message = "Black cannot castle on the queen's side: \
                   no king on its rank with a rook on a8 on that side of it";
    check_faults("r7/4k3/8/8/8/8/8/4K3 w q - 0 1", &black_queen_side, message);
    check_faults("R2bk3/8/8/8/8/8/8/4K3 w q - 0 1", &black_queen_side, message);
    check_faults("4k3/r7/8/8/8/8/8/4K3 w q - 0 1", &black_queen_side, message);
    check_faults(
        "7r/4k3/8/8/8/8/4K3/R6R w KQk - 0 1",
        &[
            fault(Color::White, CastlingSide::King, File::H),
            fault(Color::White, CastlingSide::Queen, File::A),
            fault(Color::Black, CastlingSide::King, File::H),
        ],
        "White cannot castle on the king's side: \
         no king on its rank with a rook on h1 on that side of it; \
         White cannot castle on the queen's side: \
         no king on its rank with a rook on a1 on that side of it; \
         Black cannot castle on the king's side: \
         no king on its rank with a rook on h8 on that side of it",
    );
    // A file without a rook, beside one with a rook.
    check_faults(
        "4k3/8/8/8/8/8/8/4K2R w G - 0 1",
        &[fault(Color::White, CastlingSide::King, File::G)],
        "White cannot castle on the king's side: \
         no king on its rank with a rook on g1 on that side of it",
    );
}

#[test]
fn a_rook_on_the_wrong_side_gives_no_right() {
    let mut setup: Setup = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    setup.castling.set(Color::White, CastlingSide::King, Some(File::A));
    check_setup_faults(
        setup,
        &[Fault::Castling(Color::White, CastlingSide::King, File::A)],
        "White cannot castle on the king's side: \
         no king on its rank with a rook on a1 on that side of it",
    );
}

#[track_caller]
fn check_en_passant_fault(fen: &str, square: Square) {
    check_faults(
        fen,
        &[Fault::EnPassant(square)],
        &format!("no pawn can have just jumped over the en-passant square {square}"),
    );
}

#[test]
fn a_pawn_must_have_jumped_over_the_en_passant_square() {
    // The wrong rank for the player to move, or no rank for anybody.
    check_en_passant_fault("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Square::E3);
    check_en_passant_fault("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", Square::E4);
    check_en_passant_fault("4k3/8/8/8/4P3/8/8/4K3 b - e1 0 1", Square::E1);
    check_en_passant_fault("4k3/8/8/4p3/8/8/8/4K3 w - e7 0 1", Square::E7);
    // No pawn, a pawn of the wrong color, another piece.
    check_en_passant_fault("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Square::E3);
    check_en_passant_fault("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", Square::E3);
    check_en_passant_fault("4k3/8/8/8/4N3/8/8/4K3 b - e3 0 1", Square::E3);
    // Something stands where the pawn came from or passed.
    check_en_passant_fault("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", Square::E3);
    check_en_passant_fault("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Square::E3);
    check_en_passant_fault("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", Square::E6);
}

#[test]
fn nobody_pushes_a_pawn_while_the_other_king_can_be_taken() {
    // The queen, the knight and the rook gave check before the pawn jumped.
    check_en_passant_fault("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", Square::D3);
    check_en_passant_fault("8/8/8/8/4P3/1k6/3N4/4K3 b - e3 0 1", Square::E3);
    // Here the pawn itself has cut off the rook's view of the king that it must have had.
    check_en_passant_fault("8/8/8/8/k3P2R/8/8/4K3 b - e3 0 1", Square::E3);
    // The pawn gives check, or uncovers one by leaving its square: both are possible.
    check_accepted("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1");
    check_accepted("8/8/8/8/3pP3/8/R6k/4K3 b - e3 0 1");
}

#[test]
fn all_faults_are_told_at_once() {
    check_faults(
        "7P/8/8/8/8/8/8/8 w - - 0 1",
        &[
            Fault::NoKing(Color::White),
            Fault::NoKing(Color::Black),
            Fault::PawnOnBackRank(Square::H8),
        ],
        "White has no king; Black has no king; a pawn cannot stand on h8",
    );
    check_faults(
        "4k2P/8/8/8/8/8/8/R3K3 b KQ e3 0 1",
        &[
            Fault::PawnOnBackRank(Square::H8),
            Fault::Castling(Color::White, CastlingSide::King, File::H),
            Fault::EnPassant(Square::E3),
        ],
        "a pawn cannot stand on h8; \
         White cannot castle on the king's side: \
         no king on its rank with a rook on h1 on that side of it; \
         no pawn can have just jumped over the en-passant square e3",
    );
}

/// Whether a pawn stands beside the one that has just jumped over the en-passant square.
fn pawn_stands_ready(setup: &Setup) -> bool {
    let Some(square) = setup.en_passant else { return false };
    let beside = if square.rank() == Rank::Third { 1 } else { -1 };
    let pawn = Some(Piece::new(setup.turn, PieceType::Pawn));
    [-1, 1]
        .into_iter()
        .filter_map(|file| square.offset(file, beside))
        .any(|taker| setup.board[taker.index()] == pawn)
}

/// A line of a file of valid positions, all of them in Shredder-FEN.
#[track_caller]
fn check_valid(line: &str) {
    let mut setup: Setup = line.parse().unwrap();
    assert_eq!(format!("{setup:#}"), line);
    let position: Position = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    if !pawn_stands_ready(&setup) {
        setup.en_passant = None;
    }
    assert_eq!(position.to_setup(), setup, "{line}");
    assert_eq!(format!("{position}").parse(), Ok(position), "{line}");
}

#[track_caller]
fn check_file(name: &str, lines: usize, check: impl Fn(&str)) {
    let Some(text) = shared_data(&format!("rules/{name}")) else { return };
    assert!(text.lines().count() >= lines, "{name} has only {} lines", text.lines().count());
    text.lines().for_each(check);
}

#[test]
fn valid_positions_are_accepted() {
    check_file("valid.sfens", 10_000, check_valid);
    check_file("chess960_start_positions.sfens", 960, check_valid);
}

#[test]
fn invalid_positions_are_refused() {
    check_file("invalid.sfens", 9_900, |line| {
        let error = line.parse::<Position>().expect_err(line);
        // Beside two kings on one rank, "FC" may name two rooks on the same side.
        let named = matches!(error, FenError::Position(_) | FenError::Castling(_));
        assert!(named, "{line}: {error}");
    });
}
