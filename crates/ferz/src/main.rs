//! x
use ferz_rules::*;
fn main() {
    let t = std::time::Instant::now();
    let fen = std::env::args().nth(2);
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let p: Position = fen.map_or(Position::startpos(), |f| f.parse().unwrap());
    let n = perft(&p, d);
    println!("{n} {:.1} Mnps", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
