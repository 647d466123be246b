//! The export form to the letter.

use ferz_rules::pgn::{Comment, GameResult, Nag, PgnGame};
use ferz_rules::{Color, Move, MoveKind, Position, Square, StartNumber};

use crate::read_one;

const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                      [White \"?\"]\n[Black \"?\"]\n";

/// Reads a text and compares what is written, but for the roster, which is empty in all rows.
#[track_caller]
fn check_written(text: &str, expected: &str) {
    let written = read_one(text).to_string();
    assert_eq!(written.strip_prefix(ROSTER).unwrap_or(&written), expected);
}

#[test]
fn numbers_where_they_are_needed() {
    check_written("e4 e5 Nf3", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n");
    check_written("e4 (d4) e5", "[Result \"*\"]\n\n1. e4 (1. d4) 1... e5 *\n");
    check_written(
        "e4 {x} e5 (c5 Nf3 {y} Nc6) Nf3 ! ± Nc6 1-0",
        "[Result \"1-0\"]\n\n\
         1. e4 {x} 1... e5 (1... c5 2. Nf3 {y} 2... Nc6) 2. Nf3 $1 $16 Nc6 1-0\n",
    );
    check_written(
        "{a} 1. {b} e4 (d4 ({c} c4)) {d} e5 *",
        "[Result \"*\"]\n\n\
         {a} 1. {b} e4 (1. d4 ({c} 1. c4)) 1... {d} e5 *\n",
    );
    check_written("*\n[White \"?\"]", "[Result \"*\"]\n\n*\n");
    check_written("[Result \"1-0\"]", "[Result \"1-0\"]\n\n1-0\n");
}

#[test]
fn headers_in_order_and_escaped() {
    let mut game = PgnGame::new(Position::startpos());
    for (name, value) in
        [("Opening", "a \"b\" \\ c"), ("black", "Bob"), ("Event", "Cup"), ("Result", "1-0")]
    {
        game.headers.set(name, value);
    }
    game.result = Some(GameResult::Win(Color::Black));
    assert_eq!(
        game.to_string(),
        "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"Bob\"]\n[Result \"0-1\"]\n[Opening \"a \\\"b\\\" \\\\ c\"]\n\n0-1\n"
    );
}

#[test]
fn the_start_is_written_when_it_is_not_the_usual_one() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 3 40";
    check_written(
        &format!("[ECO \"A00\"]\n[FEN \"{fen}\"]\n\nKd7 O-O-O+ *"),
        &format!(
            "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[ECO \"A00\"]\n\n40... Kd7 41. O-O-O+ *\n"
        ),
    );
    let usual = Position::startpos();
    check_written(&format!("[FEN \"{usual}\"][SetUp \"1\"] *"), "[Result \"*\"]\n\n*\n");
}

#[test]
fn the_variant_is_written_when_castling_needs_it() {
    let start = Position::chess960(StartNumber::new(0).expect("below 960"));
    let tags = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n");
    let plain = PgnGame::new(start).to_string();
    assert!(
        plain.contains(&format!("[Result \"*\"]\n[Variant \"Chess960\"]\n{tags}\n*")),
        "{plain}"
    );
    check_written(
        &format!("{tags}[Variant \"Standard\"]"),
        &format!("[Result \"*\"]\n[Variant \"Chess960\"]\n{tags}\n*\n"),
    );
    check_written(
        &format!("{tags}[Variant \"fischerandom\"]"),
        &format!("[Result \"*\"]\n[Variant \"fischerandom\"]\n{tags}\n*\n"),
    );
}

#[test]
fn lines_end_before_column_81() {
    let mut game = read_one("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 *");
    for node in &mut game.moves.nodes {
        node.nags.push(Nag(14));
    }
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").expect("an empty line before the moves");
    assert_eq!(
        moves,
        "1. e4 $14 e5 $14 2. Nf3 $14 Nc6 $14 3. Bb5 $14 a6 $14 4. Ba4 $14 Nf6 $14 5. O-O\n\
         $14 Be7 $14 6. Re1 $14 b5 $14 7. Bb3 $14 d6 $14 8. c3 $14 O-O $14 9. h3 $14 Nb8\n\
         $14 *\n"
    );
    assert_eq!(moves.lines().map(str::len).max(), Some(79));
}

#[test]
fn a_parenthesis_is_never_parted_from_its_word() {
    for filler in 60..79 {
        let text = format!("e4 {{{}}} (d4) e5 *", "x".repeat(filler));
        let written = read_one(text).to_string();
        for line in written.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.ends_with('(') && !line.starts_with(')'), "{line}");
        }
    }
}

#[test]
fn comments_are_kept_whole() {
    let long = "word ".repeat(40);
    let mut game = read_one("e4 e5 *");
    game.moves.nodes[0].comments.push(Comment::new(&long));
    game.moves.nodes[1].comments.push(Comment::new("a } b\n\nc"));
    let text = game.to_string();
    assert!(
        text.ends_with(&format!("\n\n1. e4\n{{{}}}\n1... e5 {{a ) b\n\nc}} *\n", long.trim())),
        "{text}"
    );
}

#[test]
fn what_cannot_be_played_is_not_written() {
    let mut game = read_one("e4 e5 Nf3 *");
    let illegal = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    game.moves.nodes[1].mv = Some(illegal);
    assert!(game.to_string().ends_with("\n\n1. e4 *\n"));
    let error = PgnGame::from_moves(Position::startpos(), game.main_line()).unwrap_err();
    assert_eq!(error.0, illegal);
    game.moves.nodes[1].mv = None;
    assert!(game.to_string().ends_with("\n\n1. e4 *\n"), "no null move in the main line");
}
