//! Reading books from files.

use std::fs;
use std::path::Path;

use ferz_rules::pgn::Reader;
use ferz_rules::{Epd, Position};

use crate::book::{BookError, BookFormat, BookLine, BookSpec, Opening, polyglot};
use crate::fingerprint::fingerprint;

/// How a ZIP archive begins: books are often kept in one.
const ZIP: &[u8] = b"PK\x03\x04";

/// The openings of a file in its order, or drawn by the seed if it has none, and its fingerprint.
pub(super) fn lines(spec: &BookSpec, seed: u64) -> Result<(Vec<BookLine>, String), BookError> {
    let failed = |message: String| BookError::Read { file: spec.file.clone(), message };
    let bytes = fs::read(&spec.file).map_err(|error| failed(error.to_string()))?;
    if bytes.starts_with(ZIP) {
        return Err(failed("it is a ZIP archive, which must be unpacked first".to_owned()));
    }
    let lines = match spec.format {
        BookFormat::Epd => epd(&spec.file, &bytes)?,
        BookFormat::Pgn => pgn(&spec.file, &bytes, spec.plies)?,
        BookFormat::Polyglot => polyglot::lines(spec, &bytes, seed)?,
    };
    if lines.is_empty() {
        return Err(BookError::Empty(spec.file.clone()));
    }
    Ok((lines, fingerprint(&bytes)))
}

pub(super) fn epd(file: &Path, bytes: &[u8]) -> Result<Vec<BookLine>, BookError> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = Vec::new();
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |message: String| BookError::Content {
            file: file.to_owned(),
            message: format!("line {}: {message}", index + 1),
        };
        let epd: Epd = line.parse().map_err(|error| wrong(format!("{error}")))?;
        expect_playable(&epd.position).map_err(wrong)?;
        lines.push(BookLine::Text(line.to_owned()));
    }
    Ok(lines)
}

fn pgn(file: &Path, bytes: &[u8], plies: Option<usize>) -> Result<Vec<BookLine>, BookError> {
    let mut lines = Vec::new();
    for game in Reader::new(bytes) {
        let wrong = |message: String| BookError::Content { file: file.to_owned(), message };
        let game = game.map_err(|error| wrong(error.to_string()))?;
        let moves = game.main_line().take(plies.unwrap_or(usize::MAX)).collect();
        let opening = Opening { start: game.start.clone(), moves };
        expect_playable(opening.game().position())
            .map_err(|message| wrong(format!("game {}: {message}", lines.len() + 1)))?;
        lines.push(BookLine::ready(opening));
    }
    Ok(lines)
}

/// An opening that ends the game is a mistake in the book.
fn expect_playable(position: &Position) -> Result<(), String> {
    match position.outcome() {
        Some(outcome) => Err(format!("the game is over already ({outcome})")),
        None => Ok(()),
    }
}
