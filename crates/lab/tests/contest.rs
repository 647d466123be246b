//! Whole contests between small searches: what they depend on, and when they end.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use ferz_lab::stats::{Model, Sprt, Verdict};
use ferz_lab::{
    Book, BookSpec, Contest, EncounterRecord, Forget, Format, Games, Group, Limit, Manifest,
    PgnHead, PlayerSpec, Progress, Rules, Store, Summary, Trial, pgn_of,
};
use ferz_rules::pgn::Reader;

const FAKE: &str = env!("CARGO_BIN_EXE_lab-fake-engine");

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    path
}

fn player(text: &str) -> PlayerSpec {
    PlayerSpec::from_group(&Group::from_words([text])).expect("a test's own player")
}

fn contest(one: &str, two: &str, concurrency: usize) -> Contest {
    Contest {
        players: vec![player(one), player(two)],
        format: Format::RoundRobin,
        rounds: 6,
        games: Games::Pair,
        book: Book::chess960(3),
        rules: Rules { max_moves: Some(30), ..Rules::default() },
        chess960: true,
        concurrency: NonZeroUsize::new(concurrency).expect("not zero"),
        affinity: false,
    }
}

/// The games without their times, which alone may differ.
fn games(contest: Contest) -> Vec<String> {
    let mut records: Vec<EncounterRecord> = Vec::new();
    let trial = Trial { contest, sprt: None };
    let stop = AtomicBool::new(false);
    trial.run(&mut Forget, &stop, &mut |record, _| records.push(record.clone())).expect("played");
    records.sort_by_key(|record| record.encounter.number);
    let one = |(white, game): &(usize, ferz_lab::GameRecord)| {
        let moves: Vec<String> = game
            .moves
            .iter()
            .map(|played| {
                format!("{:?} {:?}", played.mv, played.opinion.map(|o| (o.score, o.nodes)))
            })
            .collect();
        format!("{white} {} {moves:?} {}", game.start, game.ending)
    };
    records.iter().flat_map(|record| record.games.iter().map(one)).collect()
}

#[test]
fn fixed_nodes_give_the_same_games_on_any_number_of_threads() {
    let (one, two) = ("ferz name=one nodes=120 option.Hash=1", "ferz name=two nodes=80");
    let alone = games(contest(one, two, 1));
    assert_eq!(alone.len(), 12);
    assert_eq!(games(contest(one, two, 3)), alone);
    let different: std::collections::HashSet<_> = alone.iter().collect();
    assert_eq!(different.len(), 12);
}

fn sprt(new: &str, old: &str) -> Progress {
    let mut contest = contest(&format!("{new} name=new"), &format!("{old} name=old"), 2);
    contest.rounds = 500;
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Normalized).expect("sensible bounds");
    let trial = Trial { contest, sprt: Some(sprt) };
    trial.run(&mut Forget, &AtomicBool::new(false), &mut |_, _| {}).expect("played")
}

#[test]
fn a_test_stops_by_itself() {
    let (strong, weak) = ("ferz nodes=400 option.Hash=1", "ferz nodes=10 option.Hash=1");
    let accepted = sprt(strong, weak);
    assert_eq!(accepted.verdict, Some(Verdict::Accepted));
    assert!(!accepted.is_complete);
    let rejected = sprt(weak, strong);
    assert_eq!(rejected.verdict, Some(Verdict::Rejected));
    // Counting in order makes the decision depend on the seed alone.
    assert_eq!(sprt(strong, weak).standings.scores, accepted.standings.scores);
}

#[test]
fn a_request_to_stop_is_heard() {
    let stop = AtomicBool::new(false);
    let trial = Trial {
        contest: contest("ferz name=one nodes=10", "ferz name=two nodes=10", 2),
        sprt: None,
    };
    let mut seen = 0;
    let progress = trial.run(&mut Forget, &stop, &mut |_, _| {
        seen += 1;
        stop.store(true, Ordering::Relaxed);
    });
    let progress = progress.expect("not a failure");
    assert!(!progress.is_complete && seen < 6);
    assert_eq!(progress.standings.games(), 2 * seen);
}

#[test]
fn pondering_on_both_sides() {
    let stall = "tc=100 ponder=on stall=60";
    let mut contest = contest(
        &format!("cmd={FAKE} name=process {stall}"),
        "ferz name=inside tc=0.6 ponder=on option.Hash=1",
        1,
    );
    contest.chess960 = false;
    contest.book = Book::standard();
    contest.rounds = 1;
    contest.rules.max_moves = Some(6);
    let trial = Trial { contest, sprt: None };
    let progress = trial.run(&mut Forget, &AtomicBool::new(false), &mut |_, _| {});
    let progress = progress.expect("played");
    assert_eq!(progress.standings.players[0].faults.total(), 0);
    assert_eq!(progress.standings.games(), 2);
}

