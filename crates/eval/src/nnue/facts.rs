//! What a network says about where it comes from.

use std::fmt;
use std::str::FromStr;

/// Named facts in the order in which they were given: data, positions, generation, seed, loss and
/// whatever else whoever trained the network found worth telling.
///
/// ```
/// use ferz_eval::nnue::Facts;
/// let mut facts = Facts::default();
/// facts.set("generation", "1")?;
/// facts.set("positions", "40000000")?;
/// assert_eq!(facts.get("generation"), Some("1"));
/// assert_eq!(facts.to_string(), "generation=1\npositions=40000000\n");
/// # Ok::<(), ferz_eval::nnue::FactsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts(Vec<(String, String)>);

impl Facts {
    /// The longest text of all facts together, in bytes.
    pub const MAX_LENGTH: usize = 1 << 16;

    /// Notes a fact; a fact of the same name is replaced.
    ///
    /// # Errors
    /// If the name is empty or has an equals sign in it, if either has a control character such
    /// as a line break, or if there is no more room.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), FactsError> {
        let is_plain = |text: &str| !text.contains(char::is_control);
        if name.is_empty() || name.contains('=') || !is_plain(name) || !is_plain(value) {
            return Err(FactsError::Malformed(format!("{name}={value}")));
        }
        let added = name.len() + value.len() + 2;
        let others = self.0.iter().filter(|(known, _)| known != name);
        let used: usize = others.map(|(name, value)| name.len() + value.len() + 2).sum();
        if used + added > Self::MAX_LENGTH {
            return Err(FactsError::TooLong);
        }
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// One line `name=value` for each fact.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, value)| writeln!(f, "{name}={value}"))
    }
}

impl FromStr for Facts {
    type Err = FactsError;

    fn from_str(text: &str) -> Result<Self, FactsError> {
        let mut facts = Self::default();
        for line in text.split_terminator('\n') {
            let malformed = || FactsError::Malformed(line.to_owned());
            let (name, value) = line.split_once('=').ok_or_else(malformed)?;
            if facts.get(name).is_some() {
                return Err(malformed());
            }
            facts.set(name, value)?;
        }
        Ok(facts)
    }
}

/// Why facts were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactsError {
    /// Not a line `name=value` with a new name.
    Malformed(String),
    /// More text than a file may hold.
    TooLong,
}

impl fmt::Display for FactsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(line) => write!(f, "expected a new name=value, got {line:?}"),
            Self::TooLong => write!(f, "more than {} bytes of facts", Facts::MAX_LENGTH),
        }
    }
}

impl std::error::Error for FactsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        let text = "data=gen1.vf, gen2.vf\nnote=a=b\nempty=\n";
        assert_eq!(text.parse::<Facts>().unwrap().to_string(), text);
    }

    #[test]
    fn bad_facts_are_refused() {
        for text in ["no equals sign", "=value", "a=1\na=2", "a=\u{7}", "a=1\n\nb=2"] {
            assert!(matches!(text.parse::<Facts>(), Err(FactsError::Malformed(_))), "{text:?}");
        }
        let long = "x".repeat(Facts::MAX_LENGTH);
        assert_eq!(Facts::default().set("name", &long), Err(FactsError::TooLong));
    }

    #[test]
    fn a_fact_can_be_replaced() {
        let mut facts = Facts::default();
        facts.set("loss", "0.1").unwrap();
        facts.set("loss", "0.05").unwrap();
        assert_eq!(facts.to_string(), "loss=0.05\n");
    }
}
