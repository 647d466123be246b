//! Engines that misbehave, each of which the client must survive and report as what it is.

use std::time::{Duration, Instant};

use ferz_rules::{Position, UciMoveError};
use ferz_uci::{
    Client, ClientError, Flood, Go, Launch, OptionError, Phase, PositionText, Thought, Timeouts,
};

/// Long enough for a busy machine; only broken tests wait it out.
const PATIENCE: Duration = Duration::from_secs(30);
/// For waits that are meant to end in vain.
const SHORT: Duration = Duration::from_millis(300);

/// While we do something else; what an engine says meanwhile must not seem to take this long.
const NAP: Duration = Duration::from_millis(1500);

fn timeouts() -> Timeouts {
    Timeouts { handshake: PATIENCE, ready: PATIENCE, write: PATIENCE, quit: PATIENCE }
}

fn launch(flags: &[&str]) -> Launch {
    flags
        .iter()
        .fold(Launch::new(env!("CARGO_BIN_EXE_fake-engine")), |launch, &flag| launch.arg(flag))
}

#[track_caller]
fn start(flags: &[&str]) -> Client {
    Client::start(launch(flags), timeouts()).expect("a fake engine")
}

fn depth_one() -> Go {
    Go { depth: Some(1), ..Go::default() }
}

fn infinite() -> Go {
    Go { infinite: true, ..Go::default() }
}

fn think(client: &mut Client, patience: Duration) -> Result<Thought, ClientError> {
    client.think(&PositionText::standard(), &depth_one(), patience)
}

fn think_with(flags: &[&str]) -> Result<Thought, ClientError> {
    think(&mut start(flags), PATIENCE)
}

#[test]
fn a_well_behaved_engine() {
    let mut client = start(&[]);
    let introduction = client.introduction();
    assert_eq!(introduction.name, "Fake 1.0");
    assert_eq!(introduction.author, "the Ferz developers");
    assert_eq!(introduction.options.iter().len(), 3);
    assert_eq!(introduction.complaints.len(), 1);
    client.new_game().expect("ready");
    for _ in 0..3 {
        let thought = think(&mut client, PATIENCE).expect("a move");
        let best = thought.decision.best.to_move(&Position::startpos()).expect("legal");
        let verdict = thought.verdict().expect("a score");
        assert_eq!(verdict.pv.play_out(&Position::startpos()).0.first().copied(), best);
    }
    let exit = client.quit().expect("no force");
    assert!(exit.status.is_some_and(|status| status.success()));
}

#[test]
fn options_are_checked_against_the_declaration() {
    let mut client = start(&[]);
    client.set_option("hash", Some("32")).expect("a legal value");
    client.set_option("CLEAR HASH", None).expect("a button");
    let error = client.set_option("Hash", Some("65")).expect_err("out of range");
    assert_eq!(error.to_string(), "option Hash takes a number from 1 to 64, got \"65\"");
    let unknown = ClientError::Option(OptionError::Unknown("Broken".to_owned()));
    assert_eq!(client.set_option("Broken", Some("2")), Err(unknown));
    client.ready().expect("none of it did harm");
}

#[test]
fn a_program_that_is_not_there() {
    let error = Client::start(Launch::new("/no/such/engine"), timeouts()).expect_err("no engine");
    assert!(matches!(&error, ClientError::Start { kind: std::io::ErrorKind::NotFound, .. }));
    assert!(error.to_string().starts_with("cannot start /no/such/engine: "), "{error}");
}

#[test]
fn a_program_that_ends_at_once() {
    let error = Client::start(launch(&["--nonsense"]), timeouts()).expect_err("no engine");
    let ClientError::Exited(exit) = error else { panic!("{error:?}") };
    assert_eq!(exit.status.and_then(|status| status.code()), Some(2));
    assert_eq!(exit.stderr, ["fake-engine does not know one of [\"--nonsense\"]"]);
}

