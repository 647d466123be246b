//! Where one game ends and the next begins.

use crate::{check_games, read};

#[test]
fn nothing_is_no_game() {
    for text in
        ["", "\n\n", "\u{feff}", "% escaped\n", "{only a comment}", "; the same", "*", "1-0 *"]
    {
        assert_eq!(read(text).len(), 0, "{text:?}");
    }
}

#[test]
fn headers_without_moves() {
    check_games("[White \"a\"]\n\n[White \"b\"]\n\n[White \"c\"]", &["*", "*", "*"]);
    check_games("[Event \"a\"]\n[White \"a\"]\n[Event \"b\"]\n[White \"b\"]", &["*", "*"]);
    check_games("[Round \"1\"]\n[White \"a\"]\n\n[Event \"b\"]\n[Round \"1\"]", &["*", "*"]);
    check_games(
        "[White \"a\"]\n\n{no show} 0-1\n\n[White \"b\"]\n\n1-0",
        &["{no show} 0-1", "1-0"],
    );
}

#[test]
fn one_empty_line_may_stand_among_the_headers() {
    check_games("[Event \"a\"]\n\n[White \"b\"]\n\n1. e4 *", &["e4 *"]);
}

#[test]
fn moves_without_headers() {
    check_games("e4 e5 1-0\n\nd4 d5 0-1", &["e4 e5 1-0", "d4 d5 0-1"]);
    check_games("1. e4 e5\n\n1. d4 d5\n\n1. c4", &["e4 e5 *", "d4 d5 *", "c4 *"]);
    check_games("1. e4\n\n1. d4\n", &["e4 *", "d4 *"]);
    check_games("1. e4 e5\n1. d4 d5\n1. c4", &["e4 e5 *", "d4 d5 *", "c4 *"]);
    check_games("{a} e4 1-0\n{b} d4 0-1", &["{a} e4 1-0", "{b} d4 0-1"]);
    check_games("{a walkover} 1-0\n\n1. e4 *", &["{a walkover} 1-0", "e4 *"]);
}

#[test]
fn an_empty_line_among_moves_ends_nothing() {
    check_games(
        "[White \"a\"]\n\n1. e4\n\ne5 {x\n\ny}\n\n2. Nf3 (2. f4\n\nexf4) *",
        &["e4 e5 {x\n\ny} Nf3 ( f4 exf4 ) *"],
    );
}

#[test]
fn games_without_anything_between_them() {
    check_games("[White \"a\"]\n1. e4 1-0\n[White \"b\"]\n1. d4 0-1", &["e4 1-0", "d4 0-1"]);
    check_games("[White \"a\"] 1. e4 1-0 [White \"b\"] 1. d4 0-1", &["e4 1-0", "d4 0-1"]);
    check_games("1. e4 1-0 1. d4 0-1 1. c4 *", &["e4 1-0", "d4 0-1", "c4 *"]);
    check_games("[White \"a\"]\n1. e4\n[White \"b\"]\n1. d4", &["e4 *", "d4 *"]);
    check_games("[White \"a\"] e4 [White \"b\"] d4", &["e4 *", "d4 *"]);
}

#[test]
fn text_that_belongs_to_no_game() {
    check_games(
        "Dear friends,\nin 1997 (a good year) {we\n2024 e4 was popular\n[not a tag]\n\n\
         [White \"a\"]\n\n1. e4 1-0 and so he won\nBest wishes\n\n[White \"b\"]\n1. d4 *\n-- \nAnn",
        &["e4 1-0", "d4 *"],
    );
    check_games("{preface}\n\n[White \"a\"]\n\n1. e4 *", &["e4 *"]);
}
