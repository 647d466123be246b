//! Any text is a move or an error in a position with every kind of move, and a move that is read
//! is written so that it is read again.
#![no_main]

use std::sync::LazyLock;

use ferz_rules::Position;
use libfuzzer_sys::fuzz_target;

/// Castling both ways, promotions with and without capture, en passant, pins, many rivals.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    [
        "r3k2r/1P4P1/8/2pPp3/8/2N1N3/8/R3K2R w KQkq c6 0 1",
        "2k5/8/8/1N3N2/Q6Q/1N3N2/8/Q3K2Q w - - 0 1",
        "rr2k2r/8/8/8/2pPp3/8/8/RR2K2R b HBhb d3 0 1",
    ]
    .map(|fen| fen.parse().expect("a target's own FEN"))
    .to_vec()
});

fuzz_target!(|text: &str| {
    for position in POSITIONS.iter() {
        match position.parse_san(text) {
            Ok(mv) => {
                assert!(position.is_legal(mv));
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
