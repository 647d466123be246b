//! Books, tables, analysis and explanations as a person meets them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn output(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

#[track_caller]
fn said(args: &[&str]) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn check_refused(args: &[&str], sentence: &str) {
    let output = output(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let error = text(&output.stderr);
    assert!(error.contains(sentence) && !error.contains("panicked"), "{args:?}: {error}");
}

/// A folder for one test, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the scratch folder is writable");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a scratch path is UTF-8").to_owned()
    }

    fn write(&self, name: &str, contents: &str) -> String {
        fs::write(self.0.join(name), contents).expect("the scratch folder is writable");
        self.file(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 \
    Nf6 {oh} 4. Qxf7# 1-0\n\n[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 \
    2. Nf3 (2. c3 d5) 1/2-1/2\n";

#[test]
fn books_are_made_shown_and_merged() {
    let scratch = Scratch::new("books");
    let games = scratch.write("games.pgn", GAMES);
    let (one, two) = (scratch.file("one.bin"), scratch.file("two.bin"));
    let made = said(&["book", "make", &games, "-o", &one, "--min-games", "1"]);
    assert!(made.starts_with("9 moves from 2 games"), "{made}");
    assert!(said(&["book", "show", &one]).contains("e4             3 100.0 %"));
    said(&["book", "merge", &one, &one, "-o", &two]);
    assert!(said(&["book", "show", &two]).contains("e4             6 100.0 %"));
    let cut = scratch.write("cut.bin", "seventeen letters");
    check_refused(&["book", "show", &cut], "its 17 bytes are no whole number of entries");
    check_refused(&["book", "make", &games, "-o", &one, "--min-games", "9"], "no book was written");
}

#[test]
fn games_are_annotated_once() {
    let scratch = Scratch::new("analysis");
    let games = scratch.write("games.pgn", GAMES);
    let (out, page) = (scratch.file("out.pgn"), scratch.file("page.html"));
    let args = ["analyse", &games, "--out", &out, "--nodes", "2000", "--report", &page, "--json"];
    let told = said(&args);
    assert!(told.contains("\"games\":2") && told.contains("\"blunders\":1"), "{told}");
    let annotated = fs::read_to_string(&out).expect("it was written");
    for expected in ["[%eval ", "$4", "oh", "2. c3", "[Opening \"Scholar's Mate\"]"] {
        assert!(annotated.contains(expected), "{expected} in {annotated}");
    }
    assert!(fs::read_to_string(&page).is_ok_and(|page| page.contains("<svg")));
    assert!(!Path::new(&format!("{out}.state")).exists(), "the state goes with the end");
    check_refused(&args, "exists already");
}

#[test]
fn moves_are_explained() {
    let mate = said(&[
        "explain",
        "--fen",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "--move",
        "a1a8",
        "--depth",
        "4",
    ]);
    assert!(mate.contains("Ra8# is checkmate."), "{mate}");
    check_refused(&["explain", "--move", "e5"], "no legal move");
}

#[test]
fn tables_that_are_not_there_are_named() {
    let args =
        ["tablebase", "probe", "--fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "--path", "/nowhere"];
    check_refused(&args, "no endgame tables found");
}
