//! Text in and out: one file and one error type for each notation.

pub(crate) mod diagram;
pub(crate) mod epd;
pub(crate) mod fen;
pub(crate) mod pgn;
pub(crate) mod san;
pub(crate) mod uci;

/// How much of an offending text an error repeats.
const EXCERPT_CHARS: usize = 60;

/// The text an error message quotes: the whole of it, or its beginning if it is long.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
