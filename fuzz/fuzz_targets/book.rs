//! Any bytes are a book or an error; a book gives legal moves only, and merging keeps it readable.
#![no_main]

use std::sync::LazyLock;

use ferz_engine::{PolyglotBook, merge_books};
use ferz_rules::Position;
use libfuzzer_sys::fuzz_target;

/// Castling and promotions are what an entry can get wrong. Their keys are put into the book, since
/// no mutation would find them.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1P4P1/8/2pPp3/8/2N1N3/8/R3K2R w KQkq c6 0 1",
        "rr2k2r/8/8/8/2pPp3/8/8/RR2K2R b HBhb d3 0 1",
    ]
    .map(|fen| fen.parse().expect("a target's own FEN"))
    .to_vec()
});

fuzz_target!(|bytes: &[u8]| {
    let _ = PolyglotBook::from_bytes(bytes);
    for position in POSITIONS.iter() {
        let mut keyed = bytes.to_vec();
        for entry in keyed.chunks_exact_mut(16) {
            entry[..8].copy_from_slice(&position.key().bits().to_be_bytes());
        }
        let Ok(book) = PolyglotBook::from_bytes(&keyed) else { continue };
        for known in book.moves(position) {
            assert!(position.is_legal(known.mv) && known.weight > 0);
        }
        let merged = merge_books(&[book]).expect("a book has entries");
        PolyglotBook::from_bytes(&merged).expect("a merged book is a book");
    }
});
