//! What users have complained about in other engines, one conversation each. The numbers are those
//! of our list of complaints.

mod support;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use ferz_rules::{Game, Move};
use ferz_uci::{BestMove, Bound, Info, PositionText, ScoreValue, Session, StartText};
use proptest::prelude::*;
use support::{Gui, check_says, converse, in_turn, last_score, starting};

/// The game that a `position` line describes.
fn game(line: &str) -> Game {
    let words = line.strip_prefix("position ").expect(line);
    let (start, moves) = words.split_once(" moves ").unwrap_or((words, ""));
    let start = match start.strip_prefix("fen ") {
        Some(fen) => StartText::Fen(fen.to_owned()),
        None => StartText::Standard,
    };
    let moves = moves.split_ascii_whitespace().map(str::to_owned).collect();
    PositionText { start, moves }.game().expect(line)
}

/// Checks every line and the move of one search, as a suspicious match runner would.
#[track_caller]
fn check_search(position: &str, text: &str) {
    let game = game(position);
    let mut last = None;
    for line in starting(text, "info depth") {
        let info = Info::parse(line);
        check_line(&game, &info, line);
        if info.multipv.is_none_or(|number| number == 1) {
            last = Some(info);
        }
    }
    let answers = starting(text, "bestmove");
    let [answer] = answers[..] else { panic!("{} answers in:\n{text}", answers.len()) };
    let best: BestMove = answer.parse().expect(answer);
    let pv = last.expect(text).pv;
    let mut words = pv.words().map(str::to_owned);
    assert_eq!(best.best.map(|mv| mv.to_string()), words.next(), "{text}");
    assert_eq!(best.ponder.map(|mv| mv.to_string()), words.next(), "{text}");
}

/// A line is legal, goes on after no end, and a mate is played out in as many moves as it says.
#[track_caller]
fn check_line(start: &Game, info: &Info, line: &str) {
    let mut game = start.clone();
    for (index, word) in info.pv.words().enumerate() {
        let is_over = game.outcome().is_some() || game.claimable_draw().is_some();
        assert!(!is_over || index == 0, "goes on after the end: {line}");
        let mv: Move = game.position().parse_uci(word).expect(line);
        game.play(mv).expect(line);
    }
    let score = info.score.expect(line);
    if let (ScoreValue::Mate(moves), Bound::Exact) = (score.value, score.bound)
        && moves != 0
    {
        let plies = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
        assert_eq!(info.pv.words().count(), plies, "{line}");
        assert!(game.position().in_check() && !game.position().has_legal_moves(), "{line}");
    }
}

#[test]
fn c03_a_legal_move_comes_with_no_time_at_all() {
    let position = "position startpos moves e2e4 e7e5";
    for go in ["go movetime 0", "go wtime 0 btime 0", "go nodes 1", "go movetime 1", "go wtime 1"] {
        check_search(position, &converse(&[position, go]));
    }
    // Also when it is told to stop at once.
    let gui = Gui::new();
    for line in [position, "go infinite", "stop"] {
        gui.send(line);
    }
    check_search(position, &gui.finish());
}

#[test]
fn c03_moves_that_cannot_be_searched_are_no_reason_to_keep_silent() {
    let text = converse(&["go depth 2 searchmoves e2e5 d2d4"]);
    assert_eq!(starting(&text, "info string").len(), 1, "{text}");
    assert!(text.contains("bestmove d2d4"), "{text}");
    check_search("position startpos", &converse(&["go depth 2 searchmoves e2e5"]));
}

#[test]
fn c07_a_negative_clock_gets_a_move() {
    let position = "position startpos";
    for go in ["go wtime -1 btime -99999999999999999999", "go wtime -50 winc -10 movestogo -3"] {
        check_search(position, &converse(&[position, go]));
    }
}

// 8, the property that no clock is overrun, is beside the code: session/convert/tests.rs.

#[test]
fn c10_a_forced_mate_is_not_told_two_hundred_times() {
    let position = "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let text = converse(&[position, "go wtime 60000 btime 60000"]);
    assert!(starting(&text, "info depth").len() < 30, "{text}");
    check_search(position, &text);
}

