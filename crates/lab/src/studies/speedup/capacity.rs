//! What the machine gives to threads that have nothing to do with each other.
//!
//! Processors share caches, memory and heat, and where they are virtual perhaps more. So even
//! searches that never wait for each other are slower at the same time than alone, and no parallel
//! search can be expected to make more nodes a second than they do.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::meter::{Meter, NoTime, Search};
use super::pace::speed;
use super::run::{Measurement, Speedup, SpeedupError};
use super::team::Team;
use crate::stats::Spread;

/// The nodes in a second of several searches of one thread at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Capacity {
    /// How many searches.
    pub threads: usize,
    /// For each position: their nodes in a second by those of one search alone.
    pub speeds: Vec<f64>,
}

impl Capacity {
    /// The median over the positions; none if nothing was measured.
    pub fn median(&self) -> Option<f64> {
        Spread::of(&self.speeds).map(|spread| spread.median)
    }
}

impl Speedup {
    /// Searches every position that was measured by one thread alone and then by so many at once,
    /// each with a table of its own, all to the depth of the study. What is there so far if it
    /// was stopped.
    ///
    /// # Errors
    /// If there is no room for the tables, or a search dies.
    pub fn capacity(
        &self,
        measurements: &[Measurement],
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Capacity, SpeedupError> {
        let depths: BTreeMap<_, _> =
            measurements.iter().map(|row| (row.position, row.depth)).collect();
        let meters: Result<Vec<_>, _> = (0..threads).map(|_| Meter::new(self.hash)).collect();
        let mut meters = meters.map_err(SpeedupError::NoRoom)?;
        let mut speeds = Vec::new();
        for (position, depth) in depths {
            let place = &self.positions[position as usize];
            let time = |meter: &mut Meter| meter.time(&place.position, Team::ONE, depth, stop);
            let alone = meters.first_mut().map(time);
            let together: Vec<_> = thread::scope(|scope| {
                let running: Vec<_> =
                    meters.iter_mut().map(|meter| scope.spawn(move || time(meter))).collect();
                let joined = running.into_iter().map(thread::ScopedJoinHandle::join);
                joined.map(|search| search.unwrap_or(Err(NoTime::Crashed))).collect()
            });
            let searches: Result<Vec<Search>, NoTime> = alone.into_iter().chain(together).collect();
            match searches.as_deref() {
                Ok([alone, together @ ..]) => {
                    speeds.push(together.iter().map(speed).sum::<f64>() / speed(alone));
                }
                Ok([]) | Err(NoTime::Stopped) => break,
                Err(NoTime::Crashed) => {
                    let name = place.name.clone();
                    return Err(SpeedupError::Crash { name, team: Team::ONE });
                }
            }
        }
        Ok(Capacity { threads, speeds })
    }
}
