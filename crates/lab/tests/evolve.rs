//! Evolution as a whole: it finds what it is selected for, survives interruptions, and is tested.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz_engine::Agent;
use ferz_eval::Evaluator;
use ferz_eval::evolved::{Chromosome, ChromosomeKind, Evolved};
use ferz_lab::evolve::{
    AgentSearch, Chronicle, Evolution, EvolutionReport, EvolveSettings, Exam, Fitness,
    GamesMeasure, Measure, MemoryChronicle, MentorMeasure, Mutation, SelfPlayStarts, Starts, Step,
    exam_report,
};
use ferz_lab::{Limit, PlayerSpec, Random, Store};
use ferz_rules::Position;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("not zero")
}

/// Games so short that a test can wait for them.
fn quick_games(games: u32) -> GamesMeasure {
    let limit = Limit { depth: Some(1), ..Limit::default() };
    let mut opponent = PlayerSpec::inside("ferz", limit);
    opponent.options.push(("Hash".to_owned(), "1".to_owned()));
    GamesMeasure {
        opponent,
        search: AgentSearch::Minimax(1),
        games,
        starts: Starts::SelfPlay(SelfPlayStarts { moves: 5, depth: 1, random_plies: 4 }),
        max_moves: 20,
    }
}

fn by_games(concurrency: usize) -> Evolution {
    Evolution {
        settings: EvolveSettings { population: 5, generations: 3, ..EvolveSettings::default() },
        fitness: Fitness { parts: vec![(Measure::Games(Box::new(quick_games(1))), 1.0)], seed: 7 },
        concurrency: threads(concurrency),
    }
}

/// A mentor whose genes are known.
fn by_mentor(settings: EvolveSettings) -> Evolution {
    let positions = (0..60).map(|number| {
        let (mut position, mut random) = (Position::startpos(), Random::new(number));
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        position
    });
    let mut eval = Evolved::new(&Chromosome::default());
    let mut mentor = |position: &Position| eval.evaluate(position);
    let measure = MentorMeasure::new(positions, &mut mentor, "the hand-made agent", None);
    Evolution {
        settings,
        fitness: Fitness { parts: vec![(Measure::Mentor(measure), 1.0)], seed: 1 },
        concurrency: threads(2),
    }
}

fn run(evolution: &Evolution, chronicle: &mut dyn Chronicle) -> Vec<(f64, Chromosome)> {
    let records = evolution.run(chronicle, &AtomicBool::new(false), &mut |_| {});
    let records = records.expect("nothing fails");
    records.into_iter().map(|record| (record.spread.high, record.best)).collect()
}

#[test]
fn selection_finds_what_it_selects_for() {
    for (kind, mutation) in
        [(ChromosomeKind::Flat, Mutation::Plain), (ChromosomeKind::Phased, Mutation::Smooth)]
    {
        let settings = EvolveSettings {
            kind,
            mutation,
            population: 24,
            generations: 12,
            tournament: 0.2,
            ..EvolveSettings::default()
        };
        let evolution = by_mentor(settings);
        let records = evolution
            .run(&mut MemoryChronicle::default(), &AtomicBool::new(false), &mut |_| {})
            .expect("nothing fails");
        let (first, last) = (&records[0].spread, &records[11].spread);
        assert!(last.median > first.median + 50.0 && last.high > first.high, "{first:?} {last:?}");
        // Fitness does not change from one generation to the next here, so the elite keeps it.
        assert!(records.is_sorted_by(|one, two| one.spread.high <= two.spread.high));
        let report = EvolutionReport {
            settings: &evolution.settings,
            fitness: &evolution.fitness,
            records: &records,
        };
        let report = report.report();
        let (page, text) = (report.html().to_string(), report.markdown().to_string());
        assert!(page.matches("<svg").count() >= 2 + 6 * 2 && text.contains("| king"), "{text}");
        assert!(text.contains("agreement with the hand-made agent"));
    }
}

/// A store that does not outlive its test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let scratch =
            Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("evolve-{name}.db")));
        scratch.remove();
        scratch
    }

    fn remove(&self) {
        for end in ["", "-wal", "-shm"] {
            let mut name = self.0.clone().into_os_string();
            name.push(end);
            let _ = std::fs::remove_file(name);
        }
    }

    fn open(&self) -> (Store, i64) {
        let store = Store::open(&self.0).expect("it opens");
        let run = store.begin_evolution("evolve", "a test", &[], false).expect("it is written");
        (store, run)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

#[test]
fn an_interrupted_evolution_ends_as_an_undisturbed_one() {
    let undisturbed = run(&by_games(1), &mut MemoryChronicle::default());
    assert_eq!(undisturbed.len(), 3);
    let scratch = Scratch::new("resume");
    // Each time it is stopped after two evaluations, in the middle of a generation, and the store
    // is closed.
    let mut finished = 0;
    for _ in 0..20 {
        let (store, id) = scratch.open();
        let (stop, mut measured) = (AtomicBool::new(false), 0);
        let records = by_games(2).run(&mut store.chronicle(id), &stop, &mut |step| {
            if let Step::Measured { .. } = step {
                measured += 1;
                stop.store(measured >= 2, Ordering::Relaxed);
            }
        });
        finished = records.expect("nothing fails").len();
        if finished == 3 {
            break;
        }
    }
    assert_eq!(finished, 3);
    let (store, id) = scratch.open();
    assert_eq!(run(&by_games(2), &mut store.chronicle(id)), undisturbed);
    let other = store.begin_evolution("evolve", "another test", &[], false);
    assert_ne!(other, Ok(id), "another experiment is another run");
    assert_ne!(store.begin_evolution("evolve", "a test", &[], true), Ok(id), "so is a fresh one");
}

#[test]
fn a_final_test_tells_agents_apart_and_goes_on() {
    let backwards: Vec<f64> = Chromosome::default().values().iter().map(|gene| -gene).collect();
    let backwards = Chromosome::from_values(ChromosomeKind::Flat, &backwards).expect("as many");
    let agent = |name: &str, chromosome| Agent { name: name.to_owned(), chromosome };
    let mut exam = Exam {
        agents: vec![agent("backwards", backwards), agent("original", Chromosome::default())],
        pairs: 1,
        games: GamesMeasure { max_moves: 60, ..quick_games(2) },
        seed: 3,
        concurrency: threads(2),
    };
    let mut chronicle = MemoryChronicle::default();
    let stop = AtomicBool::new(false);
    let mut played = 0;
    exam.run(&mut chronicle, &stop, &mut |_, _| played += 1).expect("nothing fails");
    assert_eq!(played, 2);
    exam.pairs = 3;
    let rows = exam.run(&mut chronicle, &stop, &mut |_, _| played += 1).expect("nothing fails");
    assert_eq!(played, 6, "what was played is not played again");
    let [backwards, original] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((backwards.score.games.games(), original.score.pairs.pairs()), (6, 3));
    assert!(original.fitness > backwards.fitness, "{rows:?}");
    let text = exam_report(&exam, &rows).markdown().to_string();
    assert!(text.contains("better than backwards") && text.contains("| original | 6 |"), "{text}");
}
