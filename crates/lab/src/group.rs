//! Groups of `key=value`, as command lines of match runners give them.

use std::convert::Infallible;
use std::str::FromStr;

/// Keys with values, in order. A key may occur several times.
///
/// A piece without `=` belongs to what stands before it, so values and option names may have
/// spaces; at the beginning it is the command.
///
/// ```
/// use ferz_lab::Group;
/// let group: Group = "ferz option.Move Overhead=30 args=--quiet --fast".parse()?;
/// let pairs: Vec<_> = group.pairs().collect();
/// assert_eq!(
///     pairs,
///     [("cmd", "ferz"), ("option.Move Overhead", "30"), ("args", "--quiet --fast")]
/// );
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group(Vec<(String, String)>);

impl Group {
    /// Reads words, each with one or more pieces.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut pairs: Vec<(String, String)> = Vec::new();
        // A key that still waits for its value, such as "option.Move" of "option.Move Overhead=1".
        let mut open: Option<String> = None;
        for piece in words.into_iter().flat_map(str::split_ascii_whitespace) {
            match (open.take(), piece.split_once('=')) {
                (Some(key), Some((more, value))) => {
                    pairs.push((format!("{key} {more}"), value.to_owned()));
                }
                (Some(key), None) => open = Some(format!("{key} {piece}")),
                (None, Some((key, value))) => pairs.push((key.to_owned(), value.to_owned())),
                (None, None) if piece.starts_with("option.") => open = Some(piece.to_owned()),
                (None, None) => match pairs.last_mut() {
                    Some((_, value)) => {
                        value.push(' ');
                        value.push_str(piece);
                    }
                    None => pairs.push(("cmd".to_owned(), piece.to_owned())),
                },
            }
        }
        // A button has no value.
        pairs.extend(open.map(|key| (key, String::new())));
        Self(pairs)
    }

    /// The pairs in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The last value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs().filter(|(known, _)| *known == key).last().map(|(_, value)| value)
    }

    /// This group laid over another: what both have is as it is here.
    #[must_use]
    pub fn over(&self, below: &Self) -> Self {
        let is_new = |pair: &&(String, String)| self.get(&pair.0).is_none();
        Self(below.0.iter().filter(is_new).chain(&self.0).cloned().collect())
    }
}

impl FromStr for Group {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from_words([text]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_string_and_many_words_are_the_same() {
        let one = Group::from_words(["cmd=/a b/c name=x option.Clear Hash"]);
        let many = Group::from_words(["cmd=/a b/c", "name=x", "option.Clear Hash"]);
        assert_eq!(one, many);
        let pairs: Vec<_> = one.pairs().collect();
        assert_eq!(pairs, [("cmd", "/a b/c"), ("name", "x"), ("option.Clear Hash", "")]);
    }

    #[test]
    fn the_upper_group_wins() {
        let (own, each) = (Group::from_words(["a=1 b=2"]), Group::from_words(["b=3 c=4"]));
        let both = own.over(&each);
        assert_eq!(
            ["a", "b", "c", "d"].map(|key| both.get(key)),
            [Some("1"), Some("2"), Some("4"), None]
        );
    }
}
