//! The studies, suites and books as a person or a script meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn output(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the binary writes UTF-8")
}

/// A path of one test's own in the scratch folder.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn word(path: &Path) -> &str {
    path.to_str().expect("a scratch path is UTF-8")
}

#[track_caller]
fn check_status(args: &[&str], status: i32) -> String {
    let output = output(args);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    text(&output.stdout) + &error
}

#[test]
fn suites_count_what_is_solved() {
    let file = scratch("suite.epd");
    let lines = "# two questions\n\
        6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id \"back rank\";\n\
        6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"impossible\";\n";
    std::fs::write(&file, lines).expect("writable");
    let all = ["suite", word(&file), "--depth", "4", "--concurrency", "2"];
    let said = check_status(&all, 0);
    assert!(said.contains("back rank: Rd8# after "), "{said}");
    assert!(said.contains("impossible: Rd8# is wrong"), "{said}");
    assert!(said.contains("1 of 2 solved"), "{said}");
    check_status(&[&all[..], &["--expect", "1"]].concat(), 0);
    let json = check_status(&[&all[..], &["--expect", "2", "--json"]].concat(), 1);
    assert!(json.lines().last().is_some_and(|line| line.contains(r#""solved":1"#)), "{json}");
    check_status(&["suite", "no/such/file.epd"], 2);
    check_status(&[&all[..], &["--engine", "cmd=/no/such/engine"]].concat(), 2);
    check_status(&["suite", word(&file), "--nodes", "0"], 2);
    let said = check_status(&[&all[..], &["--engine", "ferz", "tc=1+1"]].concat(), 2);
    assert!(said.contains("options of the command, not of the engine"), "{said}");
    let _ = std::fs::remove_file(file);
}

#[test]
fn a_suite_is_mined_only_from_games_and_by_another_engine() {
    let games = scratch("mine.pgn");
    std::fs::write(&games, "1. e4 {+0.30/9} e5 {-0.20/9} *\n").expect("writable");
    let check = |args: &[&str], text: &str| {
        let said = check_status(&[&["suite", "mine"], args].concat(), 2);
        assert!(said.contains(text), "{said}");
    };
    check(&["no/such.pgn", "--confirm", "cmd=x"], "cannot read no/such.pgn");
    check(&[word(&games), "--confirm", "cmd=x"], "no score jumps by 100 centipawns");
    check(&[word(&games), "--swing", "1", "--confirm", "ferz"], "process of its own");
    check(&[word(&games), "--swing", "1", "--confirm", "cmd=/no/such"], "cannot start /no/such");
    check(&[word(&games), "--confirm", "cmd=x", "--depth", "9", "--deeper", "9"], "not deeper");
    let _ = std::fs::remove_file(games);
}

#[test]
fn the_mined_suite_is_one() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mined.epd");
    let said = check_status(&["suite", suite, "--nodes", "100"], 0);
    assert!(said.contains(" of 100 solved"), "{said}");
}

#[test]
fn growth_is_told_beside_the_thesis() {
    let (page, tables) = (scratch("ebf.html"), scratch("ebf.md"));
    check_status(&["ebf", "--depth", "3", "--report", word(&page), "--markdown", word(&tables)], 0);
    let html = std::fs::read_to_string(&page).expect("written");
    assert!(html.contains("<svg") && html.contains("</html>"));
    let markdown = std::fs::read_to_string(&tables).expect("written");
    assert!(markdown.contains("| Base | plain,killer,hist |"), "{markdown}");
    // Another depth than the thesis's has nothing to stand beside.
    assert!(!markdown.contains("1297709"), "{markdown}");
    let json = check_status(&["ebf", "--depth", "2", "--json"], 0);
    assert!(json.contains(r#""name":"PVS""#), "{json}");
    let material = check_status(&["ebf", "--depth", "2", "--json", "--evaluator", "material"], 0);
    assert_ne!(json, material, "another evaluation searches other nodes");
    check_status(&["ebf", "--eval-file", "no/such/net"], 2);
    check_status(&["ebf", "--chain", "no/such/chain.toml"], 2);
    let said =
        check_status(&["ebf", "--chain", concat!(env!("CARGO_MANIFEST_DIR"), "/src/main.rs")], 2);
    assert_eq!(said.lines().count(), 1, "one sentence: {said}");
    let _ = (std::fs::remove_file(page), std::fs::remove_file(tables));
}

#[test]
fn ablations_play_and_report() {
    let (book, page) = (scratch("ablate.epd"), scratch("ablate.html"));
    let lines = ["--lines", "4", "--nodes", "200", "--out", word(&book)];
    check_status(&[&["openings"][..], &lines].concat(), 0);
    let common =
        ["ablate", "--movetime", "0", "--hash", "1", "--openings", word(&book), "--no-store"];
    let few = ["--depth", "4", "--games", "2", "--only", "Quiescence", "--report", word(&page)];
    let classical = ["--evaluator", "classical"];
    let said = check_status(&[&common[..], &few, &classical].concat(), 0);
    assert!(said.contains("Quiescence against Base, fixed depth 4: 2 games"), "{said}");
    let html = std::fs::read_to_string(&page).expect("written");
    assert!(html.contains("table 6.10") && html.contains("+798.25"), "the thesis's figures");
    assert!(html.contains("evaluation classical, 1 MB"), "{html}");
    let dropped = ["--drop-one", "--only", "nmp", "--nodes", "50", "--depth", "0", "--games", "2"];
    let said = check_status(&[&common[..], &dropped, &["--json"]].concat(), 0);
    assert!(said.contains(r#""old":"-nmp""#) && said.contains(r#""games":2"#), "{said}");
    let said = check_status(&[&common[..], &["--only", "magic"]].concat(), 2);
    assert!(said.contains("no pairing adds \"magic\""), "{said}");
    check_status(&["ablate", "--openings", "no/such/book.epd"], 2);
    check_status(&[&common[..], &["--eval-file", "no/such/net"]].concat(), 2);
    let _ = (std::fs::remove_file(book), std::fs::remove_file(page));
}

#[test]
fn ratings_are_estimated_from_known_opponents() {
    let common = [
        "rate",
        "--each",
        "nodes=20",
        "--engine",
        "ferz",
        "name=twin",
        "--maxmoves",
        "20",
        "--no-store",
    ];
    let twin = ["--rounds", "2", "--srand", "5", "--rating", "twin=1800", "--json"];
    let said = check_status(&[&common[..], &twin].concat(), 0);
    assert!(said.contains(r#""opponent":"twin""#) && said.contains(r#""games":4"#), "{said}");
    let games = scratch("rate.pgn");
    let _ = std::fs::remove_file(&games);
    let file = format!("file={}", word(&games));
    check_status(&[&common[..], &["--rounds", "1", "--pgnout", &file]].concat(), 0);
    let written = std::fs::read_to_string(&games).expect("the games are written");
    assert_eq!(written.matches("[Result ").count(), 2, "{written}");
    let said = check_status(&[&common[..], &["--rating", "stranger=1"]].concat(), 2);
    assert!(said.contains("no opponent is called \"stranger\""), "{said}");
    check_status(&["rate", "--each", "nodes=20"], 2);
}

#[test]
fn an_ablation_goes_on_where_it_was() {
    let (book, store) = (scratch("resume.epd"), scratch("resume.db"));
    let _ = std::fs::remove_file(&store);
    let lines = ["openings", "--lines", "4", "--nodes", "200", "--out", word(&book)];
    check_status(&lines, 0);
    let common = [
        "ablate",
        "--movetime",
        "0",
        "--depth",
        "1",
        "--hash",
        "1",
        "--only",
        "TT",
        "--json",
        "--openings",
        word(&book),
        "--store",
        word(&store),
        "--games",
        "4",
    ];
    let first = check_status(&common, 0);
    assert_eq!(check_status(&common, 0), first);
    let runs = check_status(&["runs", "--store", word(&store)], 0);
    assert_eq!(runs.matches("ablate").count(), 1, "{runs}");
    let _ = (std::fs::remove_file(book), std::fs::remove_file(store));
}

/// A store of its own for a test.
fn new_store(name: &str) -> PathBuf {
    let path = scratch(name);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    path
}

/// Kills a study as soon as something is in its store, and gives the same command again: it must
/// say what an undisturbed study says, from as many encounters.
#[track_caller]
fn check_killed_study(name: &str, args: &[&str], encounters: &str) {
    let (whole, killed) =
        (new_store(&format!("{name}-whole.db")), new_store(&format!("{name}.db")));
    let on = |store| [args, &["--json", "--store", store]].concat();
    let killed_args = on(word(&killed));
    let said = |args: &[&str]| text(&output(args).stdout);
    // Before its last line a study may tell of what it plays, which is less when it goes on.
    let verdict = |args: &[&str]| said(args).lines().last().map(str::to_owned);
    let undisturbed = verdict(&on(word(&whole)));
    assert!(undisturbed.is_some());
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(&killed_args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let stored = || said(&["runs", "--store", word(&killed), "--json"]);
    while child.try_wait().expect("a child").is_none() && !stored().contains("\"encounters\":") {
        thread::sleep(Duration::from_millis(2));
    }
    while child.try_wait().expect("a child").is_none() && stored().contains("\"encounters\":0") {
        thread::sleep(Duration::from_millis(2));
    }
    // On Unix this is SIGKILL: nothing can be tidied up.
    child.kill().expect("killed, or gone already");
    child.wait().expect("gone");
    assert_eq!(verdict(&killed_args), undisturbed);
    assert!(stored().contains(encounters), "{}", stored());
    assert_eq!(stored().lines().count(), 1);
    // Everything is there, so nothing is played now; unless it is asked for.
    assert_eq!(verdict(&killed_args), undisturbed);
    assert_eq!(stored().lines().count(), 1);
    assert_eq!(verdict(&[&killed_args[..], &["--fresh"]].concat()), undisturbed);
    assert_eq!(stored().lines().count(), 2);
}

#[test]
fn a_killed_ablation_goes_on_where_it_was() {
    let book = scratch("killed.epd");
    check_status(&["openings", "--lines", "4", "--nodes", "200", "--out", word(&book)], 0);
    let args = "ablate --movetime 0 --depth 0 --nodes 60 --hash 1 --only TT --games 24";
    let args: Vec<&str> = args.split(' ').chain(["--openings", word(&book)]).collect();
    check_killed_study("killed-ablate", &args, "\"encounters\":12");
}

#[test]
fn a_killed_rating_goes_on_where_it_was() {
    let args = "rate --player ferz --engine ferz name=twin option.Features=-nmp --rating twin=1800 \
        --each nodes=60 option.Hash=1 --maxmoves 40 --variant fischerandom --rounds 12 --srand 1";
    let args: Vec<&str> = args.split_ascii_whitespace().collect();
    check_killed_study("killed-rate", &args, "\"encounters\":12");
}

#[test]
fn a_killed_tuning_goes_on_where_it_was() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/openings.epd");
    let lines = scratch("killed-spsa.txt");
    std::fs::write(&lines, "Contempt, int, 0, -100, 100, 20, 0.05\n").expect("writable");
    let args = "tune spsa --nodes 40 --hash 1 --iterations 6 --pairs 2 --concurrency 2";
    let files = ["--openings", book, "--lines", word(&lines)];
    let args: Vec<&str> = args.split(' ').chain(files).collect();
    check_killed_study("killed-spsa", &args, "\"encounters\":12");
}

#[test]
fn a_speedup_is_measured_once_and_told_again() {
    let (epd, page, tables) = (scratch("fast.epd"), scratch("fast.html"), scratch("fast.md"));
    let store = new_store("fast.db");
    let line = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    std::fs::write(&epd, format!("{line} id \"knights\";\n")).expect("writable");
    let common = "speedup --threads 1 --depth 3 --reps 2 --hash 1 --epd";
    let common: Vec<&str> = common.split(' ').chain([word(&epd)]).collect();
    let kept = [&common[..], &["--store", word(&store), "--json"]].concat();
    let first = check_status(&kept, 0);
    assert_eq!(first.matches(r#""event":"search""#).count(), 2, "{first}");
    // The second time nothing is measured, and the figures are the same to the last digit.
    let again = check_status(&kept, 0);
    assert_eq!(Some(again.trim_end()), first.trim_end().lines().last(), "{again}");
    let files = ["--no-store", "--report", word(&page), "--markdown", word(&tables)];
    check_status(&[&common[..], &files].concat(), 0);
    let html = std::fs::read_to_string(&page).expect("written");
    assert!(html.contains("<svg") && html.contains("</html>"));
    let markdown = std::fs::read_to_string(&tables).expect("written");
    assert!(markdown.contains("| 1 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |"), "{markdown}");
    assert!(markdown.contains("Speed-up of YBWC (table 6.2)"), "{markdown}");
    let _ = [epd, page, tables, store].map(std::fs::remove_file);
}

#[test]
fn a_speedup_in_games_is_played_and_kept() {
    let (book, store) = (scratch("threads.epd"), new_store("threads.db"));
    check_status(&["openings", "--lines", "1", "--nodes", "200", "--out", word(&book)], 0);
    let args = "speedup --reps 0 --threads 2 --algorithms ybwc --hash 1 --elo --games 2 \
        --tc 0.05+0.005 --json";
    let args: Vec<&str> = args.split_ascii_whitespace().collect();
    let args = [&args[..], &["--openings", word(&book), "--store", word(&store)]].concat();
    let said = check_status(&args, 0);
    assert!(said.contains(r#""first":"ybwc-2""#) && said.contains(r#""games":2"#), "{said}");
    assert_eq!(check_status(&args, 0), said, "nothing is played again");
    let _ = [book, store].map(std::fs::remove_file);
}

#[test]
fn wrong_speedups_are_explained() {
    for (args, part) in [
        ("--threads 0", "from 1 to 256"),
        ("--algorithms magic", "magic"),
        ("--epd no/such.epd", "cannot read no/such.epd"),
        ("--reps 0", "nothing to do"),
        ("--reps 0 --elo --threads 2 --openings no/such.epd", "no/such.epd"),
        ("--depth 5 --seconds 1", "cannot be used with"),
        ("--reps 0 --capacity", "needs --reps"),
    ] {
        let said =
            check_status(&[&["speedup"], &args.split(' ').collect::<Vec<_>>()[..]].concat(), 2);
        assert!(said.contains(part), "{said}");
    }
}
