//! The words of a PGN: cutting one off the front of a line.

use super::game::GameResult;
use super::nag::Nag;
use super::tag::scan_tag;

/// One word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[name "value"]`, the value still escaped.
    Tag { name: &'a str, value: &'a str },
    /// `[name "value` without an end, and its whole text.
    UnterminatedTag { name: &'a str, value: &'a str, text: &'a str },
    /// A move number in any style, or dots without one.
    Number {
        /// It announces White's first move.
        first: bool,
    },
    /// A move, or what stands where a move should.
    Move(&'a str),
    /// A move that passes.
    NullMove(&'a str),
    /// An annotation glyph.
    Nag(Nag),
    /// A comment of either kind, without its marks.
    Comment(&'a str),
    /// A comment that ran into the end of the file or into the next game.
    UnterminatedComment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// The end of a game.
    Result(Option<GameResult>),
    /// Anything else.
    Unknown(&'a str),
}

/// Cuts the first token off a text that starts with neither a blank nor a `{`, and returns it
/// with the rest.
pub(super) fn scan(text: &str) -> (Token<'_>, &str) {
    let Some(&first) = text.as_bytes().first() else {
        return (Token::Unknown(""), "");
    };
    match first {
        b'0'..=b'9' | b'.' => scan_digits(text),
        b'(' => (Token::Open, text.get(1..).unwrap_or_default()),
        b')' => (Token::Close, text.get(1..).unwrap_or_default()),
        b'[' => scan_tag(text),
        b';' => (Token::Comment(text.get(1..).unwrap_or_default()), ""),
        b'$' => scan_nag(text),
        b'!' | b'?' => scan_marks(text),
        b'*' => (Token::Result(None), text.get(1..).unwrap_or_default()),
        b'a'..=b'z' | b'A'..=b'Z' => {
            let (word, rest) = split_word(text);
            (classify_word(word), rest)
        }
        // Some programs set dots as one letter.
        _ if text.starts_with('…') => scan_digits(text),
        _ => scan_symbol(text),
    }
}

/// Everything that ends a word which is perhaps a move. No move has letters beyond ASCII, but an
/// annotation glyph may follow it without a blank.
const fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || is_mark(byte)
}

/// The marks that are tokens, or begin one, wherever they stand.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'*')
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.bytes().position(ends_word).unwrap_or(text.len());
    text.split_at(end)
}

fn classify_word(word: &str) -> Token<'_> {
    match word {
        "Z0" | "null" | "NULL" | "pass" => Token::NullMove(word),
        // Words that older programs set behind a move.
        "N" | "D" => Nag::from_symbol(word).map_or(Token::Unknown(word), Token::Nag),
        "e.p." | "ep" | "ch" | "mate" => Token::Unknown(word),
        _ => Token::Move(word),
    }
}

/// A move number, a result, or castling with zeros; also dots without a number.
fn scan_digits(text: &str) -> (Token<'_>, &str) {
    let (digits, behind) = split_while(text, |c| c.is_ascii_digit());
    if behind.starts_with(['-', '/', '–']) {
        let (word, rest) = split_while(text, |c| {
            c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '–' | '+' | '#')
        });
        let result = GameResult::from_text(word);
        return (result.map_or(Token::Move(word), |result| Token::Result(Some(result))), rest);
    }
    if digits == "0000" {
        return (Token::NullMove(digits), behind);
    }
    // The dots may stand apart, as in `1. ... e5`.
    let (dots, rest) = split_while(behind, |c| matches!(c, '.' | '…' | ' '));
    let black = dots.contains('…') || dots.bytes().filter(|&byte| byte == b'.').count() > 1;
    (Token::Number { first: digits == "1" && !black }, rest)
}

fn scan_nag(text: &str) -> (Token<'_>, &str) {
    let (digits, rest) = split_while(text.get(1..).unwrap_or_default(), |c| c.is_ascii_digit());
    let token = digits.parse().map(|number| Token::Nag(Nag(number)));
    let whole = text.get(..text.len() - rest.len()).unwrap_or_default();
    (token.unwrap_or(Token::Unknown(whole)), rest)
}

fn scan_marks(text: &str) -> (Token<'_>, &str) {
    let (marks, rest) = split_while(text, |c| matches!(c, '!' | '?'));
    (Nag::from_marks(marks).map_or(Token::Unknown(marks), Token::Nag), rest)
}

