//! Several threads on one tree: Lazy SMP and Young Brothers Wait.
//!
//! Both live on the same node and the same table. In Lazy SMP every thread searches the whole tree
//! from its root, some a ply deeper, and they meet in the table alone. In Young Brothers Wait one
//! thread owns the tree; where the eldest brother of a node has not cut off, it lays the younger
//! ones open on a split point, and whoever is idle joins.
//!
//! There is no data race because there is no unsafe code here: what threads share is behind a
//! mutex or atomic. No thread holds two locks at a time, so that none can wait for another's.

mod board;
mod join;
mod lead;
mod split;
mod team;
mod vote;

use std::fmt;
use std::str::FromStr;

pub(crate) use split::SplitPoint;
pub(crate) use team::Team;

/// How several threads share a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parallel {
    /// Lazy SMP: each for itself, with one table.
    #[default]
    Lazy,
    /// Young Brothers Wait: one tree with split points.
    Ybwc,
}

impl Parallel {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Lazy, Self::Ybwc];

    /// The name by which options call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lazy => "lazy",
            Self::Ybwc => "ybwc",
        }
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No parallel search has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParallelError(pub String);

impl fmt::Display for ParallelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no parallel search is called \"{}\"", self.0)
    }
}

impl std::error::Error for ParallelError {}

impl FromStr for Parallel {
    type Err = ParallelError;

    fn from_str(text: &str) -> Result<Self, ParallelError> {
        let found = Self::ALL.into_iter().find(|way| way.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParallelError(text.to_owned()))
    }
}
