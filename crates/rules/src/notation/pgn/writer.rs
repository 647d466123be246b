//! Games in the strict export form.
//!
//! The seven tags of the roster come first, then the others; then the moves in lines of at most
//! 80 columns. Neither a move nor a comment is broken, so that reading gives back what was
//! written; a longer comment makes a longer line.

use std::fmt::{self, Write};

use super::comment::Comment;
use super::game::{GameResult, PgnGame};
use super::start::says_chess960;
use super::tree::{Line, MAX_VARIATION_DEPTH, Node};
use crate::color::Color;
use crate::position::Position;

/// The tags that every game has, and what stands there when nothing is known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

const MAX_COLUMNS: usize = 80;

impl fmt::Display for PgnGame {
    /// Writes the game with a line end behind it; games need an empty line between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl PgnGame {
    /// Writes the game with a line end behind it; games need an empty line between them.
    ///
    /// `SetUp`, `FEN` and `Result` are written from the fields, not from the headers. A line ends
    /// before the first move that is not legal in it, and variations deeper than
    /// [`MAX_VARIATION_DEPTH`] are left out.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        self.write_headers(out)?;
        out.write_char('\n')?;
        let mut text = MoveText { out, column: 0, word: String::new(), is_glued: false };
        text.line(&self.moves, self.start.clone(), 0)?;
        text.word(GameResult::text(self.result))?;
        text.flush()?;
        text.out.write_char('\n')
    }

    fn write_headers(&self, out: &mut impl Write) -> fmt::Result {
        for (name, default) in ROSTER {
            write_tag(out, name, self.headers.get(name).unwrap_or(default))?;
        }
        write_tag(out, "Result", GameResult::text(self.result))?;
        let needs_variant = self.start.needs_chess960();
        if needs_variant {
            let told = self.headers.get("Variant").filter(|name| says_chess960(name));
            write_tag(out, "Variant", told.unwrap_or("Chess960"))?;
        }
        if self.start != Position::startpos() {
            write_tag(out, "SetUp", "1")?;
            write_tag(out, "FEN", &self.start.to_string())?;
        }
        for (name, value) in self.headers.iter() {
            let is = |tag: &str| name.eq_ignore_ascii_case(tag);
            let is_written = ROSTER.iter().any(|(tag, _)| is(tag))
                || ["Result", "SetUp", "FEN"].into_iter().any(is)
                || (needs_variant && is("Variant"));
            if !is_written {
                write_tag(out, name, value)?;
            }
        }
        Ok(())
    }
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("\"]\n")
}

/// Words on their way into lines.
struct MoveText<'a, W> {
    out: &'a mut W,
    column: usize,
    /// The word that is not yet written, since a parenthesis may still be glued to it.
    word: String,
    /// The next word continues this one.
    is_glued: bool,
}

impl<W: Write> MoveText<'_, W> {
    fn line(&mut self, line: &Line, mut position: Position, depth: usize) -> fmt::Result {
        self.comments(&line.comments)?;
        let mut needs_number = true;
        for node in &line.nodes {
            let can_be_played = match node.mv {
                Some(mv) => position.is_legal(mv),
                None => depth > 0 && !position.in_check(),
            };
            if !can_be_played {
                break;
            }
            self.played(node, &position, needs_number)?;
            needs_number = !node.comments.is_empty();
            if depth < MAX_VARIATION_DEPTH {
                for variation in node.variations.iter().filter(|line| !line.is_empty()) {
                    self.variation(variation, position.clone(), depth + 1)?;
                    needs_number = true;
                }
            }
            match node.mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            }
        }
        Ok(())
    }

    /// Writes a move with its number and what is said of it.
    fn played(&mut self, node: &Node, position: &Position, needs_number: bool) -> fmt::Result {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(&format!("{number}."))?,
            // A comment before the move is told from one on the last move by the number.
            Color::Black if needs_number || !node.comments_before.is_empty() => {
                self.word(&format!("{number}..."))?;
            }
            Color::Black => {}
        }
        self.comments(&node.comments_before)?;
        self.word(&node.mv.map_or_else(|| "--".to_owned(), |mv| position.san(mv)))?;
        for nag in &node.nags {
            self.word(&nag.to_string())?;
        }
        self.comments(&node.comments)
    }

    fn variation(&mut self, line: &Line, start: Position, depth: usize) -> fmt::Result {
        self.word("(")?;
        self.is_glued = true;
        self.line(line, start, depth)?;
        self.is_glued = true;
        self.word(")")
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        for comment in comments.iter().filter(|comment| !comment.is_empty()) {
            self.word(&format!("{{{comment}}}"))?;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !std::mem::take(&mut self.is_glued) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    /// Writes the word that is waiting, in this line or the next.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let mut lines = self.word.split('\n').map(|line| line.chars().count());
        let first = lines.next().unwrap_or(0);
        if self.column > 0 && self.column + 1 + first > MAX_COLUMNS {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.word)?;
        // A comment of several lines leaves the column where its last line ends.
        self.column = lines.next_back().unwrap_or(self.column + first);
        self.word.clear();
        Ok(())
    }
}