#[test]
fn c11_infinite_and_ponder_wait_to_be_told() {
    // One legal move, a mate, and a stalemate: searches that have nothing left to do.
    for fen in [
        "7k/8/8/8/8/8/6q1/7K w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        for (go, release) in [
            ("go infinite", "stop"),
            ("go ponder wtime 50 btime 50", "ponderhit"),
            ("go ponder", "stop"),
        ] {
            let gui = Gui::new();
            for line in [&format!("position fen {fen}"), go, "isready"] {
                gui.send(line);
            }
            let text = gui.wait_for("readyok", 1);
            assert!(!text.contains("bestmove"), "{go}: {text}");
            gui.send(release);
            gui.wait_for("bestmove ", 1);
            gui.finish();
        }
    }
}

#[test]
fn c12_the_end_of_the_input_lets_a_limited_search_finish() {
    for go in ["go movetime 30", "go depth 5", "go nodes 3000", "go wtime 300 btime 300"] {
        check_search("position startpos", &converse(&[go]));
    }
    // An unlimited one ends, with a move.
    check_search("position startpos", &converse(&["go infinite"]));
}

#[test]
fn c13_odd_positions_are_refused_with_a_reason_and_change_nothing() {
    let kept = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for fen in [
        "8/8/8/8/8/8/8/K7 w - - 0 1",     // a king is missing
        "3k4/8/8/8/8/8/8/3RK3 w - - 0 1", // who is not to move is in check
        "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1", // too many pawns
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", // a pawn on the first rank
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", // rights without rooks
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", // en passant without a pawn
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "",
    ] {
        let text = converse(&[kept, &format!("position fen {fen}"), "d", "go depth 1"]);
        let refusals = starting(&text, "info string");
        let fixed = text.contains("Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(fixed && refusals.len() == 1, "{fen}:\n{text}");
        assert_eq!(starting(&text, "bestmove").len(), 1, "{fen}");
    }
    check_says(
        &["position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "d"],
        "Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    );
}

#[test]
fn c14_without_a_legal_move_there_is_one_line_and_no_move() {
    for (fen, score) in
        [("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        for go in ["go depth 3", "go movetime 20", "go wtime 1000 btime 1000", "go mate 2"] {
            let text = converse(&[&format!("position fen {fen}"), go]);
            assert_eq!(text, format!("info depth 0 score {score}\nbestmove (none)\n"));
        }
    }
}

/// A word for each step that a GUI may take, in any order.
fn steps() -> impl Strategy<Value = Vec<&'static str>> {
    let step = prop::sample::select(vec![
        "uci",
        "isready",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "position fen nonsense",
        "go depth 3",
        "go infinite",
        "go ponder wtime 100 btime 100",
        "go movetime 3",
        "go perft 1",
        "stop",
        "ponderhit",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "setoption name Contempt value 10",
        "setoption name UCI_Chess960 value true",
        "d",
        "eval",
        "flip",
        "nonsense",
        "debug on",
    ]);
    prop::collection::vec(step, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever the order, every `go` gets one move, every `isready` its answer, and the session
    /// ends.
    #[test]
    fn c15_any_order_of_commands_is_survived(steps in steps(), quits in any::<bool>()) {
        let mut lines = steps.clone();
        lines.push(if quits { "quit" } else { "isready" });
        let text = converse(&lines);
        let count = |start: &str| starting(&text, start).len();
        let asked = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
        prop_assert_eq!(count("bestmove "), asked("go ") - asked("go perft"), "{}", text);
        prop_assert_eq!(count("readyok"), asked("isready"));
        prop_assert_eq!(count("uciok"), asked("uci") - asked("ucinewgame"));
    }
}

/// Notes what was written between two flushes.
#[derive(Clone, Default)]
struct Flushes(Arc<Mutex<(String, Vec<String>)>>);

impl Write for Flushes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().0 += &String::from_utf8_lossy(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        let text = std::mem::take(&mut state.0);
        state.1.push(text);
        Ok(())
    }
}

#[test]
fn c16_no_line_is_blank_and_whole_lines_are_flushed() {
    let output = Flushes::default();
    Session::new(output.clone()).run_lines(["uci", "isready", "go depth 4"]);
    let state = output.0.lock().unwrap();
    assert_eq!(state.0, "", "nothing waits for a flush");
    for written in &state.1 {
        assert!(written.ends_with('\n'), "{written:?}");
        assert!(written.lines().all(|line| !line.trim().is_empty()), "{written:?}");
    }
}

/// Positions near the ends of games: fifty moves, repetition, mates, bare kings, promotions.
const ENDS: [&str; 9] = [
    "position fen 8/8/8/8/5k2/8/8/K6Q w - - 96 100",
    "position fen 4k3/r7/8/8/8/8/R7/4K3 w - - 97 80",
    "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6",
    "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "position fen QQ6/5pkp/6p1/8/7q/8/6P1/6K1 b - - 0 1",
    "position fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "position fen 8/8/8/8/8/4k1p1/8/6K1 b - - 0 1",
    "position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1",
    "position fen 6k1/8/8/8/8/5b2/8/K6Q w - - 0 1",
];

#[test]
fn c17_lines_are_legal_and_end_with_the_game() {
    for position in ENDS {
        for options in [&[][..], &["setoption name MultiPV value 3"]] {
            let mut lines = options.to_vec();
            lines.extend([position, "go depth 9"]);
            check_search(position, &converse(&lines));
        }
    }
}

#[test]
fn c18_the_move_is_the_one_that_was_shown_last() {
    // A whole game of searches that end in the middle of an iteration.
    let mut moves = String::new();
    for number in 0..30 {
        let position = format!("position startpos{moves}");
        let go = format!("go nodes {}", 900 + 137 * number);
        let text = converse(&[&position, &go]);
        check_search(&position, &text);
        let best: BestMove = starting(&text, "bestmove")[0].parse().expect(&text);
        let separator = if moves.is_empty() { " moves " } else { " " };
        moves += separator;
        moves += &best.best.expect("a game of this length is not over").to_string();
    }
}

#[test]
fn c19_several_lines_of_mates_are_complete_and_in_order() {
    let position = "position fen 6k1/5ppp/8/8/8/8/5PPP/K2RQ3 w - - 0 1";
    let text = converse(&["setoption name MultiPV value 4", position, "go depth 8"]);
    check_search(position, &text);
    for depth in 1..=8 {
        let lines = starting(&text, &format!("info depth {depth} "));
        let numbers: Vec<_> = lines.iter().map(|line| Info::parse(line).multipv).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)], "{text}");
    }
    assert_eq!(starting(&text, "info depth 8 ").len(), 4);
    assert!(!text.contains("mate 0"), "{text}");
}

