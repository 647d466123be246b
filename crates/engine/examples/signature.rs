//! Prints the node signature and nothing else: the engine without the laboratory, quick to build in
//! every way that the signature must be the same in. A profiler may want a greater depth as an
//! argument.

use std::env;
use std::time::Instant;

fn main() {
    let settings = ferz_engine::Settings::default();
    let depth = env::args().nth(1).and_then(|depth| depth.parse().ok());
    let started = Instant::now();
    let report =
        ferz_engine::bench(&settings, depth.unwrap_or(ferz_engine::BENCH_DEPTH), &mut |_, _, _| {});
    println!("{} nodes", report.nodes);
    let speed = report.nodes as f64 / started.elapsed().as_secs_f64();
    eprintln!("{speed:.0} nodes a second");
}
