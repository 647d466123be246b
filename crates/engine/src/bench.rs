//! The node signature: a fixed set of positions searched to a fixed depth.
//!
//! The sum of the nodes is the fingerprint of search and evaluation. It is the same on every
//! machine and in every build; a commit that changes it changes how the engine plays.

use std::time::{Duration, Instant};

use ferz_rules::{Game, Position};
use ferz_search::{Limits, Shared, Statistics, TranspositionTable};

use crate::player::Player;
use crate::settings::Settings;

/// How deep the bench searches unless it is told otherwise.
pub const BENCH_DEPTH: i32 = 12;

/// What a bench came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchReport {
    /// All nodes.
    pub nodes: u64,
    /// All time.
    pub time: Duration,
    /// What each technique of the search has done.
    pub statistics: Statistics,
}

/// Searches each position with an empty table and tells its number, their count and its nodes.
/// The signature is that of the default settings.
///
/// # Panics
/// Never: the positions are legal.
pub fn bench(
    settings: &Settings,
    depth: i32,
    each: &mut dyn FnMut(usize, usize, u64),
) -> BenchReport {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut report =
        BenchReport { nodes: 0, time: Duration::ZERO, statistics: Statistics::default() };
    for (index, fen) in POSITIONS.iter().enumerate() {
        let position: Position = fen.parse().expect("the positions are legal");
        let mut shared = Shared::new(TranspositionTable::with_mebibytes(settings.hash));
        shared.params.clone_from(&settings.params);
        let mut player = Player::new(settings);
        let game = Game::from_position(position);
        let start = Instant::now();
        let result = player.think(&shared, &game, &limits, 1, &mut |_| {});
        report.time += start.elapsed();
        report.nodes += result.nodes;
        report.statistics += &result.statistics;
        each(index + 1, POSITIONS.len(), result.nodes);
    }
    report
}

/// Openings, middle games and endings.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/ppp1bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 4 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/2KR3R w - - 0 13",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3r1rk1/p3qppp/1p2b3/2p5/3nP3/1P1BQ2P/P4PP1/2R1R1K1 b - - 2 22",
    "8/5pk1/4p1p1/3pP2p/1r1P3P/5PP1/R4K2/8 w - - 4 41",
    "8/2k5/1p1p4/p1pP1p2/P1P2P2/1P1K4/8/8 w - - 0 1",
    "4k3/8/3n4/2p1p3/2P1P3/3B4/4K3/8 b - - 5 60",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
];
