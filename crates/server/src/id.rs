//! Names that the server makes up.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

/// No letters that look like digits.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const LENGTH: usize = 8;

/// The name of a game.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct GameId(String);

impl GameId {
    pub(crate) fn random() -> Self {
        Self(random_name())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for GameId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let fits = text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        if fits { Ok(Self(text.to_owned())) } else { Err(()) }
    }
}

/// A name that nobody can guess from others: forty bits of what the system gives to hash maps
/// against attackers.
pub(crate) fn random_name() -> String {
    let mut bits = random_bits();
    let letters = (0..LENGTH).map(|_| {
        let letter = LETTERS[(bits % 32) as usize];
        bits /= 32;
        char::from(letter)
    });
    letters.collect()
}

pub(crate) fn random_bits() -> u64 {
    RandomState::new().hash_one(0_u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_nothing_else_is() {
        let id = GameId::random();
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_ne!(id, GameId::random());
        for text in ["", "abc", "../../ab", "ABCDEFGH", "abcdefghi", "abcdefg\u{e9}"] {
            assert_eq!(text.parse::<GameId>(), Err(()), "{text}");
        }
    }
}
