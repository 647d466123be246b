//! Reading the `option` lines of other engines.

use std::fmt;
use std::str::FromStr;

use crate::option::{EMPTY, OptionKind, UciOption};
use crate::text::{Words, excerpt, saturating_integer};

/// Why a line declares no option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionLineError {
    /// It does not start with `option name` and a name.
    Name(String),
    /// Its type is missing or none of the protocol's; the line.
    Type(String),
    /// A bound or default that is no number; the line.
    Number(String),
    /// Its smallest value is above its largest; the line.
    Range(String),
}

impl fmt::Display for OptionLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, line) = match self {
            Self::Name(line) => ("an option with a name", line),
            Self::Type(line) => ("an option of type check, spin, combo, button or string", line),
            Self::Number(line) => ("whole numbers as default, min and max", line),
            Self::Range(line) => ("an option whose min is not above its max", line),
        };
        write!(f, "expected {expected}, got \"{}\"", excerpt(line))
    }
}

impl std::error::Error for OptionLineError {}

impl FromStr for UciOption {
    type Err = OptionLineError;

    /// Reads an `option` line. Engines forget things: a missing bound is the widest there is, a
    /// default outside the range is brought into it.
    ///
    /// ```
    /// use ferz_uci::UciOption;
    /// let line = "option name Style type combo default Solid var Solid var Very Wild";
    /// assert_eq!(line.parse::<UciOption>()?.to_string(), line);
    /// # Ok::<(), ferz_uci::OptionLineError>(())
    /// ```
    fn from_str(line: &str) -> Result<Self, OptionLineError> {
        let mut words = Words::new(line);
        let has_name = words.accept("option") && words.accept("name");
        let name = words.phrase_until(|word| word == "type");
        if !has_name || name.is_empty() {
            return Err(OptionLineError::Name(line.to_owned()));
        }
        words.accept("type");
        let kind = match words.next() {
            Some("check") => check(&mut words),
            Some("spin") => spin(&mut words, line)?,
            Some("combo") => combo(&mut words),
            Some("button") => OptionKind::Button,
            Some("string") => text(&mut words),
            _ => return Err(OptionLineError::Type(line.to_owned())),
        };
        Ok(Self::new(&name, kind))
    }
}

fn check(words: &mut Words<'_>) -> OptionKind {
    let default = words.any(|word| word == "default")
        && words.next().is_some_and(|word| word.eq_ignore_ascii_case("true"));
    OptionKind::Check { default }
}

fn spin(words: &mut Words<'_>, line: &str) -> Result<OptionKind, OptionLineError> {
    let (mut default, mut min, mut max) = (0, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        let field = match word {
            "default" => &mut default,
            "min" => &mut min,
            "max" => &mut max,
            _ => continue,
        };
        *field = words
            .next()
            .and_then(saturating_integer)
            .ok_or_else(|| OptionLineError::Number(line.to_owned()))?;
    }
    if min > max {
        return Err(OptionLineError::Range(line.to_owned()));
    }
    Ok(OptionKind::Spin { default: default.clamp(min, max), min, max })
}

fn combo(words: &mut Words<'_>) -> OptionKind {
    let (mut default, mut choices) = (String::new(), Vec::new());
    while let Some(word) = words.next() {
        let is_keyword = |word: &str| word == "var" || word == "default";
        match word {
            "default" => default = invisible(words.phrase_until(is_keyword)),
            "var" => choices.push(invisible(words.phrase_until(is_keyword))),
            _ => {}
        }
    }
    OptionKind::Combo { default, choices }
}

/// The default is the rest of the line: it may be a path, with spaces and any word in it.
fn text(words: &mut Words<'_>) -> OptionKind {
    let default = if words.accept("default") { words.rest().to_owned() } else { String::new() };
    OptionKind::Text { default: invisible(default) }
}

fn invisible(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}
