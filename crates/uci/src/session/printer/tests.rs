use ferz_rules::CastlingStyle;
use ferz_search::{Score, Statistics};

use super::*;

/// What was printed, line by line.
fn printed(say: impl FnOnce(&mut Printer<Shared>)) -> Vec<String> {
    let output = Shared::default();
    let writing = Writing { style: CastlingStyle::Standard, show_wdl: false };
    say(&mut Printer::new(Output::new(output.clone()), Game::default(), writing, false));
    let bytes = output.0.lock().expect("nobody panicked").clone();
    String::from_utf8(bytes).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn line(moves: &[&str]) -> Vec<Move> {
    let mut position = Position::startpos();
    let mut read = |text: &&str| {
        let mv = position.parse_uci(text).expect("legal");
        position.play(mv);
        mv
    };
    moves.iter().map(&mut read).collect()
}

fn report(depth: i32, milliseconds: u64, bound: Bound, moves: &[&str]) -> Report {
    Report {
        depth,
        selective_depth: 9,
        multipv: 1,
        score: Score::mate_in(9),
        bound,
        pv: line(moves),
        nodes: 1000,
        time: Duration::from_millis(milliseconds),
        permille_full: 3,
        tb_hits: 0,
    }
}

fn result(moves: &[&str]) -> SearchResult {
    let pv = line(moves);
    let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
    let (score, statistics) = (Score::mate_in(9), Statistics::default());
    SearchResult { best, ponder, score, depth: 4, nodes: 1000, pv, lines: Vec::new(), statistics }
}

#[test]
fn bounds_and_root_moves_come_only_after_some_seconds() {
    let start = Position::startpos();
    let lines = printed(|printer| {
        for milliseconds in [100, 4000] {
            printer.report(&start, &report(12, milliseconds, Bound::Lower, &["e2e4"]));
            printer.report(&start, &report(12, milliseconds, Bound::Upper, &["e2e4"]));
            let time = Duration::from_millis(milliseconds);
            printer.root_move(
                &start,
                &RootMove { depth: 12, mv: line(&["g1f3"])[0], number: 7, time },
            );
        }
    });
    assert_eq!(
        lines,
        [
            "info depth 12 seldepth 9 multipv 1 score mate 5 lowerbound nodes 1000 nps 250 hashfull 3 time 4000 pv e2e4",
            "info depth 12 seldepth 9 multipv 1 score mate 5 upperbound nodes 1000 nps 250 hashfull 3 time 4000 pv e2e4",
            "info depth 12 currmove g1f3 currmovenumber 7",
        ]
    );
}

#[test]
fn a_decision_that_was_not_shown_is_shown_before_the_move() {
    let start = Position::startpos();
    let lines = printed(|printer| {
        printer.report(&start, &report(5, 10, Bound::Exact, &["e2e4", "e7e5"]));
        printer.result(&start, &result(&["d2d4", "d7d5"]));
    });
    let last = ["info depth 4 score mate 5 nodes 1000 pv d2d4 d7d5", "bestmove d2d4 ponder d7d5"];
    assert_eq!(lines[1..], last);
    let lines = printed(|printer| {
        printer.report(&start, &report(5, 10, Bound::Exact, &["d2d4", "d7d5", "c2c4"]));
        // A bound of another move must not be the last word.
        printer.report(&start, &report(6, 9000, Bound::Lower, &["e2e4"]));
        printer.result(&start, &result(&["d2d4", "d7d5", "c2c4"]));
    });
    assert_eq!(lines.len(), 4, "{lines:?}");
    let lines = printed(|printer| {
        printer.report(&start, &report(5, 10, Bound::Exact, &["d2d4", "d7d5", "c2c4"]));
        printer.result(&start, &result(&["d2d4", "d7d5", "c2c4"]));
    });
    assert_eq!(lines.len(), 2, "{lines:?}");
}

/// A search that was stopped within an iteration says last what it has done in all, and for which
/// move.
#[test]
fn the_last_counts_are_shown_before_the_move() {
    let start = Position::startpos();
    let last = |moves: &[&str], multipv: usize| Report {
        multipv,
        nodes: 5000,
        ..report(12, 777, Bound::Exact, moves)
    };
    let lines = printed(|printer| {
        printer.report(&start, &report(12, 10, Bound::Exact, &["e2e4", "e7e5"]));
        let lines = vec![last(&["d2d4", "d7d5"], 1), last(&["e2e4", "e7e5"], 2)];
        printer.result(&start, &SearchResult { lines, ..result(&["d2d4", "d7d5"]) });
    });
    assert!(lines[1].contains(" multipv 1 ") && lines[1].contains(" nodes 5000 "), "{lines:?}");
    assert!(lines[1].ends_with(" time 777 pv d2d4 d7d5"), "{lines:?}");
    assert!(lines[2].contains(" multipv 2 "), "{lines:?}");
    assert_eq!(lines[3..], ["bestmove d2d4 ponder d7d5"]);
    let lines = printed(|printer| {
        let shown = report(12, 10, Bound::Exact, &["e2e4", "e7e5"]);
        printer.report(&start, &shown);
        printer.result(&start, &SearchResult { lines: vec![shown], ..result(&["e2e4", "e7e5"]) });
    });
    assert_eq!(lines.len(), 2, "nothing is said twice: {lines:?}");
}

#[test]
fn the_first_lines_wait_for_company_but_not_for_long() {
    let start = Position::startpos();
    let lines_of = |ends: bool, say: &dyn Fn(&mut Printer<Shared>)| {
        let output = Shared::default();
        let writing = Writing { style: CastlingStyle::Standard, show_wdl: false };
        say(&mut Printer::new(Output::new(output.clone()), Game::default(), writing, ends));
        let bytes = output.0.lock().expect("nobody panicked").clone();
        String::from_utf8(bytes).expect("UTF-8").lines().count()
    };
    let early = |printer: &mut Printer<Shared>| {
        printer.report(&start, &report(1, 0, Bound::Exact, &["e2e4"]));
        printer.report(&start, &report(2, 4, Bound::Exact, &["e2e4"]));
    };
    assert_eq!(lines_of(true, &early), 0);
    // Who analyses without end may never see another line.
    assert_eq!(lines_of(false, &early), 2);
    let later = |printer: &mut Printer<Shared>| {
        early(printer);
        printer.report(&start, &report(3, 5, Bound::Exact, &["e2e4"]));
    };
    assert_eq!(lines_of(true, &later), 3);
    let root_move = |printer: &mut Printer<Shared>| {
        early(printer);
        let time = Duration::from_millis(5);
        printer.root_move(&start, &RootMove { depth: 3, mv: line(&["g1f3"])[0], number: 2, time });
    };
    assert_eq!(lines_of(true, &root_move), 2);
    let ended = |printer: &mut Printer<Shared>| {
        early(printer);
        printer.result(&start, &result(&["e2e4"]));
    };
    assert_eq!(lines_of(true, &ended), 3);
}

#[test]
fn a_flood_of_iterations_is_thinned_out_but_its_end_is_shown() {
    let start = Position::startpos();
    let lines = printed(|printer| {
        for depth in 1..=200 {
            printer.report(&start, &report(depth, 1, Bound::Exact, &["e2e4"]));
        }
        printer.result(&start, &result(&["e2e4"]));
    });
    assert_eq!(lines.len(), 32);
    assert!(lines[30].starts_with("info depth 200 "), "{}", lines[30]);
    let lines = printed(|printer| {
        for depth in 1..=60 {
            printer.report(&start, &report(depth, 100 * depth as u64, Bound::Exact, &["e2e4"]));
        }
    });
    assert_eq!(lines.len(), 60, "a slow search shows everything");
}
