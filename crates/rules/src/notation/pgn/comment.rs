//! What is said about a move, and the commands that programs hide in it.

use std::fmt;
use std::time::Duration;

use super::command::{Eval, commands, format_clock, parse_clock};

/// A comment in a form that a PGN can carry.
///
/// Blanks at both ends are cut off, line ends become `\n`, and a closing brace, which would end
/// the comment, becomes a parenthesis. A line that begins with `[Event ` is joined to the one
/// before, since a reader takes it for the next game.
///
/// ```
/// use std::time::Duration;
/// use ferz_rules::pgn::{Comment, Eval, EvalScore};
///
/// let mut comment = Comment::new(" [%eval 0.25,20] sharp [%clk 0:01:05] ");
/// let eval = Eval { score: EvalScore::Centipawns(25), depth: Some(20) };
/// assert_eq!(comment.eval(), Some(eval));
/// assert_eq!(comment.clock(), Some(Duration::from_secs(65)));
/// assert_eq!(comment.prose(), "sharp");
/// comment.set_clock(Duration::from_millis(64_500));
/// assert_eq!(comment.text(), "[%eval 0.25,20] sharp [%clk 0:01:04.5]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment {
    text: String,
}

impl Comment {
    /// A comment with this text, changed only where a PGN could not carry it.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        if !text.contains(['}', '\r', '\n']) {
            return Self { text: text.to_owned() };
        }
        let text = text.replace('}', ")").replace("\r\n", "\n").replace('\r', "\n");
        Self { text: text.replace("\n[Event ", " [Event ") }
    }

    /// The whole text, commands included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text without its commands.
    pub fn prose(&self) -> String {
        let mut prose = String::with_capacity(self.text.len());
        let mut end = 0;
        for place in commands(&self.text).map(|command| command.place) {
            push_prose(&mut prose, self.text.get(end..place.start));
            end = place.end;
        }
        push_prose(&mut prose, self.text.get(end..));
        prose
    }

    /// What stands behind the name in the first command of that name, such as `Gd5,Re4` for
    /// `csl` in `[%csl Gd5,Re4]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        commands(&self.text).find(|command| command.name == name).map(|command| command.value)
    }

    /// Gives a command its value, in the place of an earlier one of that name, or else behind
    /// the other commands and before the prose.
    pub fn set_command(&mut self, name: &str, value: &str) {
        let written = format!("[%{name} {value}]");
        let old = commands(&self.text).find(|command| command.name == name);
        let old = old.map(|command| command.place);
        let last_end = commands(&self.text).last().map(|command| command.place.end);
        match (old, last_end) {
            (Some(place), _) => self.text.replace_range(place, &written),
            (None, Some(end)) => self.text.insert_str(end, &format!(" {written}")),
            (None, None) => self.text = format!("{written} {}", self.text),
        }
        *self = Self::new(&self.text);
    }

    /// The evaluation in `[%eval …]`.
    pub fn eval(&self) -> Option<Eval> {
        Eval::parse(self.command("eval")?)
    }

    /// Writes `[%eval …]`.
    pub fn set_eval(&mut self, eval: Eval) {
        self.set_command("eval", &eval.to_string());
    }

    /// The time left after the move, in `[%clk …]`.
    pub fn clock(&self) -> Option<Duration> {
        parse_clock(self.command("clk")?)
    }

    /// Writes `[%clk …]`.
    pub fn set_clock(&mut self, left: Duration) {
        self.set_command("clk", &format_clock(left));
    }

    /// The time spent on the move, in `[%emt …]`.
    pub fn elapsed(&self) -> Option<Duration> {
        parse_clock(self.command("emt")?)
    }

    /// Writes `[%emt …]`.
    pub fn set_elapsed(&mut self, spent: Duration) {
        self.set_command("emt", &format_clock(spent));
    }
}

/// Adds a piece of text between two commands, one blank apart from the piece before.
fn push_prose(prose: &mut String, piece: Option<&str>) {
    let piece = piece.unwrap_or_default().trim();
    if !prose.is_empty() && !piece.is_empty() {
        prose.push(' ');
    }
    prose.push_str(piece);
}

impl fmt::Display for Comment {
    /// Writes the text without braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_prose(text: &str, prose: &str) {
        assert_eq!(Comment::new(text).prose(), prose);
    }

    #[test]
    fn prose_is_what_is_left() {
        check_prose("[%eval 0.1] [%clk 0:00:01]", "");
        check_prose("before [%csl Gd5] between [%cal Re2e4,Gd1h5]after", "before between after");
        check_prose("an open [%eval 0.3 is text", "an open [%eval 0.3 is text");
        check_prose("[%eval 1] [x] [%", "[x] [%");
    }

    #[test]
    fn setting_keeps_everything_else() {
        let mut comment = Comment::new("wild [%csl Gd5] [%emt 0:00:01]");
        comment.set_elapsed(Duration::from_secs(2));
        comment.set_clock(Duration::from_secs(3));
        assert_eq!(comment.text(), "wild [%csl Gd5] [%emt 0:00:02] [%clk 0:00:03]");
        assert_eq!(comment.elapsed(), Some(Duration::from_secs(2)));
        let mut empty = Comment::default();
        empty.set_command("tqu", "x}y");
        assert_eq!((empty.text(), empty.command("tqu")), ("[%tqu x)y]", Some("x)y")));
    }

    #[test]
    fn what_would_break_the_file_is_changed() {
        assert_eq!(Comment::new(" {a}\r\nb\rc\n[Event d ").text(), "{a)\nb\nc [Event d");
        assert_eq!(Comment::new("[Event at the start").text(), "[Event at the start");
    }
}
