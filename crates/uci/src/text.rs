//! Words, numbers and excerpts of a protocol line.
//!
//! Everything here takes text from outside, so nothing here can fail other than by `Option`.

/// How much of a wrong text an error repeats.
const EXCERPT_CHARS: usize = 60;

/// The words of a line, one after the other, with the rest of the line at hand.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Starts at the beginning of the line. A byte order mark, which some shells put before what
    /// they pipe, is no part of the first word.
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.trim_start_matches('\u{feff}').trim_ascii() }
    }

    /// What has not been read yet, without white space around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, left where it is.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Reads the next word if it is this one.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.next();
        }
        found
    }

    /// Reads up to the first word that ends the phrase, which stays; single spaces in between.
    pub(crate) fn phrase_until(&mut self, ends: impl Fn(&str) -> bool) -> String {
        let mut phrase = String::new();
        while let Some(word) = self.peek().filter(|word| !ends(word)) {
            push_word(&mut phrase, word);
            self.next();
        }
        phrase
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}

/// Adds a word after a space, or as the first one.
pub(crate) fn push_word(phrase: &mut String, word: &str) {
    if !phrase.is_empty() {
        phrase.push(' ');
    }
    phrase.push_str(word);
}

/// Reads an integer of any size; one that does not fit becomes the nearest that does.
pub(crate) fn saturating_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// The text as an error may quote it: not too long, and without what would break its line.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(EXCERPT_CHARS)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(EXCERPT_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_rest() {
        let mut words = Words::new("\u{feff}  setoption\tname  x  y \r\n");
        assert_eq!(words.next(), Some("setoption"));
        assert!(!words.accept("value") && words.accept("name"));
        assert_eq!(words.rest(), "x  y");
        assert_eq!(words.phrase_until(|word| word == "z"), "x y");
        assert_eq!((words.next(), words.peek(), words.rest()), (None, None, ""));
    }

    #[test]
    fn integers_saturate() {
        for (text, expected) in [
            ("12", Some(12)),
            ("-3", Some(-3)),
            ("+3", Some(3)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("1.5", None),
            ("0x10", None),
            ("٣", None),
        ] {
            assert_eq!(saturating_integer(text), expected, "{text}");
        }
    }

    #[test]
    fn excerpts_stay_on_one_line() {
        assert_eq!(excerpt("a\nb"), "a\u{fffd}b");
        assert_eq!(excerpt(&"é".repeat(100)).chars().count(), EXCERPT_CHARS + 1);
    }
}
