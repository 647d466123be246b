//! Several threads on one tree: the right answer, an end in every case, and nobody waited for in vain.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferz_eval::{Evaluator, Material};
use ferz_rules::{Game, Position};
use ferz_search::{
    Features, Limits, Parallel, SearchResult, Shared, TimeBudget, TranspositionTable, Verdict,
    Worker,
};

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse().expect("a test's own FEN"))
}

/// Searches with a team whose evaluations `make` makes.
fn think_with<E: Evaluator + Send>(
    make: impl Fn(usize) -> E,
    shared: &Shared,
    threads: usize,
    features: Features,
    game: &Game,
    limits: &Limits,
) -> SearchResult {
    shared.begin(false);
    thread::scope(|scope| {
        for index in 1..threads {
            let mut worker = Worker::new(make(index), features);
            // A helper that panics, as one test asks for, must not take the test with it.
            scope.spawn(move || {
                let help = || worker.help(shared, game, limits, index);
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(help))
            });
        }
        Worker::new(make(0), features).think(shared, game, limits, 1, &mut |_| {})
    })
}

fn think(
    threads: usize,
    parallel: Parallel,
    features: Features,
    game: &Game,
    limits: &Limits,
) -> SearchResult {
    let shared = Shared::for_team(TranspositionTable::with_mebibytes(4), threads, parallel);
    think_with(|_| Material, &shared, threads, features, game, limits)
}

fn to_depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Without pruning, reductions and table the score of a depth is what minimax says, whoever has
/// searched which move.
#[test]
fn split_points_find_the_score_of_one_thread() {
    let endings = [
        "8/5k2/3p4/2pP1p2/2P2P2/4K3/8/8 w - - 0 1",
        "8/8/1p1k4/p1p3p1/P1P3P1/1P1K4/8/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/3R1PPP/6K1 w - - 0 1",
        "8/2k5/2p5/1pP3b1/1P1K4/3N4/8/8 w - - 0 1",
    ];
    for fen in endings {
        let game = game(fen);
        for features in [Features::PLAIN, "plain,qs,pvs,asp".parse().expect("names")] {
            let alone = think(1, Parallel::Ybwc, features, &game, &to_depth(7));
            for threads in [2, 5] {
                let together = think(threads, Parallel::Ybwc, features, &game, &to_depth(7));
                assert_eq!(together.score, alone.score, "{fen} with {threads} threads");
                assert_eq!(together.depth, 7);
            }
        }
    }
}

#[test]
fn every_team_finds_a_mate() {
    // Mate in three by a queen's sacrifice.
    let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    for parallel in Parallel::ALL {
        for threads in [2, 4] {
            let result = think(threads, parallel, Features::DEFAULT, &game, &to_depth(12));
            assert_eq!(result.score.verdict(), Verdict::Mate { plies: 5 }, "{parallel} {threads}");
            assert_eq!(result.pv.first(), result.best.as_ref());
            let mut position = game.position().clone();
            for mv in result.pv {
                assert!(position.is_legal(mv), "{parallel}");
                position.play(mv);
            }
        }
    }
}

#[test]
fn all_nodes_are_counted_and_no_limit_of_them_is_far_overrun() {
    let game = Game::default();
    for parallel in Parallel::ALL {
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let result = think(3, parallel, Features::DEFAULT, &game, &limits);
        // Each thread may be two polls behind: one that it has not told of, one until it looks.
        assert!(
            (199_000..200_000 + 3 * 2 * 1024).contains(&result.nodes),
            "{parallel}: {}",
            result.nodes
        );
        assert!(result.lines.iter().all(|line| line.nodes == result.nodes));
    }
}

#[test]
fn a_stop_and_a_clock_end_every_thread() {
    let game = Game::default();
    for parallel in Parallel::ALL {
        let table = TranspositionTable::with_mebibytes(4);
        let shared = Shared::for_team(table, 4, parallel);
        for _ in 0..5 {
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(20));
                    shared.stop.store(true, Ordering::Relaxed);
                });
                let features = Features::DEFAULT;
                let result =
                    think_with(|_| Material, &shared, 4, features, &game, &Limits::default());
                assert!(result.best.is_some());
            });
            let time = Some(TimeBudget::exactly(Duration::from_millis(20)));
            let limits = Limits { time, ..Limits::default() };
            let features = Features::DEFAULT;
            assert!(think_with(|_| Material, &shared, 4, features, &game, &limits).best.is_some());
        }
    }
}

#[test]
fn very_short_searches_do_not_wait_for_helpers_who_come_late() {
    let game = Game::default();
    for parallel in Parallel::ALL {
        let shared = Shared::for_team(TranspositionTable::with_mebibytes(1), 8, parallel);
        for depth in (1..=3).cycle().take(60) {
            let limits = to_depth(depth);
            let result = think_with(|_| Material, &shared, 8, Features::DEFAULT, &game, &limits);
            assert!(result.best.is_some() && result.depth >= depth);
        }
    }
}

