//! How much faster several threads are: the study of a thesis that asks whether Young Brothers
//! Wait or Lazy SMP is the better parallel search.
//!
//! Middle games are searched to the same depth by different numbers of threads, again and again,
//! and by both algorithms ([`Speedup`]); the medians of the times are compared with those of one
//! thread ([`SpeedupFigures`]). [`TeamMatch`] asks the same question in games. What the thesis measured in
//! Crafty stands in `thesis`.

mod capacity;
mod figures;
mod games;
mod meter;
mod pace;
mod positions;
mod report;
mod run;
mod team;
mod thesis;

pub use capacity::Capacity;
pub use figures::{SpeedupFigures, TeamFigures};
pub use games::{MatchResult, TeamMatch, team_matches};
pub use pace::Pace;
pub use positions::{StudyPosition, StudyPositionError, built_in_positions, read_positions};
pub use report::SpeedupReport;
pub use run::{Effort, Measurement, NoteNothing, Notebook, Speedup, SpeedupError, Step};
pub use team::{Team, teams};