#[test]
fn everybody_meets_everybody() {
    let mut contest = contest("ferz name=one nodes=60", "ferz name=two nodes=10", 2);
    contest.players.push(player("ferz name=three nodes=10"));
    contest.rounds = 2;
    let names = contest.names();
    let trial = Trial { contest, sprt: None };
    let progress = trial.run(&mut Forget, &AtomicBool::new(false), &mut |_, _| {});
    let progress = progress.expect("played");
    assert_eq!(progress.standings.scores.len(), 3);
    assert!(progress.standings.scores.values().all(|score| score.games.games() == 4));
    let text = Summary { names: &names, sprt: None, progress: &progress }.to_string();
    // The ranking and the crosstable name everybody, the last lines once more.
    assert_eq!(text.matches("three").count(), 3, "{text}");
}

#[test]
fn what_is_kept_comes_back() {
    let path = scratch("kept.db");
    let mut store = Store::open(&path).expect("a new file");
    let contest = contest("ferz name=one nodes=20", "ferz name=two nodes=20", 1);
    let titles = contest.check().expect("both can play");
    let manifest = Manifest::new("match", &contest, &titles, None, None, 3);
    let identity = manifest.identity(None);
    let id = store.create(&identity, &manifest).expect("written");
    let trial = Trial { contest, sprt: None };
    let stop = AtomicBool::new(false);
    let first = trial.run(&mut store.keeper(id), &stop, &mut |_, _| {}).expect("played");
    drop(store);

    let mut store = Store::open(&path).expect("the same file");
    let found = store.find(&identity).expect("readable").expect("it is there");
    assert_eq!((found.id, found.encounters, &found.manifest), (id, 6, &manifest));
    let again = trial.run(&mut store.keeper(id), &stop, &mut |_, _| panic!("nothing is left"));
    assert_eq!(again.expect("read").standings.scores, first.standings.scores);
    // A finished run is not gone on with, unless its seed is asked for.
    store.set_outcome(id, Some("complete")).expect("written");
    assert_eq!(store.find(&identity).expect("readable"), None);
    let seeded = manifest.identity(Some(3));
    assert_eq!(store.find(&seeded).expect("readable").map(|run| run.id), Some(id));
    assert_eq!(store.find(&manifest.identity(Some(4))).expect("readable"), None);
    // The games can be read by others.
    for record in store.encounters(id).expect("readable") {
        for (_, game) in &record.games {
            let text = pgn_of(game, &PgnHead::default()).to_string();
            let read = Reader::new(text.as_bytes()).next().expect("a game").expect("legal");
            assert_eq!(read.main_line().count(), game.moves.len());
            assert_eq!(read.result, Some(game.ending.result()));
        }
    }
    store.delete(id).expect("written");
    assert_eq!(store.runs().expect("readable"), []);
}

#[test]
fn something_else_is_no_store() {
    let path = scratch("nonsense.db");
    std::fs::write(&path, "this is a text and no database at all, however long it is")
        .expect("written");
    let error = Store::open(&path).expect_err("no database");
    assert!(error.to_string().contains("cannot open the store"), "{error}");
}

#[track_caller]
fn check_book(name: &str, contents: &str, expected: Result<usize, &str>) {
    let path = scratch(name);
    std::fs::write(&path, contents).expect("written");
    let book = BookSpec::new(&path).and_then(|spec| Book::read(&spec, 1));
    match (book, expected) {
        (Ok(book), Ok(len)) => assert_eq!(book.len(), len),
        (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{error}"),
        (found, _) => panic!("{found:?}"),
    }
}

#[test]
fn books() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    check_book("two.epd", &format!("{start} hmvc 0;\n\n# a comment\n{start}\n"), Ok(2));
    check_book("bad.epd", &format!("{start}\nnonsense\n"), Err("line 2: "));
    check_book("mate.epd", "R5k1/5ppp/8/8/8/8/8/K7 b - -\n", Err("over already"));
    check_book("empty.epd", "\n", Err("no openings"));
    check_book("two.pgn", "1. e4 e5 *\n\n1. d4 d5 *\n", Ok(2));
    check_book("bad.pgn", "1. e4 e4 *\n", Err("illegal move"));
    check_book("book.zip", "PK\u{3}\u{4}", Err("format"));
    check_book("zipped.epd", "PK\u{3}\u{4}", Err("ZIP"));
}

#[test]
fn a_book_goes_round_in_the_order_of_the_seed() {
    let order = |seed| {
        let book = Book::chess960(seed);
        (0..961).map(|number| book.opening(number).start.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_eq!(order(1)[0], order(1)[960]);
    let limit = Limit { nodes: Some(1), ..Limit::default() };
    assert!(!limit.is_timed() && !limit.is_unlimited());
}
