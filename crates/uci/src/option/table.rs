//! All options of an engine.

use std::fmt;

use crate::option::{OptionError, OptionValue, UciOption};

/// The options of an engine in the order of their declaration. Its `Display` is the lines.
///
/// ```
/// use ferz_uci::{Options, OptionValue, UciOption};
/// let options: Options =
///     [UciOption::spin("Move Overhead", 10, 0..=5000).alias("MoveOverhead")].into_iter().collect();
/// let (option, value) = options.set("moveoverhead", Some("30"))?;
/// assert_eq!((option.name(), value), ("Move Overhead", OptionValue::Spin(30)));
/// assert!(options.set("Contempt", None).is_err());
/// # Ok::<(), ferz_uci::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<UciOption>);

impl Options {
    /// Adds an option at the end. One of the same name is replaced: an engine that declares it
    /// twice means the later one.
    pub fn add(&mut self, option: UciOption) {
        match self.0.iter_mut().find(|known| known.name().eq_ignore_ascii_case(option.name())) {
            Some(known) => *known = option,
            None => self.0.push(option),
        }
    }

    /// The option of this name or alias, whatever the case.
    pub fn find(&self, name: &str) -> Option<&UciOption> {
        self.0.iter().find(|option| option.is_named(name))
    }

    /// Which option and value a `setoption` means.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn set(
        &self,
        name: &str,
        value: Option<&str>,
    ) -> Result<(&UciOption, OptionValue), OptionError> {
        let option = self.find(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        Ok((option, option.read_value(value)?))
    }

    /// The options in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &UciOption> {
        self.0.iter()
    }
}

impl FromIterator<UciOption> for Options {
    fn from_iter<I: IntoIterator<Item = UciOption>>(options: I) -> Self {
        let mut table = Self::default();
        options.into_iter().for_each(|option| table.add(option));
        table
    }
}

impl fmt::Display for Options {
    /// One line for each, every one of them ended: GUIs dislike blank lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|option| writeln!(f, "{option}"))
    }
}
