//! The mathematics: which values to try, and what to learn from the result.

use super::line::{Kind, Tunable};
use super::schedule::Schedule;
use crate::Random;

/// A run of the method over anything that can tell which of two sets of values is better.
///
/// Everything follows from the parameters, the schedule, the seed and the results: a run that
/// was interrupted is brought back by learning the same results again.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    tunables: Vec<Tunable>,
    schedule: Schedule,
    seed: u64,
    /// Where the parameters are, between whole numbers too.
    values: Vec<f64>,
    /// How many iterations are done.
    done: u32,
}

/// Two sets of values, to be played against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// The iteration, counted from one.
    pub iteration: u32,
    /// The values whose wins are counted.
    pub plus: Vec<f64>,
    /// The values on the other side.
    pub minus: Vec<f64>,
    /// How far each parameter goes for each game that `plus` wins more than it loses.
    steps: Vec<f64>,
}

impl Tuner {
    /// A run at its beginning.
    pub fn new(tunables: Vec<Tunable>, schedule: Schedule, seed: u64) -> Self {
        let values = tunables.iter().map(|tunable| tunable.value).collect();
        Self { tunables, schedule, seed, values, done: 0 }
    }

    /// Where the parameters are now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many iterations are done.
    pub const fn iterations(&self) -> u32 {
        self.done
    }

    /// Whether all are.
    pub const fn is_finished(&self) -> bool {
        self.done >= self.schedule.iterations
    }

    /// What the next iteration tries. Every parameter goes up on one side and down on the other, as
    /// a coin says. A whole number between two is rounded up as often as it is near to the upper
    /// one, by the same draw on both sides, so that on average nothing is lost.
    pub fn probe(&self) -> Probe {
        let iteration = self.done + 1;
        let mut random = Random::nth(self.seed, iteration.into());
        let mut probe = Probe { iteration, plus: Vec::new(), minus: Vec::new(), steps: Vec::new() };
        for (tunable, &value) in self.tunables.iter().zip(&self.values) {
            let flip = if random.bits() >> 63 == 0 { 1.0 } else { -1.0 };
            let draw = random.fraction();
            let gain = self.schedule.gain(tunable, iteration);
            let at = |place: f64| {
                let place = match tunable.kind {
                    Kind::Int => (place + draw).floor(),
                    Kind::Float => place,
                };
                place.clamp(tunable.min, tunable.max)
            };
            probe.plus.push(at(value + flip * gain.c));
            probe.minus.push(at(value - flip * gain.c));
            probe.steps.push(flip * gain.c * gain.r);
        }
        probe
    }

    /// Goes towards the winner: `difference` is what `plus` won less what it lost.
    pub fn learn(&mut self, probe: &Probe, difference: f64) {
        debug_assert_eq!(probe.iteration, self.done + 1, "one after another");
        let rows = self.tunables.iter().zip(&mut self.values).zip(&probe.steps);
        for ((tunable, value), step) in rows {
            *value = (*value + step * difference).clamp(tunable.min, tunable.max);
        }
        self.done += 1;
    }

    /// The parameters with the values that were found.
    pub fn result(&self) -> Vec<Tunable> {
        let found = |(tunable, value): (&Tunable, &f64)| Tunable {
            value: tunable.nearest(*value),
            ..tunable.clone()
        };
        self.tunables.iter().zip(&self.values).map(found).collect()
    }