#[track_caller]
fn check_handshake_times_out(flag: &str) {
    let timeouts = Timeouts { handshake: SHORT, ..timeouts() };
    let error = Client::start(launch(&[flag]), timeouts).expect_err("no handshake");
    assert_eq!(error, ClientError::TimedOut { phase: Phase::Handshake, after: SHORT });
}

#[test]
fn engines_that_never_introduce_themselves() {
    check_handshake_times_out("--silent");
    check_handshake_times_out("--no-uciok");
}

#[test]
fn an_engine_that_crashes() {
    let error = think_with(&["--crash-on-go"]).expect_err("a crash");
    let ClientError::Exited(exit) = &error else { panic!("{error:?}") };
    assert_eq!(exit.status.and_then(|status| status.code()), Some(3));
    assert_eq!(exit.stderr, ["fake-engine: assertion failed: king on board"]);
    assert!(error.to_string().ends_with("assertion failed: king on board"), "{error}");
}

#[test]
fn an_engine_that_stalls() {
    let mut client = start(&["--stall-on-go"]);
    let timed_out = ClientError::TimedOut { phase: Phase::Search, after: SHORT };
    assert_eq!(think(&mut client, SHORT), Err(timed_out.clone()));
    assert!(client.is_searching());
    client.stop().expect("it can be told");
    assert_eq!(client.wait(SHORT, drop), Err(timed_out));
    assert_eq!(client.ready(), Err(ClientError::Searching));
    client.restart().expect("a fresh engine");
    client.ready().expect("it answers");
}

#[test]
fn moves_that_are_none() {
    let illegal = think_with(&["--illegal-move"]).expect("it has the form of a move");
    let judged = illegal.decision.best.to_move(&Position::startpos());
    assert_eq!(judged, Err(UciMoveError::Illegal("e2e5".to_owned())));
    let error = think_with(&["--bad-bestmove"]).expect_err("no move");
    assert!(matches!(error, ClientError::Unreadable(_)));
    assert_eq!(
        error.to_string(),
        "unreadable bestmove: expected a move such as e2e4 or e7e8q, got \"Nf3\""
    );
}

#[test]
fn engines_that_write_without_end() {
    let error = think_with(&["--flood"]).expect_err("a flood");
    assert!(matches!(error, ClientError::Flooded(Flood::Wait | Flood::Backlog)), "{error}");
    let error = think_with(&["--flood-line"]).expect_err("a flood");
    assert_eq!(error, ClientError::Flooded(Flood::Line));
}

