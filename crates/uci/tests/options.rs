//! Every option does what it says: a conversation with it and one without.

mod support;

use std::fs;
use std::path::PathBuf;

use support::{Gui, after, converse, in_turn, last_score, nodes, starting};

/// Black is far behind but gives check for ever.
const PERPETUAL: &str = "position fen QQ6/5pkp/6p1/8/7q/8/6P1/6K1 b - - 0 1";

/// The score of a forced draw after these lines.
fn draw_score(lines: &[&str], go: &str) -> String {
    let mut all = lines.to_vec();
    all.extend([PERPETUAL, go]);
    last_score(&in_turn(&all))
}

#[test]
fn hash_changes_the_table_and_says_what_was_granted() {
    let text = converse(&["setoption name Hash value 64"]);
    assert_eq!(text, "info string hash table of 64 MB\n");
    let full = |option| {
        let text = converse(&[option, "go depth 10"]);
        let last = *starting(&text, "info depth").last().expect(&text);
        after(last, "hashfull").and_then(|full| full.parse::<u32>().ok()).expect(last)
    };
    assert!(full("setoption name Hash value 1") > full("setoption name Hash value 64"));
}

#[test]
fn a_hash_that_no_machine_has_is_refused_and_the_old_one_kept() {
    let text = converse(&["setoption name Hash value 33554432", "go depth 6"]);
    let refusal =
        "info string there is no room for a hash table of 33554432 MB; it keeps its 16 MB";
    assert_eq!(starting(&text, "info string"), [refusal]);
    let plain = nodes(&["go depth 6"]);
    assert_eq!(nodes(&["setoption name Hash value 33554432", "go depth 6"]), plain);
}

#[test]
fn clear_hash_forgets_the_table() {
    let again = ["go depth 7", "go depth 7"];
    let cleared = ["go depth 7", "setoption name Clear Hash", "go depth 7"];
    assert!(nodes(&cleared) > nodes(&again));
}

#[test]
fn threads_takes_the_one_value_it_has() {
    assert_eq!(converse(&["setoption name Threads value 1"]), "");
    assert!(converse(&["setoption name Threads value 0"]).starts_with("info string "));
}

#[test]
fn both_ways_to_share_a_search_give_a_move() {
    for way in ["lazy", "ybwc"] {
        let option = format!("setoption name Parallel value {way}");
        let text = converse(&["setoption name Threads value 2", &option, "go depth 6"]);
        assert_eq!(starting(&text, "bestmove ").len(), 1, "{text}");
    }
    assert!(converse(&["setoption name Parallel value never"]).starts_with("info string "));
}

#[test]
fn ponder_is_accepted_and_a_ponder_move_is_given() {
    let text = converse(&["setoption name Ponder value true", "go depth 6"]);
    assert!(starting(&text, "bestmove ")[0].contains(" ponder "), "{text}");
}

#[test]
fn multipv_shows_so_many_lines() {
    for (count, fen) in [(3, "startpos"), (2, "fen 7k/8/8/8/8/8/6PP/7K b - - 0 1")] {
        let position = format!("position {fen}");
        let option = format!("setoption name MultiPV value {count}");
        let text = converse(&[&option, &position, "go depth 3"]);
        let last = starting(&text, "info depth 3 ");
        let numbers: Vec<_> = last.iter().filter_map(|line| after(line, "multipv")).collect();
        assert_eq!(numbers, ["1", "2", "3"][..count], "{text}");
    }
}

/// The best move after these lines.
fn best_move(lines: &[&str]) -> String {
    let text = in_turn(lines);
    starting(&text, "bestmove ")[0].split(' ').nth(1).expect(&text).to_owned()
}

#[test]
fn the_book_is_played_from_as_the_options_say() {
    let path = std::env::temp_dir().join(format!("ferz-{}-book.bin", std::process::id()));
    let key = ferz_rules::Position::startpos().key().bits().to_be_bytes();
    // a2a3 with weight 2 and h2h4 with weight 1: nothing that a search would play.
    let entry = |mv: [u8; 2], weight| [&key[..], &mv, &[0, weight], &[0; 4]].concat();
    let book = [entry([0x02, 0x10], 2), entry([0x03, 0xdf], 1)].concat();
    fs::write(&path, book).expect("the scratch folder is writable");
    let file = format!("setoption name BookFile value {}", path.display());
    let (own, best) =
        ("setoption name OwnBook value true", "setoption name BookBestMove value true");
    assert_eq!(best_move(&[&file, own, best, "go depth 4"]), "a2a3");
    let drawn = best_move(&[&file, own, "go depth 4"]);
    assert!(["a2a3", "h2h4"].contains(&drawn.as_str()), "{drawn}");
    let search = best_move(&["go depth 4"]);
    assert_eq!(best_move(&[&file, "go depth 4"]), search);
    let study =
        [file.as_str(), own, best, "setoption name UCI_AnalyseMode value true", "go depth 4"];
    assert_eq!(best_move(&study), search);
    let late = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9";
    let depth = "setoption name BookDepth value 8";
    assert_ne!(best_move(&[&file, own, best, depth, late, "go depth 4"]), "a2a3");
    assert_eq!(best_move(&[&file, own, best, late, "go depth 4"]), "a2a3");
    fs::remove_file(&path).expect("it is ours");
    let refusal = converse(&[&file]);
    assert!(refusal.starts_with("info string cannot load the book"), "{refusal}");
}

