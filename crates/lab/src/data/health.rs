//! What statistics say of a file of games, for machines and for the store.

use serde::{Deserialize, Serialize};

use super::stats::DataStats;

/// What files of games are like.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DataHealth {
    /// Games.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Positions that the filter keeps.
    pub kept: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The part of clear scores that named the winner.
    pub agreement: f64,
    /// Kept positions by the pieces that are left, from none to all, four at a time.
    pub phases: [u64; 7],
    /// Kept positions by the distance of their score from zero, up to each of
    /// [`DataStats::SCORE_STEPS`] and beyond.
    pub scores: [u64; 6],
    /// The part of kept positions that had been seen before.
    pub duplicates: f64,
    /// What looks wrong, one sentence each.
    pub warnings: Vec<String>,
}

impl From<&DataStats> for DataHealth {
    fn from(stats: &DataStats) -> Self {
        let [black, draws, white] = stats.results;
        Self {
            games: stats.games,
            positions: stats.positions,
            kept: stats.kept,
            white,
            draws,
            black,
            agreement: stats.agreement(),
            phases: stats.phases,
            scores: stats.scores,
            duplicates: stats.duplicates.share(),
            warnings: stats.warnings(),
        }
    }
}
