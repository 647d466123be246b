//! Why evolution cannot go on.

use std::fmt;

use crate::player::{Fault, PlayerError};
use crate::trial::KeeperError;

/// Why evolution cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvolveError {
    /// The opponent cannot play at all.
    Player(PlayerError),
    /// The opponent has failed in a game; that is no merit of the agent's.
    Opponent(Fault),
    /// The opponent's games against itself are over before they should be.
    NoStart,
    /// Results cannot be kept, or those kept cannot be used.
    Keeper(KeeperError),
}

impl fmt::Display for EvolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::Opponent(fault) => write!(f, "the opponent {fault}"),
            Self::NoStart => f.write_str(
                "the opponent's games against itself end too soon: ask for fewer moves or fewer \
                 random half-moves",
            ),
            Self::Keeper(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EvolveError {}

impl From<KeeperError> for EvolveError {
    fn from(error: KeeperError) -> Self {
        Self::Keeper(error)
    }
}
