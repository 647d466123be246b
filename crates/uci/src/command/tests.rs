//! Rows: a line, and the command or the error that it is.

use std::num::NonZeroU32;
use std::time::Duration;

use ferz_rules::{ByColor, Color};

use super::*;

#[track_caller]
fn check(line: &str, expected: &Command) {
    check_skipping(line, expected, &[]);
}

#[track_caller]
fn check_skipping(line: &str, expected: &Command, skipped: &[&str]) {
    let parsed = Command::parse(line).expect("no error").expect("a command");
    assert_eq!(&parsed.command, expected);
    assert_eq!(parsed.skipped, skipped);
    let again = Command::parse(&expected.to_string()).expect("no error").expect("a command");
    assert_eq!(&again.command, expected, "after printing {expected}");
}

#[track_caller]
fn check_error(line: &str, message: &str) {
    assert_eq!(Command::parse(line).expect_err(line).to_string(), message);
}

fn millis(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn set_option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

fn clocks(white: Option<u64>, black: Option<u64>, winc: u64, binc: u64) -> Command {
    let clock = |time: Option<u64>, inc| Clock { time: time.map(millis), increment: millis(inc) };
    Command::Go(Go {
        clocks: ByColor::new(clock(white, winc), clock(black, binc)),
        ..Go::default()
    })
}

#[test]
fn single_words() {
    let rows = [
        ("uci", Command::Uci),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("flip", Command::Flip),
        ("compiler", Command::Compiler),
        ("help", Command::Help),
        ("bench", Command::Bench(vec![])),
        ("export_net", Command::ExportNet(None)),
        ("go", Command::Go(Go::default())),
        ("debug off", Command::Debug(false)),
        ("register later", Command::Register("later".to_owned())),
        ("perft 6", Command::Perft(6)),
    ];
    for (line, command) in rows {
        check(line, &command);
        assert_eq!(command.to_string(), line);
        check(&format!(" \t{} \r\n", line.replace(' ', "\t  ")), &command);
    }
}

#[test]
fn nothing_in_blank_lines_and_comments() {
    for line in ["", "   ", "\r\n", "\u{feff}", "# go", "   #quit", "#"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn noise_before_and_after_a_command() {
    check_skipping("joho debug on", &Command::Debug(true), &["joho"]);
    check_skipping("isready please now", &Command::IsReady, &["please", "now"]);
    check_skipping("perft 3 fast", &Command::Perft(3), &["fast"]);
    check("\u{feff}uci", &Command::Uci);
    // Our own short words count only where a command must stand.
    check_error("show d", "unknown command \"show d\"; try help");
    check_error("UCI", "unknown command \"UCI\"; try help");
    check_error("postion startpos", "unknown command \"postion startpos\"; try help");
}

#[test]
fn options_with_spaces() {
    check("setoption name Hash value 32", &set_option("Hash", Some("32")));
    check("setoption name  Move   Overhead value 100", &set_option("Move Overhead", Some("100")));
    check("setoption name Clear Hash", &set_option("Clear Hash", None));
    check("setoption name Clear Hash value", &set_option("Clear Hash", Some("")));
    let path = "C:\\my  tables;D:\\value of x";
    check(&format!("setoption name SyzygyPath value  {path} \r"), &{
        set_option("SyzygyPath", Some(path))
    });
    let usage = "expected \"setoption name NAME value VALUE\", got";
    check_error("setoption Hash 3", &format!("{usage} \"setoption Hash 3\""));
    check_error("setoption name value 3", &format!("{usage} \"setoption name value 3\""));
    check_error("setoption", &format!("{usage} \"setoption \""));
}

#[test]
fn clocks_as_match_runners_send_them() {
    check("go wtime 100", &clocks(Some(100), None, 0, 0));
    check("go btime 100", &clocks(None, Some(100), 0, 0));
    check("go wtime 100 winc 90 btime 80 binc 70", &clocks(Some(100), Some(80), 90, 70));
    check("go binc 70 btime 80 winc 90 wtime 100", &clocks(Some(100), Some(80), 90, 70));
    check("go wtime 5 wtime 100", &clocks(Some(100), None, 0, 0));
}

/// The lines that `fastchess --compliance` sends: all understood, nothing skipped.
#[test]
fn lines_of_a_compliance_check() {
    for line in [
        "uci",
        "isready",
        "ucinewgame",
        "position startpos",
        "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        "go wtime 100",
        "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 b - - 0 27",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
        "go wtime 100 btime 100",
        "position startpos moves e2e4 e7e5",
        "quit",
    ] {
        let parsed = Command::parse(line).expect("no error").expect("a command");
        assert_eq!(parsed.skipped, [""; 0], "{line}");
        if let Command::Position(text) = parsed.command {
            assert!(text.game().is_ok(), "{line}");
        }
    }
}

#[test]
fn absurd_clocks_are_brought_into_range() {
    check("go wtime -50 btime 0", &clocks(Some(1), Some(1), 0, 0));
    check("go wtime 1 winc -5", &clocks(Some(1), None, 0, 0));
    let endless = u64::try_from(MAX_TIME.as_millis()).expect("it was made of a u64");
    check("go btime 99999999999999999999999", &clocks(None, Some(endless), 0, 0));
    check("go movetime -1", &Command::Go(Go { move_time: Some(MIN_TIME), ..Go::default() }));
    check("go movestogo 0", &Command::Go(Go::default()));
    check("go depth 0", &Command::Go(Go { depth: Some(1), ..Go::default() }));
    check("go nodes 0", &Command::Go(Go { nodes: Some(1), ..Go::default() }));
    let deep = Command::Go(Go { depth: Some(u32::MAX), ..Go::default() });
    check("go depth 5000000000", &deep);
}

#[test]
fn every_argument_of_go_at_once() {
    let moves = ["e2e4", "a7a8n"].map(|mv| mv.parse().expect("own move")).to_vec();
    let mut go = Go {
        search_moves: moves,
        ponder: true,
        moves_to_go: NonZeroU32::new(7),
        depth: Some(9),
        nodes: Some(1000),
        mate: Some(3),
        move_time: Some(millis(50)),
        infinite: true,
        perft: Some(0),
        ..Go::default()
    };
    go.clocks[Color::Black] = Clock { time: Some(millis(3)), increment: millis(1) };
    let line = "go searchmoves e2e4 a7a8N ponder btime 3 binc 1 movestogo 7 depth 9 nodes 1000 \
                mate 3 movetime 50 infinite perft 0";
    check(line, &Command::Go(go));
    let one = Go { search_moves: vec!["e2e4".parse().expect("own move")], ..Go::default() };
    check_skipping("go searchmoves e2e4 e2e9 x", &Command::Go(one), &["e2e9", "x"]);
    check_skipping(
        "go fast infinite",
        &Command::Go(Go { infinite: true, ..Go::default() }),
        &["fast"],
    );
}

#[test]
fn a_keyword_without_its_number() {
    for keyword in [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
    ] {
        let message = format!("expected a number after \"{keyword}\", got");
        check_error(&format!("go {keyword}"), &format!("{message} nothing"));
        check_error(&format!("go {keyword} infinite"), &format!("{message} \"infinite\""));
        check_error(&format!("go {keyword} 1.5"), &format!("{message} \"1.5\""));
    }
    check_error("perft", "expected a number after \"perft\", got nothing");
    check_error("genfens 3 seed x", "expected a number after \"seed\", got \"x\"");
    check_error("debug maybe", "expected on or off after \"debug\", got \"maybe\"");
}

#[test]
fn arguments_of_our_own_commands() {
    check("bench 16 1 12", &Command::Bench(["16", "1", "12"].map(str::to_owned).to_vec()));
    check("export_net my net.bin", &Command::ExportNet(Some("my net.bin".to_owned())));
    let request = |book: Option<&str>, extra: &str| {
        Command::GenFens(GenFens {
            count: 10,
            seed: 42,
            book: book.map(str::to_owned),
            extra: extra.to_owned(),
        })
    };
    check("genfens 10 seed 42 book None", &request(None, ""));
    check("genfens 10 seed 42 book Books/x.epd  a  b", &request(Some("Books/x.epd"), "a b"));
    check("genfens 10 seed 42", &request(None, ""));
}

#[track_caller]
fn position(line: &str) -> PositionText {
    match Command::parse(line).expect("no error").expect("a command").command {
        Command::Position(text) => text,
        other => panic!("{other:?} is no position"),
    }
}

#[track_caller]
fn check_game(line: &str, fen: &str) {
    assert_eq!(position(line).game().expect("a game").position().to_string(), fen);
    check(&position(line).to_string(), &Command::Position(position(line)));
}

#[track_caller]
fn check_no_game(line: &str, message: &str) {
    assert_eq!(position(line).game().expect_err(line).to_string(), message);
}

#[test]
fn positions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check_game("position startpos", start);
    check_game("position startpos moves", start);
    check_game(&format!("position  fen   {start}"), start);
    check_game("position startpos moves e2e4 e7e5", {
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    });
    check_game("position fen 4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    check_game("position fen 4k3/8/8/8/8/8/8/4K2R w K - 5", "4k3/8/8/8/8/8/8/4K2R w K - 5 1");
    check_game("position fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1h1", {
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    });
}

#[test]
fn positions_that_are_none() {
    check_error("position", "expected startpos or fen after \"position\", got nothing");
    check_error("position e4", "expected startpos or fen after \"position\", got \"e4\"");
    check_no_game("position fen", "bad FEN \"\": expected 4 to 6 fields in a FEN, got 0");
    check_no_game("position fen 8/8 w - -", {
        "bad FEN \"8/8 w - -\": expected eight ranks separated by '/', got \"8/8\""
    });
    check_no_game("position startpos moves e2e4 e7e5 e4e5", {
        "move 3 of 3 cannot be played: illegal move \"e4e5\""
    });
    check_no_game("position startpos moves Nf3 e7e5", {
        "move 1 of 2 cannot be played: expected a move such as e2e4 or e7e8q, got \"Nf3\""
    });
}
