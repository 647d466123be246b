//! How many nodes a second a team makes in the time that one thread has.
//!
//! Nodes per second rise in the course of a search, as its table fills. A team that reaches a depth
//! sooner is compared, at that depth, with the later and faster part of one thread's search; only
//! searches of equal time compare like with like.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::meter::{Meter, NoTime, Search};
use super::run::{Speedup, SpeedupError};
use super::team::Team;
use crate::stats::Spread;

/// The nodes in a second of a team in searches of equal time.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// The team.
    pub team: Team,
    /// For each position: the median over the repetitions of its nodes in a second by those of one
    /// thread.
    pub speeds: Vec<f64>,
}

impl Pace {
    /// The median over the positions; none if nothing was measured.
    pub fn median(&self) -> Option<f64> {
        Spread::of(&self.speeds).map(|spread| spread.median)
    }
}

impl Speedup {
    /// Lets every team search every position for this time, as often as the study says, the teams
    /// in turn. Positions that are complete if it was stopped.
    ///
    /// # Errors
    /// If there is no room for the table, or a search dies.
    pub fn paces(&self, time: Duration, stop: &AtomicBool) -> Result<Vec<Pace>, SpeedupError> {
        let mut meter = Meter::new(self.hash).map_err(SpeedupError::NoRoom)?;
        let others = self.teams.iter().copied().filter(|team| *team != Team::ONE);
        let mut paces: Vec<Pace> = others.map(|team| Pace { team, speeds: Vec::new() }).collect();
        for place in &self.positions {
            let mut ratios = vec![Vec::new(); paces.len()];
            for _ in 0..self.repetitions {
                let mut speed = |team: Team| match meter.pace(&place.position, team, time, stop) {
                    Ok(search) => Ok(Some(speed(&search))),
                    Err(NoTime::Stopped) => Ok(None),
                    Err(NoTime::Crashed) => {
                        Err(SpeedupError::Crash { name: place.name.clone(), team })
                    }
                };
                let Some(alone) = speed(Team::ONE)? else { return Ok(paces) };
                for (pace, ratios) in paces.iter().zip(&mut ratios) {
                    let Some(together) = speed(pace.team)? else { return Ok(paces) };
                    ratios.push(together / alone);
                }
            }
            for (pace, ratios) in paces.iter_mut().zip(&ratios) {
                pace.speeds.extend(Spread::of(ratios).map(|spread| spread.median));
            }
        }
        Ok(paces)
    }
}

/// Nodes in a second.
pub(super) fn speed(search: &Search) -> f64 {
    search.nodes as f64 / search.time.as_secs_f64().max(1e-9)
}
