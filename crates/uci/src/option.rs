//! Options of an engine: what it declares, and which values it takes.
//!
//! One type serves both sides. Our engine declares its options with it and checks what a GUI
//! sets; the client reads other engines' declarations into it and checks what we send. It stores
//! no current value and has no effect: that belongs to whoever owns the option.

mod read;
mod table;
mod value;

use std::fmt;
use std::ops::RangeInclusive;

pub use read::OptionLineError;
pub use table::Options;
pub use value::{OptionError, OptionValue};

/// How the protocol writes an empty string, which would otherwise be invisible.
const EMPTY: &str = "<empty>";

/// What kind of value an option takes, and its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value before anybody sets one.
        default: bool,
    },
    /// A number in a range.
    Spin {
        /// The value before anybody sets one.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value before anybody sets one.
        default: String,
        /// The values to choose from.
        choices: Vec<String>,
    },
    /// No value: setting it makes something happen.
    Button,
    /// Any text.
    Text {
        /// The value before anybody sets one.
        default: String,
    },
}

/// An option that an engine declares. Its `Display` is the `option` line.
///
/// ```
/// use ferz_uci::{OptionValue, UciOption};
/// let hash = UciOption::spin("Hash", 16, 1..=1024);
/// assert_eq!(hash.to_string(), "option name Hash type spin default 16 min 1 max 1024");
/// assert_eq!(hash.read_value(Some("32"))?, OptionValue::Spin(32));
/// assert_eq!(
///     hash.read_value(Some("0")).unwrap_err().to_string(),
///     "option Hash takes a number from 1 to 1024, got \"0\""
/// );
/// # Ok::<(), ferz_uci::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOption {
    name: String,
    aliases: Vec<String>,
    kind: OptionKind,
}

impl UciOption {
    /// An option of yes or no.
    pub fn check(name: &str, default: bool) -> Self {
        Self::new(name, OptionKind::Check { default })
    }

    /// A number; the default is brought into the range.
    pub fn spin(name: &str, default: i64, range: RangeInclusive<i64>) -> Self {
        debug_assert!(range.contains(&default), "{name}: the default must be a legal value");
        let (min, max) = range.into_inner();
        Self::new(name, OptionKind::Spin { default: default.max(min).min(max), min, max })
    }

    /// One of several words.
    pub fn combo(name: &str, default: &str, choices: &[&str]) -> Self {
        debug_assert!(choices.contains(&default), "{name}: the default must be a legal value");
        let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
        Self::new(name, OptionKind::Combo { default: default.to_owned(), choices })
    }

    /// Something to set off.
    pub fn button(name: &str) -> Self {
        Self::new(name, OptionKind::Button)
    }

    /// Any text.
    pub fn text(name: &str, default: &str) -> Self {
        Self::new(name, OptionKind::Text { default: default.to_owned() })
    }

    fn new(name: &str, kind: OptionKind) -> Self {
        Self { name: name.to_owned(), aliases: Vec::new(), kind }
    }

    /// The same option under one more name, which is understood but not declared.
    #[must_use]
    pub fn alias(mut self, name: &str) -> Self {
        self.aliases.push(name.to_owned());
        self
    }

    /// The declared name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind and its default.
    pub fn kind(&self) -> &OptionKind {
        &self.kind
    }

    /// Whether this is the option of that name: case does not count, aliases do.
    pub fn is_named(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(&self.aliases).any(|own| own.eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", visible(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", visible(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {}", visible(default)),
        }
    }
}

fn visible(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

#[cfg(test)]
mod tests;