/// What begins with neither a letter nor a digit: a printed evaluation such as `±`, a null move,
/// a result with `½`, or nothing we know.
fn scan_symbol(text: &str) -> (Token<'_>, &str) {
    let is_inside = |c: char| !c.is_whitespace() && !u8::try_from(c).is_ok_and(is_mark);
    let (symbol, rest) = match split_while(text, is_inside) {
        // A single mark with no meaning here, such as a stray `}`.
        ("", _) => text.split_at(text.chars().next().map_or(0, char::len_utf8)),
        split => split,
    };
    let token = if matches!(symbol, "--" | "@@@@") {
        Token::NullMove(symbol)
    } else if let Some(result) = GameResult::from_text(symbol) {
        Token::Result(Some(result))
    } else {
        Nag::from_symbol(symbol).map_or(Token::Unknown(symbol), Token::Nag)
    };
    (token, rest)
}

fn split_while(text: &str, keep: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !keep(c)).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    #[track_caller]
    fn check_tokens(text: &str, expected: &[Token<'_>]) {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (token, left) = scan(rest);
            assert!(left.len() < rest.len(), "nothing was taken from {rest:?}");
            tokens.push(token);
            rest = left.trim_start();
        }
        assert_eq!(tokens, expected, "in {text:?}");
    }

    const WHITE_FIRST: Token<'_> = Token::Number { first: true };
    const NUMBER: Token<'_> = Token::Number { first: false };
    use Token::{Close, Move, NullMove, Open, Unknown};

    #[test]
    fn numbers_in_every_style() {
        check_tokens("1.e4 e5", &[WHITE_FIRST, Move("e4"), Move("e5")]);
        check_tokens("1 e4 1... e5", &[WHITE_FIRST, Move("e4"), NUMBER, Move("e5")]);
        check_tokens("1. ... e5 2.Nf3", &[NUMBER, Move("e5"), NUMBER, Move("Nf3")]);
        check_tokens("1…e5 …Nf6", &[NUMBER, Move("e5"), NUMBER, Move("Nf6")]);
        check_tokens("12.O-O 12...0-0-0+", &[NUMBER, Move("O-O"), NUMBER, Move("0-0-0+")]);
        check_tokens("... e5", &[NUMBER, Move("e5")]);
    }

    #[test]
    fn results_in_every_style() {
        let white = Token::Result(Some(GameResult::Win(Color::White)));
        let black = Token::Result(Some(GameResult::Win(Color::Black)));
        let draw = Token::Result(Some(GameResult::Draw));
        check_tokens("1-0 0-1 1/2-1/2", &[white, black, draw]);
        check_tokens("½-½ 1/2 1–0 *", &[draw, draw, white, Token::Result(None)]);
        check_tokens("Nf3*", &[Move("Nf3"), Token::Result(None)]);
        check_tokens("(e4 1-0)", &[Open, Move("e4"), white, Close]);
    }

    #[test]
    fn annotations() {
        let nag = |number| Token::Nag(Nag(number));
        check_tokens(
            "e4! e5?? d4!!! d5?!",
            &[Move("e4"), nag(1), Move("e5"), nag(4), Move("d4"), nag(3), Move("d5"), nag(6)],
        );
        check_tokens(
            "Nf3$14$256$ x",
            &[Move("Nf3"), nag(14), Unknown("$256"), Unknown("$"), Move("x")],
        );
        check_tokens(
            "e4± +- = ⩲ ☃",
            &[Move("e4"), nag(16), nag(18), nag(10), nag(14), Unknown("☃")],
        );
        check_tokens("exd6 e.p. N", &[Move("exd6"), Unknown("e.p."), nag(146)]);
    }

    #[test]
    fn null_moves_and_marks() {
        check_tokens("-- Z0 null @@@@ 0000", &["--", "Z0", "null", "@@@@", "0000"].map(NullMove));
        check_tokens(
            "(e4)} ]<x>",
            &[Open, Move("e4"), Close, Unknown("}"), Unknown("]"), Unknown("<x>")],
        );
        check_tokens("e4;rest (of) {it", &[Move("e4"), Token::Comment("rest (of) {it")]);
    }
}
