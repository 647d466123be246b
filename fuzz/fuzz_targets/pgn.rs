//! Any bytes are games and errors, without end or panic; a game that is read is written so that
//! the same game is read again.
#![no_main]

use ferz_rules::pgn::{PgnGame, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes) {
        match game {
            Ok(game) => check_round_trip(&game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn check_round_trip(game: &PgnGame) {
    let text = game.to_string();
    let again: Vec<PgnGame> =
        Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("what was written is read");
    let [again] = again.as_slice() else { panic!("one game became {}:\n{text}", again.len()) };
    assert_eq!(again.moves, game.moves, "{text}");
    assert_eq!(again.start, game.start, "{text}");
    assert_eq!(again.to_string(), text);
}
