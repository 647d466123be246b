//! Lines of text out of a stream of bytes.
//!
//! Lines end with LF, CRLF or CR. Each is taken for UTF-8 if it is valid UTF-8 and for Latin-1
//! otherwise: files put together from several sources change their encoding on the way, and
//! sometimes in the middle of a game.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is held. A longer one is cut in two at a blank, so that a file without
/// any line ends is no danger to memory.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// A line at a time.
pub(super) struct Lines<R> {
    input: R,
    /// The bytes of the line, and behind them what a cut has left for the next one.
    raw: Vec<u8>,
    /// How many of them make up the line.
    used: usize,
    text: String,
    number: u64,
    /// Bytes of the input before this line.
    offset: u64,
    /// The line was cut, so that the next one has the same number.
    cut: bool,
    /// The last line ended with CR, to which a following LF belongs.
    after_cr: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            input,
            raw: Vec::new(),
            used: 0,
            text: String::new(),
            number: 0,
            offset: 0,
            cut: false,
            after_cr: false,
        }
    }

    /// The present line, without its end.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its number, counted from one.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// How many bytes came before it, line ends not counted.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Goes to the next line, if there is one.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.offset += self.used as u64;
        self.raw.drain(..self.used);
        self.used = 0;
        self.text.clear();
        if !self.fill()? {
            return Ok(false);
        }
        let line = self.raw.get(..self.used).unwrap_or_default();
        match str::from_utf8(line) {
            Ok(text) => self.text.push_str(text),
            Err(_) => self.text.extend(line.iter().map(|&byte| char::from(byte))),
        }
        Ok(true)
    }

    /// Reads bytes up to the end of a line, and says whether there were any.
    fn fill(&mut self) -> io::Result<bool> {
        if !self.cut {
            self.number += 1;
        }
        self.cut = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                self.used = self.raw.len();
                return Ok(self.used > 0);
            }
            if std::mem::take(&mut self.after_cr) && buffer.starts_with(b"\n") {
                self.input.consume(1);
                continue;
            }
            let room = MAX_LINE_BYTES.saturating_sub(self.raw.len());
            let window = buffer.get(..room).unwrap_or(buffer);
            let end = window.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let taken = window.get(..end.unwrap_or(window.len())).unwrap_or_default();
            self.raw.extend_from_slice(taken);
            let taken = taken.len();
            if let Some(end) = end {
                self.after_cr = window.get(end) == Some(&b'\r');
                self.input.consume(taken + 1);
                self.used = self.raw.len();
                return Ok(true);
            }
            self.input.consume(taken);
            if self.raw.len() >= MAX_LINE_BYTES {
                self.cut = true;
                let blank = self.raw.iter().rposition(u8::is_ascii_whitespace);
                self.used = blank.filter(|&at| at > 0).unwrap_or(self.raw.len());
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<(u64, String)> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, bytes));
        let mut all = Vec::new();
        while lines.advance().expect("a slice can be read") {
            all.push((lines.number(), lines.text().to_owned()));
        }
        all
    }

    #[track_caller]
    fn check_lines(bytes: &[u8], expected: &[&str]) {
        // A buffer of one byte tears every line end apart.
        for buffer in [1, 2, 3, 64] {
            let texts: Vec<String> = lines(bytes, buffer).into_iter().map(|(_, s)| s).collect();
            assert_eq!(texts, expected, "with a buffer of {buffer}");
        }
    }

    #[test]
    fn every_kind_of_line_end() {
        check_lines(b"", &[]);
        check_lines(b"a", &["a"]);
        check_lines(b"a\nb\r\nc\rd\n", &["a", "b", "c", "d"]);
        check_lines(b"\n\r\n\r\r", &["", "", "", ""]);
    }

    #[test]
    fn each_line_has_its_own_encoding() {
        check_lines(b"caf\xc3\xa9\ncaf\xe9", &["café", "café"]);
    }

    #[test]
    fn a_line_without_end_is_cut_at_a_blank() {
        let mut long = vec![b'x'; MAX_LINE_BYTES - 3];
        long.extend_from_slice(b" yyyyy\nz");
        let cut = lines(&long, 1 << 16);
        assert_eq!(
            cut.iter().map(|(_, s)| s.len()).collect::<Vec<_>>(),
            [MAX_LINE_BYTES - 3, 6, 1]
        );
        assert_eq!(cut.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 1, 2]);
        let solid = lines(&vec![b'x'; 2 * MAX_LINE_BYTES + 1], 1 << 16);
        assert_eq!(
            solid.iter().map(|(_, s)| s.len()).collect::<Vec<_>>(),
            [MAX_LINE_BYTES, MAX_LINE_BYTES, 1]
        );
    }
}