#[test]
fn weak_play_looks_at_less() {
    let limited =
        ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800"];
    let weak = nodes(&[limited[0], limited[1], "go depth 9"]);
    let skilled = nodes(&["setoption name Skill Level value 1", "go depth 9"]);
    assert!(weak < 2000 && skilled < 2000, "{weak} {skilled}");
    assert!(nodes(&["go depth 9"]) > 2000);
    assert!(converse(&["setoption name UCI_Elo value 599"]).starts_with("info string "));
}

/// The tables beside the checkout, or where `FERZ_SYZYGY` says.
fn syzygy() -> Option<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let path = std::env::var("FERZ_SYZYGY").unwrap_or_else(|_| beside.to_owned());
    let found = PathBuf::from(&path).join("KQvK.rtbw").exists();
    if !found {
        eprintln!("skipped: no tables in {path}");
    }
    found.then_some(path)
}

#[test]
fn a_path_without_tables_is_told_and_play_goes_on() {
    let text = converse(&["setoption name SyzygyPath value /nowhere:/at all", "go depth 2"]);
    assert!(text.starts_with("info string no endgame tables found; left out: /nowhere"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
    assert_eq!(converse(&["setoption name SyzygyPath value <empty>"]), "");
}

#[test]
fn tables_are_asked_as_the_options_say() {
    let Some(path) = syzygy() else { return };
    let set = format!("setoption name SyzygyPath value {path}");
    // A pawn that is never stopped, but no search of this depth knows.
    let ending = "position fen 8/8/8/8/4k3/8/P7/K7 w - - 0 1";
    let hits = |lines: &[&str]| {
        let mut all = vec![set.as_str()];
        all.extend(lines);
        let text = in_turn(&all);
        let last = (*starting(&text, "info depth").last().expect(&text)).to_owned();
        after(&last, "tbhits").and_then(|hits| hits.parse::<u64>().ok()).unwrap_or(0)
    };
    assert!(hits(&[ending, "go depth 2"]) > 0);
    assert_eq!(hits(&["setoption name SyzygyProbeLimit value 2", ending, "go depth 2"]), 0);
    // Five pieces: only the tree asks, and at this depth only where it may.
    let capture = "position fen 8/8/8/8/3k4/1r6/8/KQ5B b - - 0 1";
    assert!(hits(&[capture, "go depth 4"]) > 0);
    let shy = hits(&["setoption name SyzygyProbeDepth value 100", capture, "go depth 4"]);
    assert!(shy < hits(&[capture, "go depth 4"]), "{shy}");
}

#[test]
fn the_fifty_move_rule_can_be_ignored() {
    let Some(path) = syzygy() else { return };
    let set = format!("setoption name SyzygyPath value {path}");
    // Bishop and knight mate, but not in the ten half-moves that the rule leaves.
    let old = "position fen 8/8/8/3k4/8/8/8/KBN5 w - - 90 100";
    let score = |rule: &str| last_score(&in_turn(&[&set, rule, old, "go depth 2"]));
    let near = score("setoption name Syzygy50MoveRule value true");
    assert!(near.contains("cp 1") || near.contains("cp 0") || near.contains("cp 2"), "{near}");
    assert!(score("setoption name Syzygy50MoveRule value false").contains("cp 199"));
}

#[test]
fn overhead_shortens_the_time_for_a_move() {
    // All of a second is overhead, so that the search ends with its first iterations.
    for name in ["Move Overhead", "MoveOverhead"] {
        let option = format!("setoption name {name} value 5000");
        let text = converse(&[&option, "go wtime 4000 btime 4000"]);
        let last = *starting(&text, "info depth").last().expect(&text);
        assert!(after(last, "depth").is_some_and(|depth| depth.len() == 1), "{last}");
    }
}

#[test]
fn chess960_writes_castling_as_the_king_taking_its_rook() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1g1";
    let best = |lines: &[&str]| starting(&converse(lines), "bestmove")[0][..13].to_owned();
    assert_eq!(best(&[position, go]), "bestmove e1g1");
    assert_eq!(best(&["setoption name UCI_Chess960 value true", position, go]), "bestmove e1h1");
}

#[test]
fn wdl_is_shown_when_asked_for_and_adds_up() {
    let text = converse(&["setoption name UCI_ShowWDL value true", "go depth 5"]);
    for line in starting(&text, "info depth") {
        let words: Vec<&str> = line.split(' ').skip_while(|word| *word != "wdl").collect();
        let sum: u32 = words[1..4].iter().map(|word| word.parse::<u32>().expect(line)).sum();
        assert_eq!(sum, 1000, "{line}");
        assert!(line.find(" score ") < line.find(" wdl "), "{line}");
    }
    let mated =
        ["setoption name UCI_ShowWDL value true", "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"];
    let text = converse(&[mated[0], mated[1], "go depth 3"]);
    assert!(text.contains("info depth 0 score mate 0 wdl 0 0 1000"), "{text}");
}

#[test]
fn contempt_is_the_price_of_a_draw_in_games_only() {
    let contempt = "setoption name Contempt value 60";
    assert_eq!(draw_score(&[], "go depth 8"), "cp 0");
    let priced = draw_score(&[contempt], "go depth 8");
    assert!(priced.starts_with("cp -"), "{priced}");
    assert_eq!(
        draw_score(&["setoption name Contempt value -60"], "go depth 8"),
        priced.replace('-', "")
    );
    let gui = Gui::new();
    for line in [contempt, PERPETUAL, "go infinite"] {
        gui.send(line);
    }
    gui.wait_for("info depth 8 ", 1);
    gui.send("stop");
    assert_eq!(last_score(&gui.finish()), "cp 0");
}

#[test]
fn analysis_knows_no_contempt() {
    let lines = ["setoption name Contempt value 60", "setoption name UCI_AnalyseMode value true"];
    assert_eq!(draw_score(&lines, "go depth 8"), "cp 0");
    // What the table learned with a price on draws does not leak into the analysis.
    let played = [lines[0], PERPETUAL, "go depth 8", lines[1]];
    assert_eq!(draw_score(&played, "go depth 8"), "cp 0");
}

#[test]
fn contempt_fades_with_the_opponents_rating() {
    let contempt = "setoption name Contempt value 60";
    let against = |opponent: &str| {
        let option = format!("setoption name UCI_Opponent value {opponent}");
        draw_score(&[contempt, &option], "go depth 8")
    };
    let unknown = draw_score(&[contempt], "go depth 8");
    assert_eq!(against("none 1500 human A Beginner"), unknown);
    assert_eq!(against("none none computer Somebody"), unknown);
    assert_eq!(against("GM 3400 computer Somebody"), "cp 0");
    let text = converse(&["setoption name UCI_Opponent value nobody"]);
    assert_eq!(starting(&text, "info string").len(), 1, "{text}");
}

/// A file of this test's own that does not outlive it.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_log_has_both_sides_with_their_times() {
    let name = format!("ferz log {}.txt", std::process::id());
    let scratch = Scratch(std::env::temp_dir().join(name));
    let option = format!("setoption name Debug Log File value {}", scratch.0.display());
    let gui = Gui::new();
    for line in ["isready", &option, "isready", "go depth 2"] {
        gui.send(line);
    }
    gui.wait_for("bestmove ", 1);
    gui.send("setoption name Debug Log File value <empty>");
    gui.send("isready");
    gui.finish();
    let log = fs::read_to_string(&scratch.0).expect("the log was written");
    let words: Vec<&str> = log.lines().map(|line| line.split_once(' ').expect(line).1).collect();
    assert_eq!(words[..2], ["<< isready", ">> readyok"], "{log}");
    assert!(words.iter().any(|line| line.starts_with(">> bestmove ")), "{log}");
    assert_eq!(words.last(), Some(&"<< setoption name Debug Log File value <empty>"), "{log}");
    assert_eq!(words.iter().filter(|line| **line == "<< isready").count(), 1, "{log}");
    assert!(log.lines().all(|line| line.get(10..11) == Some("T") && line.get(23..24) == Some("Z")));
}

