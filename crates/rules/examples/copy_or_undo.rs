//! Copy-make beside make and unmake, in one run: `cargo run --release --example copy_or_undo`.
use std::time::{Duration, Instant};

use ferz_rules::{Position, perft, perft_in_place};

fn main() {
    for (fen, depth) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ] {
        let position: Position = fen.parse().expect("a FEN of this example");
        let mut best = [Duration::MAX; 2];
        for _ in 0..15 {
            let start = Instant::now();
            let copied = perft(&position, depth);
            best[0] = best[0].min(start.elapsed());
            let mut in_place = position.clone();
            let start = Instant::now();
            assert_eq!(perft_in_place(&mut in_place, depth), copied);
            best[1] = best[1].min(start.elapsed());
            assert_eq!(in_place, position);
        }
        println!("{fen}: copy {:?}, undo {:?}", best[0], best[1]);
    }
    println!("a position has {} bytes", size_of::<Position>());
}
