//! The binary as a person or a script meets it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn ferz(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(args);
    command
}

fn output(args: &[&str]) -> Output {
    ferz(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

#[track_caller]
fn check_refused(args: &[&str], sentence: &str) {
    let output = output(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let error = text(&output.stderr);
    assert!(error.contains(sentence), "{args:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
}

/// A file for one test, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, contents: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, contents).expect("the scratch folder is writable");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a scratch path is UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn perft_ends_with_nodes_and_speed() {
    let output = output(&["perft", "4"]);
    assert!(output.status.success());
    let text = text(&output.stdout);
    let last: Vec<&str> = text.lines().last().unwrap_or_default().split(' ').collect();
    assert_eq!(&last[..2], ["197281", "nodes"]);
    assert!(last[2].parse::<u64>().is_ok() && last[3] == "nps", "{text}");
}

#[test]
fn perft_divides_by_threads_with_a_table() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let args = ["perft", "3", "--divide", "--threads", "3", "--hash", "2", "--fen", fen];
    let text = text(&output(&args).stdout);
    assert!(text.starts_with("a1a2: 632\n"), "{text}");
    assert!(text.contains("\ne1g1: 470\n"), "{text}");
    assert_eq!(text.lines().count(), 27);
    assert!(text.contains("\n13744 nodes "), "{text}");
}

#[test]
fn perft_names_chess960_castling_by_the_rook() {
    let args = ["perft", "1", "--divide", "--fen", "k7/8/8/8/8/8/8/1RK2R2 w FB - 0 1"];
    let text = text(&output(&args).stdout);
    assert!(text.contains("c1b1: 1\n") && text.contains("c1f1: 1\n"), "{text}");
}

#[test]
fn perft_speaks_json() {
    let output = output(&["perft", "2", "--divide", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["nodes"], 400);
    assert_eq!(object["complete"], true);
    assert_eq!(object["divide"]["e2e4"], 20);
}

#[test]
fn perft_to_depth_zero_is_one_line() {
    assert!(text(&output(&["perft", "0"]).stdout).starts_with("1 nodes "));
}

#[test]
fn bad_arguments_are_explained() {
    check_refused(&["perft"], "DEPTH");
    check_refused(&["perft", "-1"], "-1");
    check_refused(&["perft", "many"], "expected a number of half-moves from 0 to 63");
    check_refused(&["perft", "2", "--threads", "0"], "expected a number of threads from 1 to 1024");
    check_refused(&["perft", "2", "--hash", "99999999999999"], "no memory for a perft table");
    check_refused(&["perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - -"], "White has no king");
    check_refused(&["perft", "2", "--suite", "x"], "cannot be used with");
    check_refused(&["perft", "--suite", "no such file"], "cannot read no such file");
    check_refused(&["play", "--chess960", "960"], "expected a number from 0 to 959");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_enough_is_no_panic() {
    let mut child = ferz(&["perft", "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the count ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(141), ""));
}

#[test]
fn a_suite_passes_or_tells_what_differs() {
    let kings = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    let right = Scratch::new("right.epd", &format!("# comment\n\n{kings} ;D1 1 ;D2 3\n"));
    let passed = output(&["perft", "--suite", right.path()]);
    assert!(passed.status.success());
    assert!(text(&passed.stdout).starts_with("1 positions, 2 counts, 0 wrong\n"));

    let wrong = Scratch::new("wrong.epd", &format!("{kings} ;D1 2 ;D2 3\n"));
    let failed = output(&["perft", "--suite", wrong.path()]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        text(&failed.stdout).contains("line 1: 8/8/8/8/8/8/8/K1k5 w - - 0 1: depth 1 has 1 lines")
    );
    let bounded = output(&["perft", "--suite", wrong.path(), "--max-nodes", "1"]);
    assert!(text(&bounded.stdout).starts_with("1 positions, 0 counts, 0 wrong\n"));

    let broken = Scratch::new("broken.epd", &format!("{kings} ;D1 1\n{kings}\n"));
    check_refused(&["perft", "--suite", broken.path()], "line 2: expected counts");
    let empty = Scratch::new("empty.epd", "# nothing\n");
    check_refused(&["perft", "--suite", empty.path()], "has no positions");
}

#[test]
fn a_game_is_played_to_mate() {
    let moves = "f3\nnonsense\ne5\nmoves h2\ng4\nundo\ng4\nfen\nQh4#\nnever read\n";
    let mut child = ferz(&["play"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().unwrap().write_all(moves.as_bytes()).expect("the game reads its input");
    let text = text(&child.wait_with_output().expect("the game ends").stdout);
    assert!(text.contains("got \"nonsense\""), "{text}");
    assert!(text.contains("\nh3 h4\n"), "{text}");
    assert!(text.contains(" b KQkq - 0 2\n"), "{text}");
    assert!(text.contains("\n0-1: checkmate\n\n[Event"), "{text}");
    assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_count_with_what_it_has() {
    let child = ferz(&["perft", "12"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
    let output = child.wait_with_output().expect("the count ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("stopped before the end\n"));
    assert!(start.elapsed() < Duration::from_secs(50), "it went on for {:?}", start.elapsed());
}

#[test]
fn a_trace_shows_nodes_and_techniques() {
    let shown = text(&output(&["trace", "--depth", "4", "--plies", "1"]).stdout);
    assert!(shown.starts_with("root depth 4 between "), "{shown}");
    assert!(shown.contains("\n  Pe4 depth "), "{shown}");
    assert!(shown.lines().any(|line| line.trim_start().starts_with("lmr ")), "{shown}");
    let few = text(&output(&["trace", "--plies", "1", "--only", "asp,rfp"]).stdout);
    assert!(!few.contains("lmr "), "{few}");
    let plain = text(&output(&["trace", "--features", "-lmr", "--plies", "2"]).stdout);
    assert!(!plain.contains("lmr "), "{plain}");
    check_refused(&["trace", "--only", "xyz"], "no feature is called \"xyz\"");
}