/// Stands still after so many evaluations, as a thread does that gets no processor, until the search
/// is told to stop.
struct Stuck<'a> {
    left: Option<u32>,
    /// How long the first evaluation takes.
    late: Duration,
    shared: &'a Shared,
}

impl Evaluator for Stuck<'_> {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        thread::sleep(std::mem::take(&mut self.late));
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            let since = Instant::now();
            while *left == 0 && !self.shared.stop.load(Ordering::Relaxed) {
                assert!(since.elapsed() < Duration::from_secs(20), "nobody else saw the clock");
                thread::sleep(Duration::from_millis(1));
            }
        }
        Material.evaluate(position)
    }
}

#[test]
fn helpers_see_the_clock_when_the_leader_gets_no_processor() {
    let game = Game::default();
    let hard = Duration::from_millis(50);
    // The second time the helper has used up the time before its first poll, between two iterations.
    for late in [Duration::ZERO, 2 * hard] {
        let table = TranspositionTable::with_mebibytes(4);
        let shared = Shared::for_team(table, 2, Parallel::Lazy);
        let make = |index| {
            let (left, late) = if index == 0 { (Some(1000), Duration::ZERO) } else { (None, late) };
            Stuck { left, late, shared: &shared }
        };
        let limits = Limits { time: Some(TimeBudget::exactly(hard)), ..Limits::default() };
        let result = think_with(make, &shared, 2, Features::DEFAULT, &game, &limits);
        assert!(result.best.is_some() && result.depth > 0);
    }
}

/// Is slow, most of all to notice that the search has been stopped.
struct Slow<'a> {
    left: Option<u32>,
    shared: &'a Shared,
}

impl Evaluator for Slow<'_> {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                let is_over = self.shared.stop.load(Ordering::Relaxed);
                thread::sleep(Duration::from_micros(if is_over { 500 } else { 50 }));
            }
        }
        Material.evaluate(position)
    }
}

#[test]
fn helpers_keep_a_limit_of_nodes_when_the_leader_gets_no_processor() {
    let game = Game::default();
    for parallel in Parallel::ALL {
        for _ in 0..5 {
            let shared = Shared::for_team(TranspositionTable::with_mebibytes(4), 3, parallel);
            let make = |index| Slow { left: (index == 0).then_some(1000), shared: &shared };
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let result = think_with(make, &shared, 3, Features::DEFAULT, &game, &limits);
            // Each thread may be two polls behind: one that it has not told of, one until it looks.
            assert!(result.nodes < 30_000 + 3 * 2 * 1024, "{parallel}: {}", result.nodes);
        }
    }
}

/// Panics once after so many evaluations.
struct Fragile {
    left: Option<u32>,
    has_panicked: Arc<AtomicBool>,
}

impl Evaluator for Fragile {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.has_panicked.store(true, Ordering::Relaxed);
                panic!("as this test asks for");
            }
        }
        Material.evaluate(position)
    }
}

#[test]
fn a_helper_that_panics_is_not_waited_for() {
    let game = Game::default();
    for parallel in Parallel::ALL {
        let has_panicked = Arc::new(AtomicBool::new(false));
        let make = |index| Fragile {
            left: (index == 1).then_some(1000),
            has_panicked: Arc::clone(&has_panicked),
        };
        let shared = Shared::for_team(TranspositionTable::with_mebibytes(4), 3, parallel);
        let limits = Limits { nodes: Some(400_000), ..Limits::default() };
        let result = think_with(make, &shared, 3, Features::DEFAULT, &game, &limits);
        assert!(has_panicked.load(Ordering::Relaxed), "{parallel}");
        assert!(result.best.is_some_and(|mv| game.position().is_legal(mv)));
    }
}

/// Counts its evaluations.
struct Counting<'a>(&'a AtomicU64);

impl Evaluator for Counting<'_> {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.fetch_add(1, Ordering::Relaxed);
        Material.evaluate(position)
    }
}

#[test]
fn helpers_of_both_kinds_really_search() {
    let game = game("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    for parallel in Parallel::ALL {
        let evaluations = [const { AtomicU64::new(0) }; 3];
        let shared = Shared::for_team(TranspositionTable::with_mebibytes(8), 3, parallel);
        let limits = Limits { nodes: Some(400_000), ..Limits::default() };
        let make = |index: usize| Counting(&evaluations[index]);
        think_with(make, &shared, 3, Features::DEFAULT, &game, &limits);
        for evaluations in &evaluations {
            assert!(evaluations.load(Ordering::Relaxed) > 5_000, "{parallel}");
        }
    }
}
