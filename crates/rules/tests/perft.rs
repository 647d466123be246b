//! Counts of move trees that many programs agree on.
//!
//! The six positions of everybody's list are here; thousands more come from files beside the
//! repository where those have been fetched. The deep tests are for release builds:
//! `cargo test --release -p ferz-rules --test perft -- --ignored`.

mod support;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferz_rules::{PerftDivide, Position, perft};

use support::shared_data;

/// The leaves at depth 1, 2, 3 and so on.
type Leaves = &'static [u64];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const START_LEAVES: Leaves = &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324];

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE_LEAVES: Leaves = &[48, 2_039, 97_862, 4_085_603, 193_690_690];

const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_3_LEAVES: Leaves = &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661];

const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const POSITION_4_LEAVES: Leaves = &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033];

const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const POSITION_5_LEAVES: Leaves = &[44, 1_486, 62_379, 2_103_487, 89_941_194];

const POSITION_6: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
const POSITION_6_LEAVES: Leaves = &[46, 2_079, 89_890, 3_894_594, 164_075_551];

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Every depth with no more leaves than this, of the position and of its mirror image.
#[track_caller]
fn check_up_to(most: u64, fen: &str, leaves: Leaves) {
    let position: Position = fen.parse().unwrap();
    for (depth, &expected) in (1..).zip(leaves).filter(|&(_, &leaves)| leaves <= most) {
        assert_eq!(perft(&position, depth), expected, "depth {depth} of {fen}");
        assert_eq!(perft(&position.flip(), depth), expected, "depth {depth} of mirrored {fen}");
    }
}

#[track_caller]
fn check_deepest(fen: &str, leaves: Leaves) {
    let depth = leaves.len() as u32;
    let divide = PerftDivide::new(&fen.parse().unwrap(), depth);
    divide.run(cores(), None);
    assert_eq!(Some(divide.nodes()), leaves.last().copied(), "depth {depth} of {fen}");
}

#[test]
fn six_positions() {
    check_up_to(5_000_000, START, START_LEAVES);
    check_up_to(5_000_000, KIWIPETE, KIWIPETE_LEAVES);
    check_up_to(5_000_000, POSITION_3, POSITION_3_LEAVES);
    check_up_to(5_000_000, POSITION_4, POSITION_4_LEAVES);
    check_up_to(5_000_000, POSITION_5, POSITION_5_LEAVES);
    check_up_to(5_000_000, POSITION_6, POSITION_6_LEAVES);
}

#[test]
#[ignore = "deep; run in release by CI"]
fn six_positions_deep() {
    check_deepest(START, START_LEAVES);
    check_deepest(KIWIPETE, KIWIPETE_LEAVES);
    check_deepest(POSITION_3, POSITION_3_LEAVES);
    check_deepest(POSITION_4, POSITION_4_LEAVES);
    check_deepest(POSITION_5, POSITION_5_LEAVES);
    check_deepest(POSITION_6, POSITION_6_LEAVES);
}

/// One position of a `.perft` file: an `id` line, an `epd` line, and lines of depth and leaves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Case {
    id: String,
    epd: String,
    leaves: Vec<(u32, u64)>,
}

fn read_cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        if keyword == "id" {
            cases.push(Case { id: rest.to_owned(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().expect("a case begins with its id");
        match keyword {
            "epd" => rest.clone_into(&mut case.epd),
            "perft" => {
                let (depth, leaves) = rest.split_once(' ').expect("depth and leaves");
                case.leaves.push((depth.parse().unwrap(), leaves.parse().unwrap()));
            }
            _ => panic!("expected id, epd or perft, got {line:?}"),
        }
    }
    cases
}

/// A position with a check that no move can have given, which we refuse: the queen on f1 attacked
/// the king before the pawn came to d4.
const IMPOSSIBLE: &str = "align-ep";

#[track_caller]
fn check_case(case: &Case, most: u64) -> u64 {
    let position: Result<Position, _> = case.epd.parse();
    assert_eq!(position.is_err(), case.id == IMPOSSIBLE, "{case:?}: {position:?}");
    let Ok(position) = position else { return 0 };
    let mut counted = 0;
    for &(depth, expected) in case.leaves.iter().filter(|&&(_, leaves)| leaves <= most) {
        let found = perft(&position, depth);
        assert_eq!(found, expected, "depth {depth} of {} {}", case.id, case.epd);
        counted += found;
    }
    counted
}

/// Checks every depth of every case with at most `most` leaves, on all cores.
#[track_caller]
fn check_file(name: &str, cases: usize, most: u64) {
    let Some(text) = shared_data(&format!("perft/{name}.perft")) else { return };
    let found = read_cases(&text);
    assert!(found.len() >= cases, "{name} has only {} cases", found.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counted = 0;
        while let Some(case) = found.get(next.fetch_add(1, Ordering::Relaxed)) {
            counted += check_case(case, most);
        }
        counted
    };
    let counted: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores().get()).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker found a mistake")).sum()
    });
    println!("{name}: {counted} leaves");
    assert!(counted > 0, "no case of {name} has at most {most} leaves");
}

#[test]
fn tricky_positions() {
    check_file("tricky", 18, 1_000_000);
}

#[test]
fn random_positions() {
    check_file("random", 6_800, 300_000);
}

#[test]
fn chess960_positions() {
    check_file("chess960", 960, 300_000);
}

#[test]
#[ignore = "deep; run in release by CI"]
fn all_files_deep() {
    check_file("tricky", 18, 10_000_000);
    check_file("random", 6_800, 10_000_000);
    check_file("chess960", 960, 10_000_000);
}
