//! How many evaluations a second one core makes: `cargo run --release --example eval_speed`.
//!
//! Prints the last line as `<n> evaluations/s`. Pawn structures are remembered, as in a search.

use std::hint::black_box;
use std::time::Instant;

use ferz_eval::{Classical, Evaluator};
use ferz_rules::Position;

/// Middle games of different kinds: open, closed, opposite castling, few pieces.
const FENS: [&str; 8] = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    "2kr3r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/2KR3R w - - 6 10",
    "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
];

fn main() {
    let mut positions = Vec::new();
    for fen in FENS {
        let position: Position = fen.parse().expect("a legal position");
        // With the positions one move later, so that no branch is learned by heart.
        for &mv in position.legal_moves().iter() {
            let mut next = position.clone();
            next.play(mv);
            positions.push(next);
        }
    }
    let mut classical = Classical::default();
    let rounds = 4_000_000 / positions.len();
    let started = Instant::now();
    let mut sum = 0;
    for _ in 0..rounds {
        for position in &positions {
            sum += i64::from(black_box(classical.evaluate(black_box(position))));
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let count = rounds * positions.len();
    println!("{} positions, {count} evaluations in {seconds:.2} s, sum {sum}", positions.len());
    println!("{:.0} evaluations/s", count as f64 / seconds);
}
