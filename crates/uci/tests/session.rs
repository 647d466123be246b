//! Conversations with our own engine, line by line.

mod support;

use std::time::{Duration, Instant};

use support::{Gui, check_says, converse, nodes};

#[test]
fn introduces_itself_without_blank_lines() {
    let text = converse(&["uci"]);
    assert!(text.starts_with("id name Ferz "));
    assert!(text.ends_with("\nuciok\n"));
    assert!(text.contains("\noption name Hash type spin default 16 min 1 max "));
    assert!(text.contains("\noption name Move Overhead type spin default 10 min 0 max 5000\n"));
    assert!(text.lines().all(|line| !line.is_empty()));
}

#[test]
fn the_end_of_input_finishes_a_limited_search() {
    let text = converse(&["go depth 4"]);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn infinite_and_ponder_hold_the_move_back() {
    for go in ["go infinite depth 1", "go ponder wtime 100 btime 100"] {
        let gui = Gui::new();
        gui.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
        gui.send(go);
        gui.wait_for("info depth 1 ", 1);
        gui.send("isready");
        let text = gui.wait_for("readyok", 1);
        assert!(!text.contains("bestmove"), "{text}");
        gui.send(if go.contains("ponder") { "ponderhit" } else { "stop" });
        gui.wait_for("bestmove ", 1);
        gui.finish();
    }
}

#[test]
fn stop_is_heard_at_once() {
    let gui = Gui::new();
    gui.send("go infinite");
    gui.wait_for("info depth 5 ", 1);
    let begun = Instant::now();
    gui.send("stop");
    gui.wait_for("bestmove ", 1);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    gui.finish();
}

#[test]
fn a_player_without_moves_gets_an_answer() {
    let mated = "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    check_says(&[mated, "go depth 3"], "bestmove (none)");
    check_says(&[mated, "go depth 3"], "info depth 0 score mate 0");
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    check_says(&[stalemate, "go movetime 10"], "info depth 0 score cp 0");
}

#[test]
fn bad_lines_are_explained_and_change_nothing() {
    let kings = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let fen = "Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for bad in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position fen 4k3/8 w - -",
        "setoption name Hash value many",
        "setoption name No Such Option value 1",
        "setoption name Features value -nmp,-nonsense",
        "frobnicate",
        "go depth x",
    ] {
        let text = converse(&[kings, bad, "d"]);
        let strings = text.lines().filter(|line| line.starts_with("info string ")).count();
        assert_eq!(strings, 1, "{bad}:\n{text}");
        assert!(text.lines().any(|line| line == fen), "{bad}:\n{text}");
        assert!(!text.contains("bestmove"), "{bad}:\n{text}");
    }
}

#[test]
fn one_clock_a_spent_clock_and_any_order_are_enough() {
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 1 btime 1",
        "go wtime -50 btime -50",
        "go binc 100 btime 100 winc 100 wtime 100",
        "go wtime 100 btime 100 movestogo 1",
        "go movetime 1",
    ] {
        let text = converse(&["position startpos moves e2e4 e7e5", go]);
        assert!(text.contains("bestmove "), "{go}:\n{text}");
        assert!(text.contains(" score "), "{go}:\n{text}");
    }
}

#[test]
fn castling_is_written_as_the_gui_wants_it() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1h1";
    check_says(&[position, go], "bestmove e1g1");
    let chess960 = "setoption name UCI_Chess960 value true";
    check_says(&[chess960, position, go], "bestmove e1h1");
}

#[test]
fn options_do_what_they_say() {
    let plain = nodes(&["go depth 7"]);
    assert_eq!(nodes(&["go depth 7"]), plain, "deterministic");
    assert_eq!(nodes(&["go depth 7", "ucinewgame", "go depth 7"]), plain, "forgets");
    assert!(nodes(&["go depth 7", "position startpos", "go depth 7"]) < plain, "remembers");
    assert_ne!(nodes(&["setoption name Features value -lmr", "go depth 7"]), plain);
    assert_ne!(nodes(&["setoption name Evaluator value material", "go depth 7"]), plain);
    let text = converse(&["setoption name MultiPV value 3", "go depth 2"]);
    assert!(text.contains(" multipv 3 "), "{text}");
}

#[test]
fn quit_ends_a_search_without_limit() {
    let gui = Gui::new();
    gui.send("go infinite");
    gui.wait_for("info depth 3 ", 1);
    gui.send("quit");
    gui.finish();
}

#[test]
fn the_board_the_evaluation_and_perft_are_shown() {
    check_says(
        &["position startpos", "flip", "d"],
        "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    );
    check_says(&["go perft 3"], "Nodes searched: 8902");
    check_says(&["perft 2"], "e2e4: 20");
    assert!(converse(&["eval"]).lines().count() > 10);
}
