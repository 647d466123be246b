//! Numeric annotation glyphs: `$1` for a good move and so on.

use std::fmt;

/// A numeric annotation glyph, such as `$1` for a good move.
///
/// ```
/// use ferz_rules::pgn::Nag;
/// assert_eq!(Nag::from_symbol("!?"), Some(Nag(5)));
/// assert_eq!(Nag(5).to_string(), "$5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u8);

/// What is printed for the common glyphs, in their order.
const SYMBOLS: [(&str, u8); 32] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("⨀", 22),
    ("○", 32),
    ("⇆", 132),
    ("N", 146),
    ("D", 220),
];

impl Nag {
    /// The glyph that is printed as this symbol.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        SYMBOLS.iter().find(|(text, _)| *text == symbol).map(|&(_, number)| Self(number))
    }

    /// The glyph of a run of `!` and `?`, of which only the first two count.
    pub(super) fn from_marks(marks: &str) -> Option<Self> {
        Self::from_symbol(marks.get(..2).unwrap_or(marks))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
