//! Prints the node signature and nothing else: the engine without the laboratory, quick to build in
//! every way that the signature must be the same in.

fn main() {
    let settings = ferz_engine::Settings::default();
    let report = ferz_engine::bench(&settings, ferz_engine::BENCH_DEPTH, &mut |_, _, _| {});
    println!("{} nodes", report.nodes);
}
