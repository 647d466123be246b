//! Self-play: games that follow from their seed, files that grow, and the filter.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ferz_eval::Classical;
use ferz_lab::Random;
use ferz_lab::data::{
    DataScore, DataStats, Filter, GameFile, GameReader, GenerateSettings, Progress, RecordedGame,
    SelfPlay, SelfPlaySettings, Wdl, generate,
};
use ferz_rules::{Move, Position};

fn settings() -> SelfPlaySettings {
    let mut settings =
        SelfPlaySettings { soft_nodes: 60, hard_nodes: 300, hash: 1, ..Default::default() };
    settings.opening.chess960 = 0.3;
    settings
}

fn play(seed: u64) -> RecordedGame {
    let mut player = SelfPlay::new(Classical::default(), &settings());
    player.play(&mut Random::new(seed), &AtomicBool::new(false)).expect("nobody stops it")
}

#[test]
fn the_seed_alone_decides_a_game() {
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
    // Nothing is carried over from one game to the next.
    let mut player = SelfPlay::new(Classical::default(), &settings());
    let go_on = AtomicBool::new(false);
    player.play(&mut Random::new(9), &go_on);
    assert_eq!(player.play(&mut Random::new(3), &go_on), Some(play(3)));
}

#[test]
fn a_game_ended_by_its_rules_has_their_result() {
    for seed in 0..12 {
        let game = play(seed);
        if let Some(outcome) = game.to_game().outcome() {
            assert_eq!(game.result, Wdl::of_winner(outcome.winner()));
        }
        assert!(game.moves.iter().all(|(_, score)| score.get().unsigned_abs() <= 31_000));
    }
}

#[test]
fn a_stop_ends_a_game_without_a_result() {
    let mut player = SelfPlay::new(Classical::default(), &settings());
    assert_eq!(player.play(&mut Random::new(1), &AtomicBool::new(true)), None);
}

fn run(path: &Path, threads: usize) -> Progress {
    let settings = GenerateSettings {
        play: settings(),
        threads: NonZeroUsize::new(threads).unwrap(),
        games: Some(6),
        seed: 5,
        block: 4,
    };
    let mut file = GameFile::open(path).unwrap();
    let go_on = AtomicBool::new(false);
    generate(&settings, &mut file, Classical::default, &go_on, &mut |_| {}).unwrap()
}

#[test]
fn runs_in_one_file_add_new_games() {
    let path = std::env::temp_dir().join(format!("ferz-{}-runs", std::process::id()));
    let first = run(&path, 2);
    run(&path, 1);
    let bytes = fs::read(&path).unwrap();
    let games: Vec<_> = GameReader::new(&bytes[..]).map(Result::unwrap).collect();
    fs::remove_file(&path).unwrap();
    assert_eq!((first.games, games.len()), (6, 12));
    for (nth, game) in games.iter().enumerate() {
        assert!(!games[..nth].contains(game), "game {nth} is there twice");
    }
    let mut stats = DataStats::default();
    for game in &games {
        stats.note(game, &Filter::default());
    }
    assert_eq!(stats.games, 12);
    assert_eq!(stats.results.iter().sum::<u64>(), 12);
    assert_eq!(stats.phases.iter().sum::<u64>(), stats.kept);
    assert!(stats.kept > 0 && stats.kept < stats.positions);
    assert_eq!(stats.scores.iter().sum::<u64>(), stats.kept);
    assert!(stats.duplicates.share() < 0.5);
    // The same games once more are all duplicates, and that is said.
    for game in &games {
        stats.note(game, &Filter::default());
    }
    assert!(stats.duplicates.share() >= 0.5);
    assert!(stats.warnings().iter().any(|warning| warning.contains("repeated")));
}

fn at(fen: &str, uci: &str) -> (Position, Move) {
    let position: Position = fen.parse().unwrap();
    let mv = position.parse_uci(uci).unwrap();
    (position, mv)
}

#[test]
fn the_filter_keeps_quiet_positions_of_settled_games() {
    let filter = Filter::default();
    let keeps = |fen: &str, uci: &str, score: i16| {
        let (position, mv) = at(fen, uci);
        filter.keeps(&position, mv, DataScore::new(score))
    };
    let quiet = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    assert!(keeps(quiet, "h2h3", 30));
    assert!(!keeps(quiet, "g5f6", 30), "a capture");
    assert!(!keeps(quiet, "h2h3", 30_950), "a mate");
    assert!(!keeps(quiet, "h2h3", -12_000), "decided");
    assert!(!keeps(&quiet.replace("0 10", "0 8"), "h2h3", 30), "too early");
    assert!(!keeps("4k3/4r3/8/8/8/8/3P4/4K3 w - - 0 50", "e1d1", 0), "in check");
    assert!(!keeps("4k3/8/8/8/8/8/3P4/4K3 w - - 0 50", "e1d1", 0), "too few pieces");
}
