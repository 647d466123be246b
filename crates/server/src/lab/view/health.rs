//! Reports on files of games.

use ferz_lab::HealthInfo;
use ferz_lab::data::DataStats;
use serde::Serialize;
use utoipa::ToSchema;

/// Reports on files of games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Healths {
    /// The reports, the newest first.
    pub(crate) reports: Vec<HealthView>,
}

/// What files of games are like.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HealthView {
    /// Its number.
    id: i64,
    /// When it was made.
    made: u64,
    /// The names of the files.
    files: String,
    /// Games.
    games: u64,
    /// Their positions.
    positions: u64,
    /// Positions that are worth learning from.
    kept: u64,
    /// Games that White won.
    white: u64,
    /// Drawn games.
    draws: u64,
    /// Games that Black won.
    black: u64,
    /// The part of clear scores that named the winner.
    agreement: f64,
    /// The part of positions that had been seen before.
    duplicates: f64,
    /// Kept positions by the pieces that are left.
    phases: Vec<Share>,
    /// Kept positions by the distance of their score from zero.
    scores: Vec<Share>,
    /// What looks wrong.
    warnings: Vec<String>,
}

/// One of several parts.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Share {
    /// Which one.
    #[schema(example = "to 150")]
    name: String,
    /// How many.
    count: u64,
}

impl HealthView {
    pub(in crate::lab) fn new(info: HealthInfo) -> Self {
        let health = info.health;
        let phases = health.phases.iter().enumerate();
        let steps = DataStats::SCORE_STEPS.iter().map(|step| format!("to {step}"));
        let scores = steps.chain(["above".to_owned()]).zip(health.scores);
        Self {
            id: info.id,
            made: info.made * 1000,
            files: info.files,
            games: health.games,
            positions: health.positions,
            kept: health.kept,
            white: health.white,
            draws: health.draws,
            black: health.black,
            agreement: health.agreement,
            duplicates: health.duplicates,
            phases: phases
                .map(|(nth, &count)| Share { name: (4 * nth).to_string(), count })
                .collect(),
            scores: scores.map(|(name, count)| Share { name, count }).collect(),
            warnings: health.warnings,
        }
    }
}