#[test]
fn a_flood_that_nobody_reads_is_bounded() {
    let mut client = start(&["--flood"]);
    client.position(&PositionText::standard()).expect("it reads");
    client.go(&depth_one()).expect("it reads");
    std::thread::sleep(SHORT);
    let error = client.wait(PATIENCE, drop).expect_err("a flood");
    assert!(matches!(error, ClientError::Flooded(_)), "{error}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_closes_its_output_and_lives_on() {
    let error = think_with(&["--close-pipe"]).expect_err("no output");
    let ClientError::Exited(exit) = error else { panic!("{error:?}") };
    assert_eq!(exit.status, None);
}

#[test]
fn an_engine_that_does_not_read() {
    let timeouts = Timeouts { write: SHORT, ..timeouts() };
    let mut client = Client::start(launch(&["--deaf"]), timeouts).expect("a fake engine");
    // More than fits into a pipe.
    let long = PositionText { moves: vec!["e2e4".to_owned(); 1 << 18], ..PositionText::standard() };
    let timed_out = ClientError::TimedOut { phase: Phase::Write, after: SHORT };
    assert_eq!(client.position(&long), Err(timed_out.clone()));
    assert_eq!(client.ready(), Err(timed_out));
    client.restart().expect("a fresh engine");
}

#[test]
fn thinking_time_is_measured_from_go_to_best_move() {
    let mut client = start(&["--slow", "900"]);
    client.position(&PositionText::standard()).expect("it reads");
    client.go(&depth_one()).expect("it reads");
    // Looking late must not count: the time is that of the arrival. A busy machine may set us aside
    // between writing and looking at the clock, so both bounds are wide.
    let late = 2 * NAP;
    std::thread::sleep(late);
    let decision = client.wait(PATIENCE, drop).expect("a move");
    assert!(decision.elapsed >= Duration::from_millis(400), "{:?}", decision.elapsed);
    assert!(decision.elapsed < late, "{:?}", decision.elapsed);
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut client = start(&[]);
    assert_eq!(client.stop(), Err(ClientError::NotSearching));
    assert_eq!(client.wait(SHORT, drop), Err(ClientError::NotSearching));
    client.position(&PositionText::standard()).expect("it reads");
    client.go(&infinite()).expect("it reads");
    assert_eq!(client.go(&infinite()), Err(ClientError::Searching));
    let mut seen = 0;
    assert_eq!(client.try_wait(SHORT, |_| seen += 1), Ok(None));
    assert_eq!(seen, 1);
    client.stop().expect("it reads");
    assert!(client.wait(PATIENCE, drop).expect("a move").best.best.is_some());
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut client = start(&[]);
    client.position(&PositionText::standard()).expect("it reads");
    client.go(&Go { ponder: true, ..Go::default() }).expect("it reads");
    std::thread::sleep(NAP);
    client.ponder_hit().expect("it reads");
    let decision = client.wait(PATIENCE, drop).expect("a move");
    assert!(decision.elapsed < NAP, "{:?}", decision.elapsed);
}

#[test]
fn a_restart_brings_the_options_back() {
    let mut client = start(&[]);
    client.set_option("Hash", Some("32")).expect("a legal value");
    client.set_option("Hash", Some("64")).expect("a legal value");
    client.set_option("Clear Hash", None).expect("a button");
    let old = client.process_id();
    client.restart().expect("a fresh engine");
    assert_ne!(client.process_id(), old);
    let thought = think(&mut client, PATIENCE).expect("a move");
    let info = thought.infos.first().map(|received| &received.info).expect("a line");
    assert_eq!(info.string.as_deref(), Some("Hash is 64"));
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let timeouts = Timeouts { quit: SHORT, ..timeouts() };
    let client = Client::start(launch(&["--ignore-quit"]), timeouts).expect("a fake engine");
    let before = Instant::now();
    let timed_out = ClientError::TimedOut { phase: Phase::Quit, after: SHORT };
    assert_eq!(client.quit(), Err(timed_out));
    assert!(before.elapsed() < PATIENCE);
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    for flags in [&[] as &[&str], &["--ignore-quit"], &["--stall-on-go"]] {
        let client = start(flags);
        let entry = std::path::PathBuf::from(format!("/proc/{}", client.process_id()));
        assert!(entry.exists());
        drop(client);
        assert!(!entry.exists(), "a zombie still has its entry");
    }
}

#[test]
fn real_engines_that_are_installed() {
    let tried = ["stockfish", "/usr/games/stockfish", "/usr/games/ethereal-chess"]
        .into_iter()
        .filter_map(|program| Client::start(Launch::new(program), timeouts()).ok())
        .map(check_real_engine)
        .count();
    if tried == 0 {
        eprintln!("skipped: no engine is installed here");
    }
}

#[track_caller]
fn check_real_engine(mut client: Client) {
    assert!(!client.introduction().name.is_empty());
    assert_eq!(client.introduction().complaints, []);
    client.set_option("hash", Some("16")).expect("every engine has it");
    client.new_game().expect("ready");
    let go = Go { depth: Some(5), ..Go::default() };
    let thought = client.think(&PositionText::standard(), &go, PATIENCE).expect("a move");
    let best = thought.decision.best.to_move(&Position::startpos()).expect("legal");
    let verdict = thought.verdict().expect("a score");
    assert_eq!(verdict.depth, Some(5));
    let (line, error) = verdict.pv.play_out(&Position::startpos());
    assert_eq!((line.first().copied(), error), (best, None));
    assert!(client.quit().is_ok());
}
