//! Other people's files. They are not part of the repository; the tests say so and pass where
//! they are absent.
//!
//! Games, faults, moves and variations in the table were counted with python-chess 1.11, which
//! has the same moves in every game; where it counts otherwise the row says why.

use std::fs;
use std::path::{Path, PathBuf};

use ferz_rules::pgn::{Line, PgnGame, Reader};

/// File, good games, broken games, moves of the main lines, variations.
type Row = (&'static str, usize, usize, usize, usize);

#[rustfmt::skip]
const FILES: [Row; 26] = [
    ("twic1000.pgn", 1706, 0, 137_576, 0),
    ("chess-library/backslash_header.pgn", 1, 0, 95, 0),
    ("chess-library/basic.pgn", 1, 0, 130, 0),
    // Castles through its own queen.
    ("chess-library/black2move.pgn", 0, 1, 0, 0),
    ("chess-library/castling.pgn", 1, 0, 6, 0),
    ("chess-library/comment_before_moves.pgn", 1, 0, 139, 0),
    // Torn off in the middle of a move, which python-chess passes over.
    ("chess-library/corrupted.pgn", 0, 1, 0, 0),
    ("chess-library/empty_body.pgn", 2, 0, 252, 0),
    ("chess-library/fishtest-fastchess.pgn", 4, 0, 307, 0),
    ("chess-library/kasparov-deep-blue.pgn", 6, 0, 519, 0),
    ("chess-library/magnus-grischuk.pgn", 1, 0, 89, 2),
    ("chess-library/multiple.pgn", 4, 0, 532, 0),
    ("chess-library/no_moves_but_game_termination_multiple.pgn", 2, 0, 126, 0),
    ("chess-library/no_moves_two_games.pgn", 2, 0, 0, 0),
    ("chess-library/square_bracket_in_header.pgn", 1, 0, 130, 0),
    ("chess-library/unescaped_quote_header.pgn", 1, 0, 20, 0),
    ("chess-library/variations.pgn", 1, 0, 108, 26),
    // Antichess, which python-chess can play.
    ("misc/chessops_headers-and-moves-on-the-same-line.pgn", 0, 3, 0, 0),
    // python-chess makes a fifth game of a header before an empty line.
    ("misc/chessops_leading-whitespace.pgn", 4, 0, 20, 0),
    // Headers only, which python-chess reads as those of one game; as many as there are rounds.
    ("misc/scalachess_FWWRC.pgn", 605, 0, 0, 0),
    ("misc/scalachess_uzchesscup.pgn", 45, 0, 0, 0),
    // Three moves less than python-chess, which can play a null move.
    ("python-chess/anastasian-lewis.pgn", 1, 0, 81, 0),
    ("python-chess/chessbase-empty-line.pgn", 1, 0, 134, 0),
    ("python-chess/cutechess-fischerrandom.pgn", 4, 0, 396, 0),
    ("python-chess/uci-moves.pgn", 1, 0, 113, 0),
    ("python-chess/utf8-bom.pgn", 2, 0, 0, 0),
];

/// The folder of the files, if it is there.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pgn");
    if !folder.is_dir() {
        println!("skipped: no folder {}", folder.display());
        return None;
    }
    Some(folder)
}

fn variations(line: &Line) -> usize {
    let below = line.nodes.iter().flat_map(|node| &node.variations);
    below.map(|line| 1 + variations(line)).sum()
}

#[test]
fn well_known_files_have_the_games_that_others_see() {
    let Some(folder) = folder() else { return };
    for (name, games, broken, moves, side_lines) in FILES {
        let bytes = fs::read(folder.join(name)).expect(name);
        let (good, bad): (Vec<_>, Vec<_>) = Reader::new(&bytes[..]).partition(Result::is_ok);
        let good: Vec<PgnGame> = good.into_iter().map(|game| game.expect("a good one")).collect();
        let found = (
            good.len(),
            bad.len(),
            good.iter().map(|game| game.main_line().count()).sum(),
            good.iter().map(|game| variations(&game.moves)).sum(),
        );
        assert_eq!(found, (games, broken, moves, side_lines), "{name}");
    }
}

#[test]
fn every_game_of_every_file_survives_writing() {
    let Some(folder) = folder() else { return };
    let mut folders = vec![folder];
    let mut games = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).expect("a readable file");
            for game in Reader::new(&bytes[..]).flatten() {
                crate::round_trip::check_survives(&game);
                games += 1;
            }
        }
    }
    assert!(games >= 2000, "only {games} games were found");
}

#[test]
fn headers_of_well_known_files() {
    let Some(folder) = folder() else { return };
    for (name, tag, value) in [
        ("chess-library/backslash_header.pgn", "Event", "Tournament \\"),
        ("chess-library/unescaped_quote_header.pgn", "Site", "Club \"Victory\""),
        ("chess-library/square_bracket_in_header.pgn", "Variation", "closing ] opening"),
        ("chess-library/square_bracket_in_header.pgn", "White", "New-cfe8\"dsadsa\"ce842c"),
        ("chess-library/non_ascii.pgn", "Site", "Café"),
        ("misc/chessops_pathological-headers.pgn", "F", "\"A]][\"\\"),
        ("python-chess/chessbase-empty-line.pgn", "Date", "2017.12.04"),
        ("python-chess/utf8-bom.pgn", "Event", "A"),
    ] {
        let bytes = fs::read(folder.join(name)).expect(name);
        let game = Reader::new(&bytes[..]).next().expect(name).expect(name);
        assert_eq!(game.headers.get(tag), Some(value), "{name}");
    }
}
