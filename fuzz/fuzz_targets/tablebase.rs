//! Any bytes are a table or an error, and whatever a damaged table says, asking it ends without a
//! panic. The first byte chooses the name that the file claims to have.
#![no_main]

use std::sync::LazyLock;

use ferz_engine::Tablebases;
use ferz_rules::Position;
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 6] =
    ["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KPvKP.rtbw", "KBNvK.rtbz"];

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
        "8/8/8/3k4/8/8/4P3/K7 w - - 0 1",
        "8/4p3/8/3k4/8/8/8/K7 w - - 0 1",
        "8/4p3/8/3k4/8/8/2P5/K7 b - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
    ]
    .map(|fen| fen.parse().expect("a target's own FEN"))
    .to_vec()
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, rest @ ..] = bytes else { return };
    let mut tables = Tablebases::default();
    let name = NAMES[usize::from(*choice) % NAMES.len()];
    if tables.add_bytes(name, rest.to_vec()).is_ok() {
        for position in POSITIONS.iter() {
            tables.probe(position);
        }
    }
});
