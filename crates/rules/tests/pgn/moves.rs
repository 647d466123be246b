//! The moves of one game in every style.

use ferz_rules::pgn::WarningKind;

use crate::{check_games, read_one};

#[test]
fn move_numbers_in_any_style_or_none() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "e4 e5 Nf3 *",
        "1. e4 1... e5 2. Nf3 *",
        "1. e4 1. ... e5 2. Nf3 *",
        "1. e4 1… e5 2. Nf3 *",
        "1.\ne4\n1...\ne5\n2.\nNf3\n*",
        "[White \"a\"] 17. e4 3... e5 99999999999999999999. Nf3 *",
    ] {
        check_games(text, &["e4 e5 Nf3 *"]);
    }
}

#[test]
fn moves_as_engines_and_old_books_write_them() {
    check_games("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1", &["e4 e5 Nf3 Nc6 Bc4 Nf6 O-O *"]);
    check_games("e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-c4 Ng8-f6 0-0", &["e4 e5 Nf3 Nc6 Bc4 Nf6 O-O *"]);
    check_games("1. e4 d5 2. exd5 c5 3. dxc6 e.p. *", &["e4 d5 exd5 c5 dxc6 *"]);
    check_games("1. f3 e5 2. g4 Qh4 mate 0-1", &["f3 e5 g4 Qh4# 0-1"]);
}

#[test]
fn results_in_every_style() {
    for (text, result) in [
        ("e4 1-0", "e4 1-0"),
        ("e4 0-1", "e4 0-1"),
        ("e4 1/2-1/2", "e4 1/2-1/2"),
        ("e4 ½-½", "e4 1/2-1/2"),
        ("e4*", "e4 *"),
        ("e4", "e4 *"),
        ("[Result \"0-1\"]\ne4", "e4 0-1"),
        ("[Result \"0-1\"]\ne4 *", "e4 0-1"),
        ("[Result \"?\"]\ne4", "e4 *"),
    ] {
        check_games(text, &[result]);
    }
}

#[test]
fn the_end_of_the_moves_outweighs_the_header() {
    let game = read_one("[Result \"1-0\"]\n\n1. e4\n1/2-1/2");
    assert_eq!(game.result.map(|result| result.to_string()).as_deref(), Some("1/2-1/2"));
    assert_eq!(
        game.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 4: the header's result is \"1-0\" but the moves end with \"1/2-1/2\""]
    );
}

#[test]
fn annotations() {
    check_games("e4! e5? d4!! d5?? Nf3!? Nf6?! *", &["e4 $1 e5 $2 d4 $3 d5 $4 Nf3 $5 Nf6 $6 *"]);
    check_games("e4 $1 $14 e5$255 *", &["e4 $1 $14 e5 $255 *"]);
    check_games("e4 ± e5⩲ d4 +- *", &["e4 $16 e5 $14 d4 $18 *"]);
    check_games("e4 ! (d4 ?) e5 *", &["e4 $1 ( d4 $2 ) e5 *"]);
}

#[test]
fn unknown_words_are_passed_over_with_a_warning() {
    let game = read_one("e4 ☃ e5 $300 <later> } d4 *");
    assert_eq!(crate::sketch(&game), "e4 e5 d4 *");
    let kinds: Vec<_> = game.warnings.into_iter().map(|warning| warning.kind).collect();
    assert_eq!(
        kinds,
        ["☃", "$300", "<later>", "}"].map(|text| WarningKind::Unknown(text.to_owned()))
    );
}

#[test]
fn a_hundred_warnings_are_enough() {
    assert_eq!(read_one("e4 ".to_owned() + &"☃ ".repeat(101)).warnings.len(), 100);
}

