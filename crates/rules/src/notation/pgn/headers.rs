//! The tag pairs at the head of a game.

/// Tag pairs in the order of the file, looked up without regard to case.
///
/// Names and values are kept in a form that a PGN can carry: a name is letters, digits and
/// `_ - + # = : .`, and a value has no line breaks or other control characters.
///
/// ```
/// use ferz_rules::pgn::Headers;
/// let mut headers = Headers::default();
/// headers.set("White", "Ann");
/// headers.set("WHITE", "Ann \"the Rook\" Lee");
/// assert_eq!(headers.get("white"), Some("Ann \"the Rook\" Lee"));
/// assert_eq!(headers.remove("White").as_deref(), Some("Ann \"the Rook\" Lee"));
/// assert!(headers.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Headers {
    tags: Vec<(String, String)>,
}

impl Headers {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Gives a tag its value, in the place of an earlier one of that name or at the end.
    ///
    /// Characters that no name may have are left out of it, and a name of which nothing remains
    /// is ignored. Control characters in the value become spaces.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&c| is_name_char(c)).collect();
        let value = value.replace(char::is_control, " ");
        if let Some((_, old)) =
            self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(&name))
        {
            *old = value;
        } else if !name.is_empty() {
            self.tags.push((name, value));
        }
    }

    /// Takes a tag out and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(self.tags.remove(at).1)
    }

    /// Whether there is such a tag.
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    pub const fn len(&self) -> usize {
        self.tags.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }
}

/// Whether the character may stand in the name of a tag. The standard knows letters, digits and
/// the underscore; the others occur.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '#' | '=' | ':' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_file_can_carry_is_not_kept() {
        let mut headers = Headers::default();
        headers.set("Ev]ent \"", "two\nlines");
        headers.set("[]", "nothing");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("Event", "two lines")]);
    }

    #[test]
    fn a_repeated_name_keeps_its_place_and_its_first_spelling() {
        let mut headers = Headers::default();
        for (name, value) in [("A", "1"), ("B", "2"), ("a", "3")] {
            headers.set(name, value);
        }
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("A", "3"), ("B", "2")]);
    }
}
