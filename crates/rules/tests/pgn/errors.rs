//! Games that cannot be read: each is reported, and the next one is read.

use crate::check_games;

/// A broken game, then a good one that must still be found.
#[track_caller]
fn check_broken(text: &str, error: &str) {
    let tags = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n";
    check_games(
        format!("{tags}\n{text}\n\n{tags}\n1. d4 *"),
        &[&format!("error game 1 (Ann - Bob, Cup), {error}"), "d4 *"],
    );
}

#[test]
fn moves() {
    check_broken("1. e4 e5\n2. Ke3 Ke7 1-0", "line 6: illegal move \"Ke3\"");
    check_broken("1. e4 (1. d4 (1. c4 d4) e5) e5 *", "line 5: illegal move \"d4\"");
    check_broken(
        "1. e4 hello there 1-0",
        "line 5: expected a move such as Nf3, exd5 or O-O, got \"hello\"",
    );
    check_broken("1. Nc3 d6 2. N1e4 *", "line 5: illegal move \"N1e4\"");
    check_broken(
        "1. e4 e5 2. Ne2 d6 3. Nc3 *",
        "line 5: ambiguous move \"Nc3\": more than one piece can make it",
    );
    check_broken("1. e2e5 *", "line 5: illegal move \"e2e5\"");
    // Only the first fault of a game is reported.
    check_broken("1. e5 (1. e6 Zz", "line 5: illegal move \"e5\"");
}

#[test]
fn parentheses() {
    check_broken("1. e4 e5) 2. d4 *", "line 5: ')' without '('");
    check_broken("1. e4 (1. d4 e5 *", "line 7: expected ')' before the end of the game, 1 missing");
    check_broken("(1. e4) 1. d4 *", "line 5: expected a move before '('");
    check_broken("1. e4 ((1. d4)) *", "line 5: expected a move before '('");
    check_broken("1. e4 -- (((", "line 7: expected ')' before the end of the game, 3 missing");
}

#[test]
fn comments_without_end() {
    check_broken(
        "1. e4 {and so\non *",
        "line 5: expected '}' at the end of the comment \"and so\non *\"",
    );
    check_broken("1. e4 1-0 {and so", "line 5: expected '}' at the end of the comment \"and so\"");
    check_games(
        "1. e4 {and so",
        &["error game 1, line 1: expected '}' at the end of the comment \"and so\""],
    );
}

#[test]
fn tags_without_end() {
    check_games(
        "[Event \"Cup]\n[White \"Ann\"]\n\n1. e4 *\n\n[Event \"b\"]\n1. d4 *",
        &[
            "error game 1 (Ann - ?, Cup]), line 1: expected '\"]' at the end of the tag \"[Event \"Cup]\"",
            "d4 *",
        ],
    );
    check_games(
        "[Event \"a\n[Event \"b\"]\n1. d4 *",
        &[
            "error game 1 (? - ?, a), line 1: expected '\"]' at the end of the tag \"[Event \"a\"",
            "d4 *",
        ],
    );
    // A broken tag behind moves is already the next game's.
    check_games(
        "1. e4\n\n[Event \"Cup\n\n1. d4 *",
        &[
            "e4 *",
            "error game 2 (? - ?, Cup), line 3: expected '\"]' at the end of the tag \"[Event \"Cup\"",
        ],
    );
}

#[test]
fn starting_positions() {
    check_games(
        "[White \"a\"]\n[FEN \"8/8 w - -\"]\n[Black \"b\"]\n\n1. e4 1-0\n\n1. d4 *",
        &[
            "error game 1 (a - b), line 2: bad FEN header: expected eight ranks separated by '/', got \"8/8\"",
            "d4 *",
        ],
    );
    check_games(
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n[FEN \"\"]",
        &["error game 1, line 1: bad FEN header: White has no king; Black has no king", "*"],
    );
}

#[test]
fn other_variants() {
    // The variant is the better explanation for a FEN that is none of chess.
    check_games(
        "[FEN \"8/8[QQ] w - -\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 P@e5 *\n\n1. d4 *",
        &[
            "error game 1, line 2: expected chess or Chess960, got the variant \"Crazyhouse\"",
            "d4 *",
        ],
    );
    check_games(
        "[Variant \"Antichess\"] e3 (e4) e6 {x} *\n[Variant \"3check\"]",
        &[
            "error game 1, line 1: expected chess or Chess960, got the variant \"Antichess\"",
            "error game 2, line 2: expected chess or Chess960, got the variant \"3check\"",
        ],
    );
}

#[test]
fn more_tags_than_anybody_writes() {
    let tags: Vec<String> = (0..1001).map(|number| format!("[T{number} \"\"]")).collect();
    check_games(
        tags.concat() + " e4 *\n\nd4 *",
        &["error game 1, line 1: expected fewer tags in one game", "d4 *"],
    );
}

#[test]
fn errors_tell_their_cause() {
    use std::error::Error;
    let mut games = crate::read("1. e5 *");
    let error = games.remove(0).expect_err("an illegal move");
    assert_eq!((error.game, error.line, error.headers.len()), (1, 1, 0));
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("illegal move \"e5\""));
}
