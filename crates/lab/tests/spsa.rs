//! Tuning by games: what a run depends on, and what is left of it when it is killed.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz_lab::tune::spsa::{Course, Event, Schedule, Spsa, SpsaError, read_lines};
use ferz_lab::{Book, Forget, Group, Manifest, PlayerSpec, Rules, Store};
use ferz_search::Params;

const OPENINGS: &str = include_str!("../../../data/openings.epd");

/// Any numbers among the options can be tuned; those of the search are only there for tuners.
const LINES: &str = "Contempt, int, 0, -100, 100, 20, 0.05\nMultiPV, int, 2, 1, 4, 1, 0.05\n";

fn spsa(lines: &str, seed: u64, concurrency: usize) -> Spsa {
    // Hand-made terms, so that no new network makes all games even by chance.
    let player = Group::from_words(["ferz nodes=30 option.Hash=1 option.Evaluator=classical"]);
    Spsa {
        player: PlayerSpec::from_group(&player).expect("a test's own player"),
        tunables: read_lines(lines).expect("a test's own lines"),
        schedule: Schedule { iterations: 5, pairs: 2, ..Schedule::default() },
        seed,
        book: Book::from_epd(Path::new("openings.epd"), OPENINGS, seed).expect("a sound book"),
        rules: Rules { max_moves: Some(30), ..Rules::default() },
        concurrency: NonZeroUsize::new(concurrency).expect("not zero"),
    }
}

fn undisturbed(spsa: &Spsa) -> Course {
    let go_on = AtomicBool::new(false);
    spsa.run(BTreeMap::new(), &mut Forget, &go_on, &mut |_| {}).expect("played")
}

#[test]
fn a_run_follows_from_its_seed_on_any_number_of_threads() {
    let alone = undisturbed(&spsa(LINES, 3, 1));
    assert!(alone.tuner.is_finished());
    assert_eq!((alone.steps.len(), alone.games()), (5, 20));
    assert!(alone.steps.iter().any(|step| step.score.wins != step.score.losses), "{alone:?}");
    assert_eq!(undisturbed(&spsa(LINES, 3, 3)), alone);
    assert_ne!(undisturbed(&spsa(LINES, 4, 2)).steps, alone.steps);
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_nothing_had_happened() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spsa.db");
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    let spsa = spsa(LINES, 3, 1);
    let titles = spsa.check().expect("it can be tuned");
    let mut manifest = Manifest::new("spsa", &spsa.contest(), &titles, None, None, spsa.seed);
    manifest.tuning = spsa.to_string();
    let identity = manifest.identity(Some(spsa.seed));

    let mut store = Store::open(&path).expect("a new file");
    let run = store.create(&identity, &manifest).expect("written");
    let stop = AtomicBool::new(false);
    let mut pairs = 0;
    // In the middle of the second iteration.
    let stopped = spsa.run(BTreeMap::new(), &mut store.keeper(run), &stop, &mut |event| {
        pairs += usize::from(matches!(event, Event::Pair(_)));
        stop.store(pairs >= 3, Ordering::Relaxed);
    });
    let stopped = stopped.expect("not a failure");
    assert!(!stopped.tuner.is_finished());
    drop(store);

    let mut store = Store::open(&path).expect("the same file");
    let found = store.find(&identity).expect("readable").expect("it is there");
    assert_eq!((found.id, &found.manifest), (run, &manifest));
    let earlier = store.results(run).expect("readable");
    assert!((3..10).contains(&earlier.len()), "{earlier:?}");
    let go_on = AtomicBool::new(false);
    let course = spsa.run(earlier, &mut store.keeper(run), &go_on, &mut |_| {}).expect("played");
    assert_eq!(course, undisturbed(&spsa));

    let all = store.results(run).expect("readable");
    assert_eq!(all.len(), 10);
    let again = spsa.run(all, &mut Forget, &go_on, &mut |_| panic!("nothing is left"));
    assert_eq!(again.as_ref(), Ok(&course));

    // Another length is another course, so it is another run.
    let longer = Schedule { iterations: 6, ..spsa.schedule };
    manifest.tuning = Spsa { schedule: longer, ..spsa }.to_string();
    assert_eq!(store.find(&manifest.identity(Some(3))).expect("readable"), None);
}

#[track_caller]
fn check_refused(spsa: &Spsa, sentence: &str) {
    let error = spsa.check().expect_err("something is wrong").to_string();
    assert!(error.contains(sentence), "{error}");
}

#[test]
fn mistakes_are_found_before_the_first_game() {
    check_refused(&spsa("Nonsense, int, 1, 0, 2, 1, 0.002", 1, 1), "Nonsense");
    let wide = "Contempt, int, 0, -100, 1000, 20, 0.002";
    check_refused(&spsa(wide, 1, 1), "option Contempt takes a number from -250 to 250");
    let mut long = spsa(LINES, 1, 1);
    long.schedule.iterations = u32::MAX;
    assert_eq!(long.check(), Err(SpsaError::Length));
    let constant = spsa("lmr_base, int, 800, 0, 2000, 80, 0.002", 1, 1);
    if Params::CAN_BE_SET {
        assert!(constant.check().is_ok());
    } else {
        check_refused(&constant, "lmr_base is a constant in this build");
    }
}
