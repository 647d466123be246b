//! Engines that misbehave: every one costs the game, is reported as what it is, and the match goes
//! on to its end.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ferz_lab::{
    Book, Contest, ContestError, Ending, Fault, Forget, Format, Games, Group, PlayerSpec, Progress,
    Rules, Trial, TrialError,
};

const FAKE: &str = env!("CARGO_BIN_EXE_lab-fake-engine");

fn contest(one: &str, two: &str) -> Contest {
    let player = |text: &str| {
        let text = text.replace("FAKE", &format!("cmd={FAKE}"));
        PlayerSpec::from_group(&Group::from_words([text.as_str()])).expect("a test's own player")
    };
    Contest {
        players: vec![player(one), player(two)],
        format: Format::RoundRobin,
        rounds: 2,
        games: Games::Pair,
        book: Book::standard(),
        rules: Rules { max_moves: Some(12), ..Rules::default() },
        chess960: false,
        concurrency: NonZeroUsize::MIN,
        affinity: false,
    }
}

fn play(one: &str, two: &str) -> (Progress, Vec<Ending>) {
    let trial = Trial { contest: contest(one, two), sprt: None };
    trial.contest.check().expect("both can play");
    let mut endings = Vec::new();
    let progress = trial.run(&mut Forget, &AtomicBool::new(false), &mut |record, _| {
        endings.extend(record.games.iter().map(|(_, game)| game.ending.clone()));
    });
    (progress.expect("the match goes on"), endings)
}

/// Four games against a good engine, all of them lost by this fault.
#[track_caller]
fn check(args: &str, limit: &str, fault: impl Fn(&Fault) -> bool) {
    let bad = format!("FAKE name=bad stall=0.3 timemargin=0 {limit} args={args}");
    let (progress, endings) = play(&bad, "FAKE name=good nodes=1");
    assert_eq!(progress.standings.games(), 4);
    assert_eq!(progress.standings.between(0, 1).games.losses, 4, "{endings:?}");
    assert_eq!(progress.standings.players[0].faults.total(), 4);
    assert_eq!(progress.standings.players[1].faults.total(), 0);
    for ending in endings {
        assert!(matches!(&ending, Ending::Fault { fault: found, .. } if fault(found)), "{ending}");
    }
}

#[test]
fn crashes() {
    let told = |text: &str| text.contains("king on board");
    check(
        "--crash-on-go --after 3",
        "nodes=1",
        |fault| matches!(fault, Fault::Crash(text) if told(text)),
    );
    check("--close-pipe --after 3", "nodes=1", |fault| matches!(fault, Fault::Crash(_)));
}

#[test]
fn stalls() {
    check("--stall-on-go --after 3", "nodes=1", |fault| matches!(fault, Fault::Stall(_)));
    check("--stall-on-go", "st=0.01", |fault| matches!(fault, Fault::Stall(_)));
}

#[test]
fn moves_that_are_none() {
    check("--illegal-move --after 3", "nodes=1", |fault| matches!(fault, Fault::IllegalMove(_)));
    check(
        "--bad-bestmove --after 3",
        "nodes=1",
        |fault| matches!(fault, Fault::IllegalMove(text) if text.contains("Nf3")),
    );
}

#[test]
fn floods() {
    check("--flood-line --after 3", "nodes=1", |fault| matches!(fault, Fault::Flood(_)));
    check("--flood --after 3", "nodes=1", |fault| {
        matches!(fault, Fault::Flood(_) | Fault::Stall(_))
    });
}

#[test]
fn clocks_are_kept_by_us() {
    let over = |fault: &Fault| matches!(fault, Fault::TimeLoss { .. });
    check("--slow 60 --after 3", "st=0.02", over);
    check("--slow 60", "tc=0.1", over);
}

#[test]
fn a_slow_engine_within_its_time_does_not_lose() {
    let slow = "FAKE name=slow args=--slow 5 tc=100";
    let (progress, _) = play(slow, "ferz name=good nodes=1 option.Hash=1");
    let tally = &progress.standings.players[0];
    assert_eq!(tally.faults.total(), 0);
    assert!(tally.effort.time.as_millis() >= 5 * u128::from(tally.effort.moves));
}

#[test]
fn an_engine_that_ignores_everything_but_its_moves() {
    let (progress, _) = play("FAKE name=one nodes=1 args=--ignore-quit", "FAKE name=two nodes=1");
    assert_eq!(progress.standings.players[0].faults.total(), 0);
}

#[track_caller]
fn check_refused(one: &str, sentence: &str) {
    let error = contest(one, "ferz name=good nodes=1").check().expect_err("cannot play");
    assert!(error.to_string().contains(sentence), "{error}");
}

#[test]
fn mistakes_are_found_before_any_game() {
    check_refused("/no/such/engine nodes=1", "cannot start /no/such/engine");
    check_refused("FAKE nodes=1 option.Hash=65", "option Hash takes a number from 1 to 64");
    check_refused("FAKE nodes=1 option.Threads=1", "no option \"Threads\"");
    check_refused("ferz name=x nodes=1 option.Features=-xyz", "no feature is called \"xyz\"");
    check_refused("FAKE", "no limit is set");
    check_refused("ferz name=good nodes=1", "two players are called good");
    let mut alone = contest("ferz name=x nodes=1", "ferz name=y nodes=1");
    alone.rounds = 0;
    assert_eq!(alone.check(), Err(ContestError::Nobody));
}

#[test]
fn an_engine_that_cannot_come_back_ends_the_match() {
    // It has two lives, those of the first encounter. A link, since a copy that is being written
    // while another test starts its engines cannot be started itself.
    let program = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fleeting-engine");
    for life in [program.clone(), program.with_extension("spare")] {
        let _ = std::fs::remove_file(&life);
        std::fs::hard_link(FAKE, &life).expect("a link");
    }
    let one =
        format!("cmd={} name=bad nodes=1 args=--mortal --crash-on-go --after 3", program.display());
    let trial = Trial { contest: contest(&one, "FAKE name=good nodes=1"), sprt: None };
    let mut games = 0;
    let result = trial.run(&mut Forget, &AtomicBool::new(false), &mut |record, _| {
        games += record.games.len();
    });
    assert_eq!(games, 2);
    assert!(matches!(result, Err(TrialError::Contest(ContestError::Player(_)))), "{result:?}");
}
