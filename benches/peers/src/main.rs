//! Perft of Ferz beside cozy-chess, chess, shakmaty and Stockfish, in one run on one thread.
//!
//! `make bench-peers` builds everything for this machine's processor and runs it. Every peer
//! counts the last half-move without playing it, by the fastest way its interface has. Each
//! generator runs in turn, several rounds over; the best round of each counts, since noise only
//! ever slows a round down. A wrong count ends the run.

mod generators;
mod stockfish;

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Name, FEN, depth, and the count that everybody must find.
const WORKLOADS: [(&str, &str, u32, u64); 2] = [
    (
        "start position, depth 6",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
        119_060_324,
    ),
    (
        "Kiwipete, depth 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

const ROUNDS: usize = 7;

/// Counts the leaves below a FEN and says how long the counting took.
type Runner = Box<dyn FnMut(&str, u32) -> Result<(u64, Duration), String>>;

fn main() -> ExitCode {
    let mut runners: Vec<(String, Runner)> = Vec::new();
    for (name, count) in generators::ALL {
        runners
            .push((name.to_owned(), Box::new(move |fen, depth| Ok(timed(|| count(fen, depth))))));
    }
    match stockfish::start() {
        Ok((name, runner)) => runners.push((name, runner)),
        Err(reason) => println!("Stockfish is left out: {reason}\n"),
    }
    for (name, fen, depth, expected) in WORKLOADS {
        if let Err(message) = compare(name, fen, depth, expected, &mut runners) {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    (count(), start.elapsed())
}

fn compare(
    workload: &str,
    fen: &str,
    depth: u32,
    expected: u64,
    runners: &mut [(String, Runner)],
) -> Result<(), String> {
    let mut best = vec![Duration::MAX; runners.len()];
    for _ in 0..ROUNDS {
        for ((name, run), best) in runners.iter_mut().zip(&mut best) {
            let (nodes, time) = run(fen, depth).map_err(|error| format!("{name}: {error}"))?;
            if nodes != expected {
                return Err(format!("{name} counts {nodes} instead of {expected} in {workload}"));
            }
            *best = (*best).min(time);
        }
    }
    println!("| {workload} | million nodes/s | Ferz is faster by |\n|---|---|---|");
    for ((name, _), time) in runners.iter().zip(&best) {
        let rate = expected as f64 / time.as_secs_f64() / 1e6;
        println!("| {name} | {rate:.0} | {:.2} |", time.as_secs_f64() / best[0].as_secs_f64());
    }
    println!();
    Ok(())
}
