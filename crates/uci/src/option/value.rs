//! A value for an option, checked against the declaration.

use std::fmt;

use crate::option::{EMPTY, OptionKind, UciOption};
use crate::text::excerpt;

/// A value that an option can take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Yes or no.
    Check(bool),
    /// A number in the option's range.
    Spin(i64),
    /// One of the option's words, as it was declared.
    Combo(String),
    /// The button was pressed.
    Button,
    /// Any text.
    Text(String),
}

impl UciOption {
    /// The value before anybody sets one; a button has none.
    pub fn default_value(&self) -> Option<OptionValue> {
        Some(match &self.kind {
            OptionKind::Check { default } => OptionValue::Check(*default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
            OptionKind::Combo { default, .. } => OptionValue::Combo(default.clone()),
            OptionKind::Button => return None,
            OptionKind::Text { default } => OptionValue::Text(default.clone()),
        })
    }

    /// Reads what stood after `value`. A button takes anything, because some GUIs always send
    /// the word; `<empty>` is the empty text.
    ///
    /// # Errors
    /// If the option does not take the value; the error says what it takes.
    pub fn read_value(&self, text: Option<&str>) -> Result<OptionValue, OptionError> {
        self.accept(text.unwrap_or("").trim_ascii()).ok_or_else(|| OptionError::Value {
            name: self.name.clone(),
            got: text.map(str::to_owned),
            allowed: self.allowed(),
        })
    }

    fn accept(&self, text: &str) -> Option<OptionValue> {
        let text = if text == EMPTY { "" } else { text };
        match &self.kind {
            OptionKind::Check { .. } if text.eq_ignore_ascii_case("true") => {
                Some(OptionValue::Check(true))
            }
            OptionKind::Check { .. } if text.eq_ignore_ascii_case("false") => {
                Some(OptionValue::Check(false))
            }
            OptionKind::Check { .. } => None,
            OptionKind::Spin { min, max, .. } => {
                let number = text.parse().ok()?;
                (*min..=*max).contains(&number).then_some(OptionValue::Spin(number))
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| OptionValue::Combo(choice.clone())),
            OptionKind::Button => Some(OptionValue::Button),
            OptionKind::Text { .. } => Some(OptionValue::Text(text.to_owned())),
        }
    }

    fn allowed(&self) -> String {
        match &self.kind {
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            OptionKind::Button | OptionKind::Text { .. } => "anything".to_owned(),
        }
    }
}

impl fmt::Display for OptionValue {
    /// As it stands after `value`; nothing for a button.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(on) => on.fmt(f),
            Self::Spin(number) => number.fmt(f),
            Self::Combo(text) | Self::Text(text) if text.is_empty() => f.write_str(EMPTY),
            Self::Combo(text) | Self::Text(text) => text.fmt(f),
            Self::Button => Ok(()),
        }
    }
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has that name.
    Unknown(String),
    /// The option does not take that value.
    Value {
        /// The option's declared name.
        name: String,
        /// What was to be its value, if anything was.
        got: Option<String>,
        /// What it takes instead, in words.
        allowed: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no option \"{}\"", excerpt(name)),
            Self::Value { name, got, allowed } => {
                write!(f, "option {name} takes {allowed}, got ")?;
                match got {
                    Some(text) => write!(f, "\"{}\"", excerpt(text)),
                    None => f.write_str("no value"),
                }
            }
        }
    }
}

impl std::error::Error for OptionError {}