    /// Tries and learns until all iterations are done, with what `play` says that the first set of
    /// values won less what it lost; `None` ends the run early.
    pub fn climb(&mut self, play: &mut dyn FnMut(&Probe) -> Option<f64>) {
        while !self.is_finished() {
            let probe = self.probe();
            let Some(difference) = play(&probe) else { return };
            self.learn(&probe, difference);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::spsa::read_lines;

    fn tuner(lines: &str, iterations: u32, seed: u64) -> Tuner {
        let schedule = Schedule { iterations, ..Schedule::default() };
        Tuner::new(read_lines(lines).expect("a test's own lines"), schedule, seed)
    }

    /// Games between two settings of an engine that is best at `optimum`: each is won, drawn or
    /// lost at random, with chances by the difference in strength.
    fn matches(probe: &Probe, games: u32, optimum: &[f64], widths: &[f64], seed: u64) -> f64 {
        let strength = |values: &[f64]| -> f64 {
            let rows = values.iter().zip(optimum).zip(widths);
            rows.map(|((value, best), width)| -60.0 * ((value - best) / width).powi(2)).sum()
        };
        let elo = strength(&probe.plus) - strength(&probe.minus);
        let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        // Not the numbers that the tuner's coins come from.
        let mut random = Random::nth(!seed, probe.iteration.into());
        let mut difference = 0.0;
        for _ in 0..games {
            // Half of the games are drawn whatever happens.
            let draw = random.fraction();
            if draw < expected - 0.25 {
                difference += 1.0;
            } else if draw > expected + 0.25 {
                difference -= 1.0;
            }
        }
        difference
    }

    #[test]
    fn the_optimum_of_a_noisy_function_is_found() {
        let lines = "wide, int, 300, 0, 1000, 40, 0.01\n\
                     narrow, int, 3, 1, 20, 1, 0.01\n\
                     share, float, 0.9, 0, 1, 0.05, 0.01\n\
                     edge, int, 50, 0, 100, 6, 0.01\n";
        let (optimum, widths) = ([520.0, 9.0, 0.4, 130.0], [300.0, 8.0, 0.4, 60.0]);
        for seed in 1..=3 {
            let mut tuner = tuner(lines, 3000, seed);
            let start = tuner.values().to_vec();
            tuner.climb(&mut |probe| Some(matches(probe, 16, &optimum, &widths, seed)));
            let reachable = [520.0, 9.0, 0.4, 100.0];
            for (index, best) in reachable.into_iter().enumerate() {
                let left = (tuner.values()[index] - best).abs();
                let before = (start[index] - best).abs();
                assert!(left < 0.25 * before, "seed {seed}: {:?}", tuner.values());
            }
        }
    }

    #[test]
    fn without_a_better_side_nothing_runs_away() {
        let mut tuner = tuner("x, int, 50, 0, 100, 5, 0.002", 2000, 1);
        tuner.climb(&mut |probe| Some(matches(probe, 16, &[0.0], &[1e9], 7)));
        assert!((tuner.values()[0] - 50.0).abs() < 5.0, "{:?}", tuner.values());
    }

    #[test]
    fn the_two_sides_differ_by_twice_c_on_average_and_stay_in_range() {
        let tuner = tuner("a, int, 10, 0, 100, 0.8, 0.002\nb, int, 99, 0, 100, 9, 0.002", 1, 1);
        let (mut sum, mut ups) = (0.0, 0);
        for seed in 0..2000 {
            let probe = Tuner { seed, ..tuner.clone() }.probe();
            let values = || probe.plus.iter().chain(&probe.minus);
            assert!(values().all(|value| value.fract() == 0.0 && (0.0..=100.0).contains(value)));
            sum += (probe.plus[0] - probe.minus[0]).abs();
            ups += u32::from(probe.plus[0] > probe.minus[0]);
        }
        assert!((sum / 2000.0 - 1.6).abs() < 0.05, "{}", sum / 2000.0);
        assert!((900..1100).contains(&ups), "{ups}");
    }

    #[test]
    fn a_step_is_r_times_c_for_each_game_and_stays_in_range() {
        let mut tuner = tuner("a, float, 10, 0, 100, 2, 0.01\nb, int, 1, 0, 100, 2, 0.01", 1, 1);
        let probe = tuner.probe();
        let up = probe.plus[0] > probe.minus[0];
        tuner.learn(&probe, if up { 3.0 } else { -3.0 });
        assert!((tuner.values()[0] - 10.06).abs() < 1e-9, "{:?}", tuner.values());
        assert!(tuner.is_finished());
        let mut far = Tuner { done: 0, ..tuner };
        let probe = far.probe();
        far.learn(&probe, 1e9);
        far.result().iter().for_each(|found| assert!((0.0..=100.0).contains(&found.value)));
    }

    #[test]
    fn an_iteration_follows_from_its_number_and_the_seed() {
        let lines = "a, int, 10, 0, 100, 5, 0.01\nb, float, 1, 0, 2, 0.1, 0.01";
        let mut play = |probe: &Probe| Some(f64::from(probe.iteration % 3) - 1.0);
        let mut whole = tuner(lines, 40, 5);
        whole.climb(&mut play);
        let mut stopped = tuner(lines, 40, 5);
        stopped.climb(&mut |probe| if probe.iteration > 17 { None } else { play(probe) });
        assert_eq!(stopped.iterations(), 17);
        stopped.climb(&mut play);
        assert_eq!(stopped, whole);
        assert_ne!(tuner(lines, 40, 6).probe(), tuner(lines, 40, 5).probe());
    }
}
