//! Any text is a position or an error, as FEN, EPD and perft line; positions survive the way to
//! text and back in both castling styles.
#![no_main]

use ferz_rules::{Epd, PerftCase, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            assert_eq!(format!("{position:#}").parse().as_ref(), Ok(&position));
            assert_eq!(position.flip().flip(), position);
            assert_eq!(position.legal_moves().len() as u64, position.count_legal_moves());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(epd) = text.parse::<Epd>() {
        for opcode in ["bm", "am", "pv"] {
            let _ = epd.moves(opcode);
        }
    }
    let _ = text.parse::<PerftCase>();
});
