//! The laboratory as clients see it.

mod game;
mod health;
mod ladder;
mod run;
mod standings;

pub(crate) use game::{LabGame, LabGameDetail, LabGames};
pub(crate) use health::{HealthView, Healths};
pub(crate) use ladder::Ladders;
pub(super) use run::{Counted, Point};
pub(crate) use run::{RunSummary, RunView, Runs};
pub(super) use standings::StandingsView;
