//! Who sits on the other side, as `UCI_Opponent` tells it.

use std::fmt;
use std::str::FromStr;

/// What `UCI_Opponent` says: a title, a rating, what kind of player, and a name. Only the rating
/// changes how Ferz plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Opponent {
    pub(super) rating: Option<u32>,
}

/// The value does not have the form that the protocol gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentError(String);

impl fmt::Display for OpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "option UCI_Opponent takes a title, a rating, human or computer, and a name, got \"{}\"",
            crate::text::excerpt(&self.0)
        )
    }
}

impl FromStr for Opponent {
    type Err = OpponentError;

    /// Reads the value; nothing at all means that nobody is known.
    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let error = || OpponentError(text.to_owned());
        let mut words = text.split_ascii_whitespace();
        let Some(_title) = words.next() else { return Ok(Self::default()) };
        let rating = match words.next() {
            Some("none") => None,
            Some(number) => Some(number.parse().map_err(|_| error())?),
            None => return Err(error()),
        };
        match words.next() {
            Some("human" | "computer") => Ok(Self { rating }),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let rating = |text: &str| text.parse().map(|opponent: Opponent| opponent.rating);
        assert_eq!(rating("GM 2800 human Gary Kasparov"), Ok(Some(2800)));
        assert_eq!(rating("none none computer Shredder"), Ok(None));
        assert_eq!(rating("none 1500 computer"), Ok(Some(1500)));
        assert_eq!(rating(" "), Ok(None));
        for text in
            ["GM", "GM 2800", "GM strong human X", "none none somebody X", "none -5 human X"]
        {
            assert_eq!(rating(text), Err(OpponentError(text.to_owned())));
        }
    }
}
