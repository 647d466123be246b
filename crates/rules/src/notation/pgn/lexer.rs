//! The stream of words: tokens one after another, over the ends of lines.

use std::io::{self, BufRead};

use super::lines::Lines;
use super::token::{Token, scan};

/// How a line begins that ends even a comment: whoever forgot the closing brace does not lose
/// the rest of the file.
const NEXT_GAME: &str = "[Event ";

/// Where a token stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The line in which it begins.
    pub(super) line: u64,
    /// It is the first of its line.
    pub(super) first_on_line: bool,
    /// There is an empty line between it and the token before.
    pub(super) after_blank: bool,
}

/// Tokens out of a stream of bytes.
pub(super) struct Lexer<R> {
    lines: Lines<R>,
    /// Where in the line the next token is looked for.
    at: usize,
    /// Where in the line the last token began.
    token_at: usize,
    /// A comment over several lines.
    comment: String,
    /// How much of a comment is kept. The reader refuses a game with more, but must still find
    /// the end of it.
    max_comment: u64,
}

impl<R: BufRead> Lexer<R> {
    pub(super) const fn new(input: R, max_comment: u64) -> Self {
        Self { lines: Lines::new(input), at: 0, token_at: 0, comment: String::new(), max_comment }
    }

    pub(super) const fn set_max_comment(&mut self, bytes: u64) {
        self.max_comment = bytes;
    }

    /// How far the stream has been read, in bytes.
    pub(super) const fn offset(&self) -> u64 {
        self.lines.offset() + self.at as u64
    }

    /// The number of the present line.
    pub(super) const fn line(&self) -> u64 {
        self.lines.number()
    }

    /// The next token with its place.
    pub(super) fn next(&mut self) -> io::Result<Option<(Place, Token<'_>)>> {
        let Some(place) = self.find_token()? else {
            return Ok(None);
        };
        self.token_at = self.at;
        if self.rest().starts_with('{') {
            return Ok(Some((place, self.comment()?)));
        }
        let line = self.lines.text();
        let (token, rest) = scan(line.get(self.at..).unwrap_or_default());
        self.at = line.len() - rest.len();
        Ok(Some((place, token)))
    }

    /// Puts the last token back. Only what stands in one line can be put back.
    pub(super) const fn unread(&mut self) {
        self.at = self.token_at;
    }

    /// Passes over the rest of the line.
    pub(super) fn skip_line(&mut self) {
        self.at = self.lines.text().len();
    }

    /// Whether a comment comes next in the same line.
    pub(super) fn comment_follows(&self) -> bool {
        self.rest().trim_start().starts_with(['{', ';'])
    }

    fn rest(&self) -> &str {
        self.lines.text().get(self.at..).unwrap_or_default()
    }

    /// Goes to where the next token begins, over blanks, empty lines and escaped lines.
    fn find_token(&mut self) -> io::Result<Option<Place>> {
        let mut first_on_line = self.at == 0;
        let mut after_blank = false;
        loop {
            // A byte-order mark may stand wherever files were put together.
            let rest =
                self.rest().trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if !rest.is_empty() {
                self.at = self.lines.text().len() - rest.len();
                return Ok(Some(Place { line: self.line(), first_on_line, after_blank }));
            }
            if !self.next_line()? {
                return Ok(None);
            }
            first_on_line = true;
            if self.lines.text().starts_with('%') {
                self.skip_line();
            } else {
                after_blank |= self.lines.text().trim().is_empty();
            }
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        self.at = 0;
        self.lines.advance()
    }

    /// Reads the comment that begins here with a brace.
    fn comment(&mut self) -> io::Result<Token<'_>> {
        let start = self.at + 1;
        if let Some(length) = self.rest().find('}') {
            self.at += length + 1;
            let text = self.lines.text().get(start..start + length - 1);
            return Ok(Token::Comment(text.unwrap_or_default()));
        }
        self.comment.clear();
        self.comment.push_str(self.lines.text().get(start..).unwrap_or_default());
        loop {
            if !self.next_line()? || self.lines.text().starts_with(NEXT_GAME) {
                return Ok(Token::UnterminatedComment(&self.comment));
            }
            let line = self.lines.text();
            let end = line.find('}');
            if (self.comment.len() as u64) < self.max_comment {
                self.comment.push('\n');
                self.comment.push_str(line.get(..end.unwrap_or(line.len())).unwrap_or_default());
            }
            if let Some(end) = end {
                self.at = end + 1;
                return Ok(Token::Comment(&self.comment));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_of_a_comment_is_kept_than_asked_for() {
        let text = format!("{{{}}} e4", "12345678\n".repeat(1000));
        let mut lexer = Lexer::new(text.as_bytes(), 20);
        let kept = match lexer.next() {
            Ok(Some((_, Token::Comment(kept)))) => kept.to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(kept, "12345678\n12345678\n12345678");
        assert!(matches!(lexer.next(), Ok(Some((_, Token::Move("e4"))))));
    }
}
