//! The studies of two theses, with Ferz in the place of their engines.
//!
//! The one on an engine called Irida adds one technique after another to plain alpha-beta and
//! measures each step, in games under two controls (sections 6.5 and 6.6) and in the growth of the
//! tree (section 6.7). Here the steps are sets of features of one engine; what was measured there
//! stands in `document`, so that reports can show both side by side. The other thesis compares two
//! parallel searches (`speedup`).

mod ablation;
mod chain;
pub mod document;
mod growth;
mod growth_report;
mod skill;
mod speedup;
mod strength;

pub use ablation::{
    AblationReport, Collector, Control, GameFacts, Pairing, PairingResult, chain_pairings,
    drop_one_pairings,
};
pub use chain::{ChainError, Stage, document_chain, parse_chain};
pub use growth::{Growth, measure_growth};
pub use growth_report::growth_report;
pub use skill::UciEloScale;
pub use speedup::{
    Capacity, Effort, MatchResult, Measurement, NoteNothing, Notebook, Pace, Speedup, SpeedupError,
    SpeedupFigures, SpeedupReport, Step, StudyPosition, StudyPositionError, Team, TeamFigures,
    TeamMatch, built_in_positions, read_positions, team_matches, teams,
};
pub use strength::{Rung, estimate_rating, strength_report};
