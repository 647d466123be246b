//! Any text is a move or an error; a move that is read is written so that it is read again.
#![no_main]

use std::sync::LazyLock;

use ferz_rules::{CastlingStyle, Position};
use libfuzzer_sys::fuzz_target;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    [
        "r3k2r/1P4P1/8/2pPp3/8/2N1N3/8/R3K2R w KQkq c6 0 1",
        "1rkr4/8/8/8/2pPp3/8/8/1RKR4 b DBdb d3 0 1",
        "6k1/8/8/8/8/8/8/4KRr1 w F - 0 1",
    ]
    .map(|fen| fen.parse().expect("a target's own FEN"))
    .to_vec()
});

fuzz_target!(|text: &str| {
    for position in POSITIONS.iter() {
        match position.parse_uci(text) {
            Ok(mv) => {
                assert!(position.is_legal(mv));
                let chess960 = mv.uci(CastlingStyle::Chess960).to_string();
                assert_eq!(position.parse_uci(&chess960), Ok(mv));
                if !position.needs_chess960() {
                    let standard = mv.uci(CastlingStyle::Standard).to_string();
                    assert_eq!(position.parse_uci(&standard), Ok(mv));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
