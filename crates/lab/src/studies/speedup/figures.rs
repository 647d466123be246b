//! What follows from the times.

use std::collections::BTreeMap;

use ferz_search::Parallel;

use super::run::Measurement;
use super::team::Team;
use crate::stats::{Spread, standard_deviation};

/// What a team did, one value for each position that both it and one thread have searched.
#[derive(Clone, PartialEq, Debug)]
pub struct TeamFigures {
    /// The team.
    pub team: Team,
    /// The median time of one thread by that of the team.
    pub speedups: Vec<f64>,
    /// The standard deviations of its times in milliseconds, where it searched more than once.
    pub deviations: Vec<f64>,
    /// The same as shares of the mean times.
    pub relative_deviations: Vec<f64>,
    /// Its nodes by those of one thread.
    pub nodes: Vec<f64>,
    /// Its nodes in a second by those of one thread.
    pub speeds: Vec<f64>,
    /// The time of one thread for all positions by that of the team.
    pub whole: Option<f64>,
}

impl TeamFigures {
    /// The median speed-up; none if nothing was measured.
    pub fn speedup(&self) -> Option<f64> {
        Spread::of(&self.speedups).map(|spread| spread.median)
    }

    /// The median speed-up by the threads that it took.
    pub fn efficiency(&self) -> Option<f64> {
        self.speedup().map(|speedup| speedup / self.team.threads() as f64)
    }
}

/// What all teams did.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeedupFigures {
    /// Team by team.
    pub teams: Vec<TeamFigures>,
}

impl SpeedupFigures {
    /// Draws the conclusions.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferz_lab::studies::{Measurement, SpeedupFigures, Team};
    /// use ferz_search::Parallel;
    /// let pair = Team::new(Parallel::Ybwc, 2);
    /// let row = |team, millis, nodes| Measurement {
    ///     position: 0, repetition: 0, team, depth: 9, time: Duration::from_millis(millis), nodes,
    /// };
    /// let rows = [row(Team::ONE, 900, 9000), row(pair, 600, 12_000)];
    /// let figures = SpeedupFigures::new(&[Team::ONE, pair], &rows);
    /// let pair = &figures.teams[1];
    /// assert_eq!((pair.speedup(), pair.efficiency()), (Some(1.5), Some(0.75)));
    /// assert_eq!(pair.speeds, [2.0]);
    /// ```
    pub fn new(teams: &[Team], measurements: &[Measurement]) -> Self {
        let base = Searches::of(Team::ONE, measurements);
        let teams =
            teams.iter().map(|team| figures(*team, &base, &Searches::of(*team, measurements)));
        Self { teams: teams.collect() }
    }

    /// The figures of an algorithm by the number of threads, from one on.
    pub fn of(&self, parallel: Parallel) -> impl Iterator<Item = &TeamFigures> {
        let belongs = move |team: Team| team == Team::ONE || team.parallel() == parallel;
        self.teams.iter().filter(move |figures| belongs(figures.team))
    }

    /// Threads and median speed-ups of an algorithm.
    pub fn medians(&self, parallel: Parallel) -> Vec<(f64, f64)> {
        let point = |row: &TeamFigures| Some((row.team.threads() as f64, row.speedup()?));
        self.of(parallel).filter_map(point).collect()
    }
}

/// The searches of one team by position.
struct Searches(BTreeMap<u32, Vec<(f64, f64)>>);

impl Searches {
    /// Seconds and nodes.
    fn of(team: Team, measurements: &[Measurement]) -> Self {
        let mut searches: BTreeMap<u32, Vec<(f64, f64)>> = BTreeMap::new();
        for row in measurements.iter().filter(|row| row.team == team) {
            // A clock may be too coarse for a search of one node.
            let seconds = row.time.as_secs_f64().max(1e-9);
            searches.entry(row.position).or_default().push((seconds, row.nodes as f64));
        }
        Self(searches)
    }
}

fn figures(team: Team, base: &Searches, own: &Searches) -> TeamFigures {
    let mut figures = TeamFigures {
        team,
        speedups: Vec::new(),
        deviations: Vec::new(),
        relative_deviations: Vec::new(),
        nodes: Vec::new(),
        speeds: Vec::new(),
        whole: None,
    };
    let (mut base_time, mut own_time) = (0.0, 0.0);
    for (position, own) in &own.0 {
        let Some(base) = base.0.get(position) else { continue };
        let ratio = |value: fn(&(f64, f64)) -> f64| median(own, value) / median(base, value);
        figures.speedups.push(1.0 / ratio(|search| search.0));
        figures.nodes.push(ratio(|search| search.1));
        figures.speeds.push(ratio(|search| search.1 / search.0));
        let times: Vec<f64> = own.iter().map(|search| search.0).collect();
        if let Some(deviation) = standard_deviation(&times) {
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            figures.deviations.push(1000.0 * deviation);
            figures.relative_deviations.push(deviation / mean);
        }
        base_time += median(base, |search| search.0);
        own_time += median(own, |search| search.0);
    }
    figures.whole = (own_time > 0.0).then(|| base_time / own_time);
    figures
}

/// The median of what searches have; they are never none.
fn median(searches: &[(f64, f64)], value: fn(&(f64, f64)) -> f64) -> f64 {
    let values: Vec<f64> = searches.iter().map(value).collect();
    Spread::of(&values).map_or(f64::NAN, |spread| spread.median)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const PAIR: Team = Team::new(Parallel::Lazy, 2);

    fn row(position: u32, repetition: u32, team: Team, millis: u64, nodes: u64) -> Measurement {
        let time = Duration::from_millis(millis);
        Measurement { position, repetition, team, depth: 9, time, nodes }
    }

    #[test]
    fn positions_count_by_their_medians() {
        let rows = [
            row(0, 0, Team::ONE, 1000, 500),
            row(0, 1, Team::ONE, 1100, 500),
            row(0, 2, Team::ONE, 5000, 500),
            row(0, 0, PAIR, 550, 600),
            row(1, 0, Team::ONE, 100, 50),
            row(1, 0, PAIR, 200, 40),
            // One thread has not yet searched the third position.
            row(2, 0, PAIR, 1, 1),
        ];
        let figures = SpeedupFigures::new(&[Team::ONE, PAIR], &rows);
        let [one, pair] = &figures.teams[..] else { panic!("two teams") };
        assert_eq!(one.speedups, [1.0, 1.0]);
        assert_eq!(one.deviations.len(), 1, "one search has no deviation");
        assert_eq!(pair.speedups, [2.0, 0.5]);
        assert_eq!(pair.nodes, [1.2, 0.8]);
        assert!(pair.whole.is_some_and(|whole| (whole - 1200.0 / 750.0).abs() < 1e-12));
        assert_eq!(figures.medians(Parallel::Lazy), [(1.0, 1.0), (2.0, 1.25)]);
        assert_eq!(figures.medians(Parallel::Ybwc), [(1.0, 1.0)]);
    }

    #[test]
    fn nothing_follows_from_nothing() {
        let figures = SpeedupFigures::new(&[Team::ONE, PAIR], &[]);
        assert_eq!(figures.teams[1].speedup(), None);
        assert_eq!(figures.teams[1].whole, None);
        assert_eq!(figures.medians(Parallel::Lazy), []);
    }
}