#[test]
fn a_log_that_cannot_be_written_is_one_message() {
    let text = converse(&["setoption name Debug Log File value /no such folder/log", "isready"]);
    assert_eq!(starting(&text, "info string cannot write the log").len(), 1, "{text}");
    assert!(text.ends_with("readyok\n"));
}

#[test]
fn evaluator_and_features_change_the_search() {
    let plain = nodes(&["go depth 7"]);
    assert_ne!(nodes(&["setoption name Evaluator value material", "go depth 7"]), plain);
    assert_ne!(nodes(&["setoption name Features value -lmr", "go depth 7"]), plain);
    assert_ne!(nodes(&["setoption name RootDriver value mtdf", "go depth 7"]), plain);
}

#[test]
fn every_declared_option_has_a_test_and_a_row_in_the_docs() {
    let text = converse(&["uci"]);
    let tests = concat!(include_str!("options.rs"), include_str!("eval_file.rs"));
    for line in starting(&text, "option name ") {
        let name = line["option name ".len()..].split(" type ").next().expect(line);
        if cfg!(feature = "tune") && name.chars().next().is_some_and(char::is_lowercase) {
            continue;
        }
        assert!(
            tests.contains(&format!("setoption name {name}")) || name == "Move Overhead",
            "{name}"
        );
    }
    let docs = include_str!("../../../docs/options.md");
    assert!(
        docs.ends_with(&ferz_uci::options_table()),
        "docs/options.md is stale; its table is what `cargo run -p ferz-uci --example options_table` prints"
    );
}
