//! One tag pair, `[Name "value"]`, as found in the wild.

use std::borrow::Cow;

use super::headers::is_name_char;
use super::token::Token;

/// Reads what begins with `[`, and returns it with the rest of the line.
pub(super) fn scan_tag(text: &str) -> (Token<'_>, &str) {
    let body = text.strip_prefix('[').unwrap_or(text).trim_start();
    let name_end = body.find(|c| !is_name_char(c)).unwrap_or(body.len());
    let (name, rest) = body.split_at(name_end);
    let Some(value) = rest.trim_start().strip_prefix('"').filter(|_| !name.is_empty()) else {
        let end = text.find(']').map_or(text.len(), |at| at + 1);
        let (unknown, rest) = text.split_at(end);
        return (Token::Unknown(unknown), rest);
    };
    match split_value(value) {
        Some((value, rest)) => (Token::Tag { name, value }, rest),
        None => (Token::UnterminatedTag { name, value, text }, ""),
    }
}

/// Splits behind the opening quote of a value into the value and what follows the tag.
///
/// The value ends with a quote that stands before a `]`. Other quotes belong to the value, since
/// some programs forget to escape them.
fn split_value(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => {
                let behind = text.get(at + 1..).unwrap_or_default();
                if let Some(rest) = behind.trim_start().strip_prefix(']') {
                    return Some((text.get(..at)?, rest));
                }
            }
            _ => {}
        }
    }
    // Others forget to escape the backslash, so that a value which ends with one seems to go on;
    // and some tags lack their bracket.
    let line = text.trim_end();
    let value = line.strip_suffix(']').unwrap_or(line).trim_end().strip_suffix('"')?;
    Some((value, ""))
}

/// Takes away the backslashes that protect quotes and backslashes.
pub(super) fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let protected = chars.next_if(|&next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(protected.unwrap_or(c));
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_tag(text: &str, expected: (&str, &str), rest: &str) {
        match scan_tag(text) {
            (Token::Tag { name, value }, left) => {
                assert_eq!((name, &*unescape(value), left), (expected.0, expected.1, rest));
            }
            (other, _) => panic!("{other:?}"),
        }
    }

    #[test]
    fn well_formed_and_oddly_spaced() {
        check_tag("[Event \"x\"]", ("Event", "x"), "");
        check_tag("[ Event\t \"x\" ] 1. e4", ("Event", "x"), " 1. e4");
        check_tag("[Event\"x\"][Site \"y\"]", ("Event", "x"), "[Site \"y\"]");
        check_tag("[Event \"\"]", ("Event", ""), "");
        check_tag("[Event \"a]b[c\"]", ("Event", "a]b[c"), "");
    }

    #[test]
    fn quotes_and_backslashes() {
        check_tag(r#"[A "b\""] [B"#, ("A", "b\""), " [B");
        check_tag(r#"[F "\"A]][\"\\"]"#, ("F", r#""A]]["\"#), "");
        check_tag(r#"[G "\"]"]"#, ("G", "\"]"), "");
        check_tag(r#"[A "C:\new"]"#, ("A", r"C:\new"), "");
        check_tag(r#"[A "a "b" c"]"#, ("A", r#"a "b" c"#), "");
        check_tag(r#"[A "Club "Victory""]"#, ("A", r#"Club "Victory""#), "");
    }

    #[test]
    fn endings_that_people_forget() {
        check_tag(r#"[A "Tournament \"] "#, ("A", r"Tournament \"), "");
        check_tag(r#"[A "no bracket""#, ("A", "no bracket"), "");
    }

    #[test]
    fn broken_ones_are_told_apart_from_other_brackets() {
        assert!(matches!(
            scan_tag("[Event \"x] 1. e4"),
            (Token::UnterminatedTag { name: "Event", value: "x] 1. e4", .. }, "")
        ));
        for text in ["[%clk 0:01]", "[Event x]", "[]", "[\"x\"]"] {
            let line = format!("{text} e4");
            assert!(matches!(scan_tag(&line), (Token::Unknown(t), " e4") if t == text), "{text}");
        }
        assert!(matches!(scan_tag("[[["), (Token::Unknown("[[["), "")));
    }
}