#[test]
fn comments_of_both_kinds() {
    check_games(
        "e4 {good} e5 ;so is this (d4 {\nNf3 *",
        &["e4 {good} e5 {so is this (d4 {} Nf3 *"],
    );
    check_games("e4 {a\n\nb [c] (d ; e\n%f} e5 *", &["e4 {a\n\nb [c] (d ; e\n%f} e5 *"]);
    check_games("e4 {} e5 { } *", &["e4 e5 *"]);
    check_games("e4 {one} {two} *", &["e4 {one} {two} *"]);
    check_games(
        "e4 {[White \"x\"]\n[White \"y\"]} e5 *",
        &["e4 {[White \"x\"]\n[White \"y\"]} e5 *"],
    );
}

#[test]
fn comments_belong_to_the_move_they_are_said_of() {
    check_games(
        "{start} 1. {first} e4 {after} 1... {next} e5 *",
        &["{start} {<first} e4 {after} {<next} e5 *"],
    );
    check_games("e4 {one} (d4 {two} ) {three} e5 *", &["e4 {one} ( d4 {two} ) {<three} e5 *"]);
    check_games("e4 ({side} d4 {two} ) {last} *", &["e4 {last} ( {side} d4 {two} ) *"]);
    check_games("e4 1-0 {white flag} ; done", &["e4 {white flag} {done} 1-0"]);
    check_games("[Event \"x\"]\n{not played} 0-1", &["{not played} 0-1"]);
}

#[test]
fn variations() {
    check_games(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *",
        &["e4 ( d4 d5 ( Nf6 c4 ) c4 ) ( c4 ) e5 *"],
    );
    check_games("e4 () e5 ( ) (=) *", &["e4 e5 *"]);
    check_games("e4 (d4 1-0) e5 (c5 *) 0-1", &["e4 ( d4 ) e5 ( c5 ) 0-1"]);
    check_games("e4 (d4 (c4) 1-0) e5 0-1", &["e4 ( d4 ( c4 ) ) e5 0-1"]);
    check_games("e4 ({no move}) e5 *", &["e4 ( {no move} ) e5 *"]);
}

#[test]
fn variations_as_deep_as_allowed() {
    let nested = |depth| format!("e4 {}{} *", "(e4 ".repeat(depth), ")".repeat(depth));
    let game = read_one(nested(ferz_rules::pgn::MAX_VARIATION_DEPTH));
    let mut depth = 0;
    let mut line = &game.moves;
    while let Some(inner) = line.nodes.first().and_then(|node| node.variations.first()) {
        depth += 1;
        line = inner;
    }
    assert_eq!(depth, 64);
    check_games(
        nested(65) + " 1. d4 *",
        &["error game 1, line 1: expected at most 64 variations inside each other", "d4 *"],
    );
    check_games(
        nested(100_000),
        &["error game 1, line 1: expected at most 64 variations inside each other"],
    );
}

#[track_caller]
fn check_null_move(text: &str, expected: &str, null: &str) {
    let game = read_one(text);
    assert_eq!(crate::sketch(&game), expected);
    let kinds: Vec<_> = game.warnings.into_iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [WarningKind::NullMove(null.to_owned())]);
}

#[test]
fn variations_keep_their_null_moves() {
    let kept = "e4 ( d4 -- c4 ( c3 e6 ) e5 ) e5 ( -- Nf3 {a threat} -- $1 Ne5 ) *";
    for null in ["--", "Z0", "null", "@@@@", "0000"] {
        let game = read_one(kept.replace("--", null));
        assert_eq!(crate::sketch(&game), kept);
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
        assert_eq!(crate::sketch(&read_one(game.to_string())), kept);
    }
}

#[test]
fn a_null_move_of_the_game_drops_the_rest_of_it() {
    for null in ["--", "Z0", "null", "@@@@", "0000"] {
        let text = format!("e4 {null} d4 {{x}} ! d5 (d6 (-- c4)) Nf3 1-0");
        check_null_move(&text, "e4 1-0", null);
    }
    check_null_move("e4 e5 Qh5 d6 (Nf6 Qxf7+ -- e6) *", "e4 e5 Qh5 d6 ( Nf6 Qxf7+ ) *", "--");
    check_null_move("e4 {kept} Z0 nonsense 1/2-1/2", "e4 {kept} 1/2-1/2", "Z0");
}
