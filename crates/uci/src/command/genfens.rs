//! OpenBench's request for opening positions: `genfens N seed S book B …`.

use std::fmt;

use crate::command::CommandError;
use crate::command::go::number;
use crate::text::Words;

/// How many opening positions to make, and from what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenFens {
    /// How many positions.
    pub count: u64,
    /// The seed of the random choice.
    pub seed: u64,
    /// The file of openings to start from; OpenBench writes `None` for none.
    pub book: Option<String>,
    /// What follows, for the engine to make sense of.
    pub extra: String,
}

impl GenFens {
    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, CommandError> {
        let mut request = Self { count: natural(number("genfens", words)?), ..Self::default() };
        if words.accept("seed") {
            request.seed = natural(number("seed", words)?);
        }
        if words.accept("book") {
            request.book = words.next().filter(|&book| book != "None").map(str::to_owned);
        }
        request.extra = words.phrase_until(|_| false);
        Ok(request)
    }
}

fn natural(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

impl fmt::Display for GenFens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let book = self.book.as_deref().unwrap_or("None");
        write!(f, "genfens {} seed {} book {book}", self.count, self.seed)?;
        if self.extra.is_empty() { Ok(()) } else { write!(f, " {}", self.extra) }
    }
}
