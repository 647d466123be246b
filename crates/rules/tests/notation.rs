//! Moves as text: what is written, what is understood, what is refused and why. No text, however
//! odd, may do worse than be refused.

mod support;

use ferz_rules::{CastlingStyle, Epd, Move, Position, SanError, Setup, UciMoveError};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use support::shared_data;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The move is written like this and read back from it.
#[track_caller]
fn check_san(fen: &str, uci: &str, san: &str) {
    let position = position(fen);
    let mv = position.parse_uci(uci).unwrap();
    assert_eq!(position.san(mv), san);
    assert_eq!(position.parse_san(san), Ok(mv));
}

#[test]
fn pieces_and_pawns() {
    check_san(START, "g1f3", "Nf3");
    check_san(START, "e2e4", "e4");
    check_san(START, "e2e3", "e3");
    check_san("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5");
    check_san("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5");
    check_san("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3");
    // Two pawns that take the same piece need no more than their files.
    check_san("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5");
}

#[test]
fn an_origin_is_told_by_file_then_rank_then_both() {
    check_san("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1");
    check_san("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3");
    // One rival on the file and one on the rank.
    let queens = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";
    check_san(queens, "h4e1", "Qh4e1");
    check_san(queens, "e4e1", "Qee1");
    check_san(queens, "h1e1", "Q1e1");
    // The file suffices as long as no rival shares it, wherever they are.
    check_san("4k3/8/8/1N3N2/8/8/8/4K3 w - - 0 1", "b5d4", "Nbd4");
    check_san("4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "Ncxd5");
}

#[test]
fn a_rival_that_may_not_move_is_no_rival() {
    // The knight on e2 is pinned to its king.
    check_san("4k3/4r3/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3", "Nc3");
    // In check only the move that answers it counts.
    check_san("4k3/8/8/8/1b6/8/N4N2/4K3 w - - 0 1", "a2c3", "Nc3");
    // A pinned rook may still move on its line, and is a rival there.
    check_san("4k3/4r3/8/8/8/4R3/8/R3K3 w Q - 0 1", "a1a3", "Ra3");
    check_san("4r1k1/8/4R3/8/8/8/R7/4K3 w - - 0 1", "a2e2", "Rae2");
}

#[test]
fn promotions() {
    let pawn = "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    check_san(pawn, "e7e8q", "e8=Q");
    check_san(pawn, "e7e8n", "e8=N");
    check_san(pawn, "e7d8r", "exd8=R");
    check_san(pawn, "e7d8b", "exd8=B");
    check_san("4k3/8/8/8/8/8/4K2p/8 b - - 0 1", "h2h1q", "h1=Q");
}

#[test]
fn checks_and_mates() {
    check_san("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "h1h8", "Rh8+");
    check_san("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#");
    check_san("7k/4P1pp/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q#");
    check_san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+");
    // Stalemate is no check.
    check_san("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1", "f3f7", "Qf7");
}

#[test]
fn castling() {
    let both = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check_san(both, "e1h1", "O-O");
    check_san(both, "e1a1", "O-O-O");
    // In Chess960 the side is that of the rook, however little the king moves.
    check_san("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", "O-O-O");
    check_san("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "O-O");
    // The king's step to the square where castling would take it.
    check_san("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1");
    check_san("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "O-O");
}

/// The text is understood as this move.
#[track_caller]
fn check_reads(fen: &str, texts: &[&str], uci: &str) {
    let position = position(fen);
    let mv = position.parse_uci(uci);
    assert!(mv.is_ok(), "{mv:?}");
    for &text in texts {
        assert_eq!(position.parse_san(text).ok(), mv.as_ref().ok().copied(), "{text}");
    }
}

#[test]
fn what_people_write_is_understood() {
    check_reads(
        START,
        &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!?", "Nf3+", "Nf3#"],
        "g1f3",
    );
    check_reads(START, &["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!!", "e4??"], "e2e4");
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check_reads(castling, &["O-O", "0-0", "o-o", "OO", "O-O+", "0-0!"], "e1h1");
    check_reads(castling, &["O-O-O", "0-0-0", "o-o-o", "OOO", "0-0-0+?!"], "e1a1");
    let promotion = "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    check_reads(promotion, &["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e7-e8=Q", "e7e8q"], "e7e8q");
    check_reads(promotion, &["exd8=N", "ed8N", "e7xd8=N", "e:d8=N", "exd8(N)"], "e7d8n");
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check_reads(en_passant, &["exd6", "exd6e.p.", "exd6e.p.+", "e5xd6", "ed6", "e:d6"], "e5d6");
    let capture = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1";
    check_reads(capture, &["Nxd5", "Nd5", "N:d5", "Ne3xd5", "Nexd5", "N3xd5"], "e3d5");
}

#[track_caller]
fn check_san_errors(fen: &str, texts: &[&str], error: fn(String) -> SanError, message: &str) {
    let position = position(fen);
    for &text in texts {
        let found = position.parse_san(text).expect_err(text);
        assert_eq!(found, error(text.to_owned()));
        assert_eq!(found.to_string(), message.replace('*', text));
    }
}

#[test]
fn what_is_no_move_is_refused() {
    let message = "expected a move such as Nf3, exd5 or O-O, got \"*\"";
    let nonsense = [
        "",
        "N",
        "e",
        "Nf",
        "Nf9",
        "Nj3",
        "Xf3",
        "nf3",
        "Nf3f",
        "Ng1f3f",
        "Nf3=Q",
        "e8=K",
        "e8=P",
        "e8=",
        "+",
        "--",
        "Z0",
        "O-O-O-O",
        "0",
        "e4e4e4",
        "Ng1gf3",
        "♘f3",
        "é4",
        "eé",
        "Né3",
        "Nf3é",
        " Nf3",
        "Nf3 ",
        "1.e4",
        "x:-e4",
        "e--e4",
        "e8((//=Q)",
        "e8Q)",
    ];
    check_san_errors(START, &nonsense, SanError::Syntax, message);
}

#[test]
fn moves_that_cannot_be_made_are_refused() {
    let message = "illegal move \"*\"";
    let impossible = ["e5", "exd5", "Ne4", "Nd2", "Qh5", "O-O", "O-O-O", "e8=Q", "Ka1", "Nbf3"];
    check_san_errors(START, &impossible, SanError::Illegal, message);
    // Pinned, into check, not out of check, through check, without a right.
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    check_san_errors(pinned, &["Nc3"], SanError::Illegal, message);
    let in_check = "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1";
    check_san_errors(in_check, &["Ra2", "Kd2", "O-O-O"], SanError::Illegal, message);
    let through_check = "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check_san_errors(through_check, &["O-O-O"], SanError::Illegal, message);
    let without_right = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
    check_san_errors(without_right, &["O-O"], SanError::Illegal, message);
    // A pawn must become something on the last rank, and nothing before it.
    let promotion = "8/4P2k/8/8/8/8/4P3/4K3 w - - 0 1";
    check_san_errors(promotion, &["e8", "e3=Q", "e4=Q"], SanError::Illegal, message);
    // A king's step onto its own rook is not how castling is written.
    check_san_errors("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", &["Kg1"], SanError::Illegal, message);
}

#[test]
fn moves_that_could_be_two_are_refused() {
    let message = "ambiguous move \"*\": more than one piece can make it";
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    check_san_errors(rooks, &["Rd1", "R1d1", "Rd1+"], SanError::Ambiguous, message);
    let queens = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";
    check_san_errors(queens, &["Qe1", "Qhe1", "Q4e1"], SanError::Ambiguous, message);
}

#[test]
fn long_texts_are_quoted_in_part() {
    let error = position(START).parse_san(&"♘".repeat(100)).unwrap_err();
    let quoted = format!("got \"{}…\"", "♘".repeat(60));
    assert!(error.to_string().ends_with(&quoted), "{error}");
}

/// All texts mean the same move, which is written like the first in ordinary chess and like the
/// second in Chess960.
#[track_caller]
fn check_uci(fen: &str, standard: &str, chess960: &str) {
    let position = position(fen);
    let mv = position.parse_uci(chess960).unwrap();
    assert_eq!(mv.uci(CastlingStyle::Standard).to_string(), standard);
    assert_eq!(mv.uci(CastlingStyle::Chess960).to_string(), chess960);
}

#[track_caller]
fn check_castling_uci(fen: &str, standard: &str, chess960: &str) {
    check_uci(fen, standard, chess960);
    let position = position(fen);
    assert_eq!(position.parse_uci(standard), position.parse_uci(chess960));
    assert!(position.parse_uci(standard).is_ok_and(Move::is_castle));
}

#[test]
fn coordinates() {
    check_uci(START, "e2e4", "e2e4");
    check_uci(START, "g1f3", "g1f3");
    check_uci("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "e7d8n");
    check_uci("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6");
    // Some programs send the promotion in upper case.
    let promotion = position("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(promotion.parse_uci("e7e8Q"), promotion.parse_uci("e7e8q"));
}

#[test]
fn castling_in_coordinates() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_castling_uci(both, "e1g1", "e1h1");
    check_castling_uci(both, "e1c1", "e1a1");
    let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    check_castling_uci(black, "e8g8", "e8h8");
    check_castling_uci(black, "e8c8", "e8a8");
    // Rooks elsewhere, the king on its usual square: "two squares" is still unmistakable.
    check_castling_uci("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1g1", "e1g1");
    check_castling_uci("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1c1", "e1b1");
}

/// The text is understood, and it is castling or it is not.
#[track_caller]
fn check_castles(fen: &str, uci: &str, castles: bool) {
    assert_eq!(position(fen).parse_uci(uci).map(Move::is_castle), Ok(castles));
}

#[test]
fn a_kings_step_is_not_castling() {
    // Castling takes this king to g1 too, and is written f1h1.
    let beside = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    check_castles(beside, "f1g1", false);
    check_castles(beside, "f1h1", true);
    check_uci(beside, "f1g1", "f1h1");
    // The rook on g1 can only be meant as the rook to castle with.
    check_castles("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", true);
    // The king stands on its target; a step to the queen's side is a step.
    check_castles("4k3/8/8/8/8/8/8/1R4K1 w Q - 0 1", "g1f1", false);
    check_castles("4k3/8/8/8/8/8/8/1R4K1 w Q - 0 1", "g1b1", true);
    // Without the right, the same squares are an ordinary step or nothing.
    check_castles("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1f1", false);
}

#[track_caller]
fn check_uci_errors(fen: &str, texts: &[&str], error: fn(String) -> UciMoveError, message: &str) {
    let position = position(fen);
    for &text in texts {
        let found = position.parse_uci(text).expect_err(text);
        assert_eq!(found, error(text.to_owned()));
        assert_eq!(found.to_string(), message.replace('*', text));
    }
}

#[test]
fn what_is_no_pair_of_squares_is_refused() {
    let message = "expected a move such as e2e4 or e7e8q, got \"*\"";
    let nonsense = [
        "", "e", "e2", "e2e", "e2e9", "i2e4", "E2E4", "e2-e4", "e2e4qq", "e7e8k", "e7e8p", "e7e8x",
        "0000", "(none)", "e2e4 ", " e2e4", "é2e4", "e2é", "e2e4é", "eé4", "♙e4", "e2e♙", "O-O",
    ];
    check_uci_errors(START, &nonsense, UciMoveError::Syntax, message);
}

#[test]
fn illegal_coordinates_are_refused() {
    let message = "illegal move \"*\"";
    let impossible = ["e2e5", "e3e4", "e7e5", "e1g1", "e1h1", "g1e2", "e2d3", "e2e4q", "e1e1"];
    check_uci_errors(START, &impossible, UciMoveError::Illegal, message);
    let promotion = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    check_uci_errors(promotion, &["e7e8", "e1e2q"], UciMoveError::Illegal, message);
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    check_uci_errors(pinned, &["e2c3"], UciMoveError::Illegal, message);
    // A right without the way, or a way without the right.
    let blocked = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";
    check_uci_errors(blocked, &["e1g1", "e1h1"], UciMoveError::Illegal, message);
    let without_right = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    check_uci_errors(without_right, &["e1g1", "e1h1"], UciMoveError::Illegal, message);
}

/// A suite as people have published it: each line is an EPD that means the same when written
/// again, and its best moves and moves to avoid are moves.
#[track_caller]
fn check_suite(name: &str, lines: usize) {
    let Some(text) = shared_data(&format!("suites/{name}.epd")) else { return };
    let mut moves = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(epd.to_string().parse().as_ref(), Ok(&epd), "{line}");
        for opcode in ["bm", "am"] {
            let found = epd.moves(opcode).unwrap_or_else(|error| panic!("{line}: {error}"));
            moves += found.len();
        }
    }
    assert!(moves >= lines, "only {moves} moves in {name}");
}

#[test]
fn suites_are_read() {
    check_suite("ECM", 800);
    check_suite("arasan2023", 150);
    check_suite("eet", 100);
    check_suite("iq4", 180);
    check_suite("wacnew", 300);
    check_suite("zugzwang", 30);
    check_suite("sts/STS1-STS15_LAN_v3", 1_500);
    check_suite("sts/STS1-STS15_LAN_v6", 1_100);
}

/// Positions in which texts are tried: crowded, promoting, castling in Chess960, en passant.
const ROOMS: [&str; 5] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1r2k1r1/8/8/3pP3/8/8/8/1R2K1R1 w GBgb d6 0 1",
    "8/2P1P1k1/8/8/8/7K/1p1p4/2N1R3 b - - 0 1",
];

fn any_room() -> impl Strategy<Value = Position> {
    prop::sample::select(&ROOMS[..]).prop_map(position)
}

/// Letters of chess in any order, with a few that are none and take several bytes.
fn chess_letters(most: usize) -> impl Strategy<Value = String> {
    let letters: Vec<char> =
        "abcdefgh12345678KQRBNPkqrbnpOo0x:=()/+#!?-.w ;\"\té♘".chars().collect();
    prop::collection::vec(prop::sample::select(letters), 0..most).prop_map(String::from_iter)
}

/// A right text with a piece of it replaced by something else.
fn spoiled(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (text, any::<prop::sample::Index>(), 0..3_usize, chess_letters(3)).prop_map(
        |(text, at, cut, patch)| {
            let mut letters: Vec<char> = text.chars().collect();
            let start = at.index(letters.len() + 1);
            let end = (start + cut).min(letters.len());
            letters.splice(start..end, patch.chars());
            letters.into_iter().collect()
        },
    )
}

fn fen_like() -> impl Strategy<Value = String> {
    let right = prop::sample::select(&ROOMS[..]).prop_map(str::to_owned);
    prop_oneof![3 => spoiled(right), 1 => chess_letters(80), 1 => any::<String>()]
}

fn epd_like() -> impl Strategy<Value = String> {
    let operations = prop::sample::select(
        &["bm e4 Nf3; id \"a; b\";", "pv e4 e5; hmvc 3; fmvn 7;", "am O-O", "c0 \"\";;"][..],
    );
    (fen_like(), spoiled(operations.prop_map(str::to_owned)))
        .prop_map(|(fen, operations)| format!("{fen} {operations}"))
}

/// A room and a text that is a move there, nearly one, or none.
fn room_and_move_like() -> impl Strategy<Value = (Position, String)> {
    (any_room(), any::<prop::sample::Index>(), any::<bool>()).prop_flat_map(|(room, index, san)| {
        let mv = *index.get(&room.legal_moves());
        let uci = mv.uci(CastlingStyle::Chess960).to_string();
        let right = Just(if san { room.san(mv) } else { uci });
        let text = prop_oneof![3 => spoiled(right), 1 => chess_letters(8), 1 => any::<String>()];
        (Just(room), text)
    })
}

proptest! {
    // The same texts in every run: searching for new ones is the fuzzers' work.
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        rng_seed: RngSeed::Fixed(0x5EED),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_a_fen_or_an_error(text in fen_like()) {
        let setup = text.parse::<Setup>();
        let position = text.parse::<Position>();
        prop_assert!(setup.is_ok() || position.is_err());
        if let Ok(position) = position {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn any_text_is_an_epd_or_an_error(text in epd_like()) {
        if let Ok(epd) = text.parse::<Epd>() {
            for operation in &epd.operations {
                if let Ok(moves) = epd.moves(&operation.opcode)
                    && let Some(&first) = moves.first()
                {
                    prop_assert!(epd.position.is_legal(first));
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_legal_move_or_an_error((room, text) in room_and_move_like()) {
        if let Ok(mv) = room.parse_san(&text) {
            prop_assert!(room.is_legal(mv));
            prop_assert_eq!(room.parse_san(&room.san(mv)), Ok(mv));
        }
        if let Ok(mv) = room.parse_uci(&text) {
            prop_assert!(room.is_legal(mv));
        }
    }
}
