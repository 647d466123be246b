//! Matches, tests and their store, as a person or a script meets them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

fn ferz(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(args.split_ascii_whitespace());
    command
}

fn output(args: &str) -> Output {
    ferz(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

/// A store of its own for a test.
fn store(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    path
}

fn long_match(store: &Path) -> String {
    format!(
        "match --engine ferz --engine ferz option.Features=-nmp --each nodes=40 option.Hash=1 \
         --variant fischerandom --maxmoves 20 --rounds 250 --srand 7 --concurrency 2 --store {}",
        store.display()
    )
}

/// The scores of a run, as JSON.
fn scores(store: &Path, run: u32) -> Value {
    let shown = output(&format!("runs --store {} --json show {run}", store.display()));
    let shown = text(&shown.stdout);
    let standings = shown.lines().nth(1).expect("the second line is the standings");
    serde_json::from_str::<Value>(standings).expect("JSON")["scores"].clone()
}

/// Starts the command, and waits until it has said which run it is.
fn start(args: &str) -> Child {
    let mut child = ferz(args).stdout(Stdio::piped()).spawn().expect("the binary runs");
    let pipe = child.stdout.take().expect("a pipe");
    let mut line = String::new();
    BufReader::new(pipe).read_line(&mut line).expect("a line");
    assert!(line.starts_with("run 1, seed 7"), "{line}");
    child
}

#[test]
fn ten_kills_lose_nothing_and_count_nothing_twice() {
    let (killed, whole) = (store("killed.db"), store("whole.db"));
    let mut unfinished = 0;
    for nth in 0..10_u64 {
        let mut child = start(&long_match(&killed));
        // Moments that have nothing to do with the work: different on every machine.
        thread::sleep(Duration::from_millis(10 + nth * 37 % 90));
        unfinished += u32::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("a child");
        child.wait().expect("a child");
    }
    assert!(unfinished > 0, "the match was over before anything could be killed");
    assert!(output(&long_match(&killed)).status.success());
    assert!(output(&long_match(&whole)).status.success());
    let scores = scores(&killed, 1);
    assert_eq!(scores, self::scores(&whole, 1));
    let count = |key: &str| scores[0][key].as_u64().expect("a count");
    assert_eq!(count("wins") + count("losses") + count("draws"), 500);
    let listed = text(&output(&format!("runs --store {}", killed.display())).stdout);
    assert!(listed.contains("complete") && listed.lines().count() == 2, "{listed}");
    let games = text(&output(&format!("runs pgn 1 --store {}", killed.display())).stdout);
    assert_eq!(games.matches("[Event ").count(), 500);
}

#[track_caller]
fn check_verdict(new: u32, old: u32, status: i32, word: &str) {
    let store = store(&format!("verdict-{new}-{old}.db"));
    let args = format!(
        "sprt --new ferz nodes={new} --old ferz nodes={old} --each option.Hash=1 \
         --sprt elo0=0 elo1=100 --variant fischerandom --maxmoves 40 --rounds 300 --store {}",
        store.display()
    );
    let output = output(&args);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{said}{}", text(&output.stderr));
    assert!(said.contains(word) && said.contains("\nPenta | ["), "{said}");
}

#[test]
fn the_status_of_a_test_is_its_verdict() {
    check_verdict(400, 10, 0, "H1 accepted");
    check_verdict(10, 400, 1, "H0 accepted");
}

#[test]
fn a_test_without_enough_rounds_is_undecided() {
    let args = "sprt --new ferz --old ferz option.Hash=2 --each nodes=5 --rounds 2 --no-store";
    let output = output(args);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("undecided"));
}

#[track_caller]
fn check_refused(args: &str, sentence: &str) {
    let output = output(&format!("{args} --no-store"));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args}: {error}");
    assert!(error.contains(sentence) && error.lines().count() == 1, "{args}: {error}");
}

#[test]
fn a_mistake_is_one_sentence() {
    let two = "match --engine ferz --engine ferz --each nodes=1";
    check_refused("match --engine ferz", "--engine twice, not 1 times");
    check_refused("match --engine ferz --engine ferz", "no limit is set");
    check_refused("match --engine ferz --engine /none --each nodes=1", "cannot start /none");
    check_refused("match --engine ferz hash=4 --engine ferz", "a player has no \"hash\"");
    check_refused("match --engine ferz tc=x --engine ferz", "expected a time control");
    check_refused(&format!("{two} --openings file=/none.epd"), "cannot read /none.epd");
    check_refused(&format!("{two} --openings file=a.epd color=red"), "openings have no \"color\"");
    check_refused(&format!("{two} --draw moves=3"), "--draw has no \"moves\"");
    check_refused(&format!("{two} --resign score=much"), "score cannot be \"much\"");
    check_refused(&format!("{two} --pgnout file=/none/x.pgn"), "cannot write /none/x.pgn");
    check_refused("sprt --new ferz --old ferz --sprt elo0=5 elo1=0", "elo0 must be below elo1");
    let missing = output("runs --store /none.db");
    assert!(text(&missing.stderr).contains("there is no store /none.db"));
}

#[test]
fn machines_read_lines_of_json() {
    let args = "gauntlet --engine ferz --engine ferz nodes=2 --engine ferz nodes=3 --each nodes=1 \
                option.Hash=1 --maxmoves 5 --rounds 1 --no-store --json";
    let said = text(&output(args).stdout);
    let events: Vec<String> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|event| event["event"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(events, ["start", "encounter", "encounter", "standings"]);
}
