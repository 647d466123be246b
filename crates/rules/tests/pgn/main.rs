//! Portable game notation: what is read, what is refused, what is written, and that all of it
//! survives the way there and back.

mod boundaries;
mod errors;
mod files;
mod moves;
mod round_trip;
mod stream;
mod tags;
mod writing;

use ferz_rules::Position;
use ferz_rules::pgn::{Comment, GameResult, Line, PgnError, PgnGame, Reader};

fn read(text: impl AsRef<[u8]>) -> Vec<Result<PgnGame, PgnError>> {
    Reader::new(text.as_ref()).collect()
}

/// Reads a text that holds one good game.
#[track_caller]
fn read_one(text: impl AsRef<[u8]>) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1);
    games.remove(0).expect("a game without fault")
}

/// The game on one line: moves, glyphs, variations and comments in the order in which they are
/// kept, with `<` before a comment that is said of the move behind it. Written without any help
/// of the writer under test.
fn sketch(game: &PgnGame) -> String {
    let mut words = Vec::new();
    sketch_line(&game.moves, game.start.clone(), &mut words);
    words.push(game.result.map_or_else(|| "*".to_owned(), |result: GameResult| result.to_string()));
    words.join(" ")
}

fn sketch_line(line: &Line, mut position: Position, words: &mut Vec<String>) {
    let comment = |mark: &str, comment: &Comment| format!("{{{mark}{}}}", comment.text());
    words.extend(line.comments.iter().map(|text| comment("", text)));
    for node in &line.nodes {
        words.extend(node.comments_before.iter().map(|text| comment("<", text)));
        words.push(node.mv.map_or_else(|| "--".to_owned(), |mv| position.san(mv)));
        words.extend(node.nags.iter().map(ToString::to_string));
        words.extend(node.comments.iter().map(|text| comment("", text)));
        for variation in &node.variations {
            words.push("(".to_owned());
            sketch_line(variation, position.clone(), words);
            words.push(")".to_owned());
        }
        match node.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        }
    }
}

/// Reads the text and compares what comes out, game by game: a sketch, or `error` and the
/// message.
#[track_caller]
fn check_games(text: impl AsRef<[u8]>, expected: &[&str]) {
    let found: Vec<String> = read(text)
        .iter()
        .map(|game| match game {
            Ok(game) => sketch(game),
            Err(error) => format!("error {error}"),
        })
        .collect();
    assert_eq!(found, expected);
}
