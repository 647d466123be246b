//! Headers in every style, and what they say of the start.

use ferz_rules::Position;

use crate::{check_games, read_one};

#[track_caller]
fn check_tags(text: impl AsRef<[u8]>, expected: &[(&str, &str)]) {
    assert_eq!(read_one(text).headers.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn spacing_and_several_tags_to_a_line() {
    check_tags("[A \"1\"]\n[B \"2\"]\n\n*", &[("A", "1"), ("B", "2")]);
    check_tags("[A \"1\"][B \"2\"] [ C  \"3\" ]1. e4 *", &[("A", "1"), ("B", "2"), ("C", "3")]);
    check_tags("  \t[A\"1\"]  \n\n\t[B \"2\"] e4", &[("A", "1"), ("B", "2")]);
    check_tags("[A \"1\"]\r\n[B \"2\"]\r\r\n*", &[("A", "1"), ("B", "2")]);
    check_tags("[A \"1\"]\r[B \"2\"]\r\r*", &[("A", "1"), ("B", "2")]);
    check_tags("[A \"1\"]\n[a \"2\"] *", &[("A", "2")]);
}

#[test]
fn quotes_and_backslashes() {
    check_tags(
        r#"[A "b\""] [C "A]]"] [E "\"A]][\""] [F "\"A]][\"\\"] [G "\"]"]"#,
        &[("A", "b\""), ("C", "A]]"), ("E", "\"A]][\""), ("F", "\"A]][\"\\"), ("G", "\"]")],
    );
    check_tags(
        "[A \"Club \"Victory\"\"]\n[B \"the \"old\" one\"]",
        &[("A", "Club \"Victory\""), ("B", "the \"old\" one")],
    );
    check_tags("[A \"Open \\\"]\n[B \"C:\\x\"]", &[("A", "Open \\"), ("B", "C:\\x")]);
}

#[test]
fn encodings() {
    check_tags("\u{feff}[A \"é\"]\n*", &[("A", "é")]);
    check_tags(b"[A \"caf\xe9\"]\n[B \"caf\xc3\xa9\"]\n*", &[("A", "café"), ("B", "café")]);
}

#[test]
fn escaped_lines_and_comments_between_tags() {
    check_tags(
        "% [A \"0\"]\n[A \"1\"]\n%{\n; B is next\n[B \"2\"]\n\n*",
        &[("A", "1"), ("B", "2")],
    );
    check_games("[A \"1\"]\n; said early\n[B \"2\"]\n\ne4\n%e5\n*", &["{said early} e4 *"]);
    check_games("e4 %e5\n*", &["e4 *"]);
}

#[test]
fn brackets_that_are_no_tags() {
    let game = read_one("[A \"1\"]\n[Diagram]\n\ne4 [%clk 0:01:00] e5 *");
    assert_eq!(crate::sketch(&game), "e4 e5 *");
    assert_eq!(
        game.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 2: skipped \"[Diagram]\"", "line 4: skipped \"[%clk 0:01:00]\""]
    );
}

#[track_caller]
fn check_start(tags: &str, fen: &str) {
    assert_eq!(read_one(tags).start.to_string(), fen);
}

#[test]
fn starting_positions() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 3 40";
    check_start(&format!("[SetUp \"1\"][FEN \"{fen}\"]"), fen);
    check_start(&format!("[fen \" {fen} \"]"), fen);
    check_start("[FEN \"8/8/8/8/8/1k6/1p6/1K6 w - -\"]", "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1");
    for nothing in ["", "?"] {
        let text = format!("[FEN \"{nothing}\"]");
        check_start(&text, &Position::startpos().to_string());
    }
    check_games(format!("[FEN \"{fen}\"]\n\n40... Kd7 41. O-O-O+ *"), &["Kd7 O-O-O+ *"]);
}

#[test]
fn chess960_under_all_its_names() {
    let fen = "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1";
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "FRC"] {
        let text = format!("[FEN \"{fen}\"]\n[Variant \"{name}\"]\n1. Nd3 *\n[Event \"next\"]");
        assert_eq!(crate::read(&text).len(), 2);
        let castle = format!("[FEN \"{fen}\"][Variant \"{name}\"] 1. Ng3 Ng6 2. O-O *");
        check_games(castle, &["Ng3 Ng6 O-O *"]);
    }
    check_games("[Variant \"From Position\"] e4 *", &["e4 *"]);
}