#[test]
fn c19_a_mate_that_was_asked_for_ends_the_search() {
    for (fen, moves) in
        [("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1), ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3)]
    {
        for multipv in [1, 3] {
            let option = format!("setoption name MultiPV value {multipv}");
            let position = format!("position fen {fen}");
            let text = converse(&[&option, &position, &format!("go mate {moves}")]);
            check_search(&position, &text);
            assert!(text.contains(&format!("score mate {moves} ")), "{text}");
        }
    }
}

#[test]
fn c24_and_25_a_large_table_is_cleared_and_granted() {
    // Large enough for several threads to share the clearing.
    let text =
        in_turn(&["setoption name Hash value 256", "go depth 5", "ucinewgame", "go depth 5"]);
    assert_eq!(starting(&text, "info string"), ["info string hash table of 256 MB"]);
    let last: Vec<_> =
        starting(&text, "info depth 5 ").iter().map(|line| Info::parse(line).nodes).collect();
    assert_eq!(last[0], last[1], "everything was forgotten");
}

#[test]
fn c27_chances_are_not_shown_unless_asked_for() {
    assert!(!converse(&["uci", "go depth 4"]).contains(" wdl "));
}

#[test]
fn c30_castling_is_written_as_usual_and_read_both_ways() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    check_says(&[position, "go depth 1 searchmoves e1g1"], "bestmove e1g1");
    check_says(&[position, "go depth 1 searchmoves e1h1"], "bestmove e1g1");
    for castling in ["e1g1", "e1h1"] {
        let line = format!("{position} moves {castling}");
        check_says(&[&line, "d"], "Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }
}

#[test]
fn the_same_search_after_a_new_game_has_the_same_nodes() {
    for position in [ENDS[4], "position startpos moves e2e4 c7c5 g1f3"] {
        let go = "go nodes 20000";
        let text = in_turn(&[position, go, "go nodes 5000", "ucinewgame", position, go]);
        let searches: Vec<&str> = text.split_inclusive("bestmove").collect();
        let facts = |text: &str| -> Vec<_> {
            starting(text, "info depth")
                .iter()
                .map(|line| Info::parse(line))
                // Which of the lines beyond are told depends on the clock.
                .filter(|info| info.depth <= Some(30) || info.nodes > Some(20_000))
                .map(|info| (info.depth, info.score, info.nodes, info.pv))
                .collect()
        };
        assert_eq!(facts(searches[0]), facts(searches[2]), "{text}");
        assert!(!last_score(&text).is_empty());
    }
}
