//! How the root closes in on the score of an iteration.

use std::fmt;
use std::str::FromStr;

/// The way from one iteration's score to the next one's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RootDriver {
    /// Principal variation search within an aspiration window.
    #[default]
    Pvs,
    /// MTD(f): null windows alone, each of which halves what the score may be.
    Mtdf,
}

impl RootDriver {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Pvs, Self::Mtdf];

    /// The name by which options call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
        }
    }
}

impl fmt::Display for RootDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No root driver has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootDriverError(pub String);

impl fmt::Display for RootDriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no root driver is called \"{}\"", self.0)
    }
}

impl std::error::Error for RootDriverError {}

impl FromStr for RootDriver {
    type Err = RootDriverError;

    fn from_str(text: &str) -> Result<Self, RootDriverError> {
        let found = Self::ALL.into_iter().find(|driver| driver.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| RootDriverError(text.to_owned()))
    }
}
