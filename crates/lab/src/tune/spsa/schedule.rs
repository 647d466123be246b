//! How far parameters are tried and how far they go, iteration by iteration.

use super::line::{Kind, Tunable};

/// The course of a run. Exponents and shares are Spall's, formulas and defaults OpenBench's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// How many steps are made.
    pub iterations: u32,
    /// How many pairs of games decide about a step.
    pub pairs: u32,
    /// How fast the steps become smaller.
    pub alpha: f64,
    /// How fast the trials come nearer.
    pub gamma: f64,
    /// What damps the first steps, as a share of all iterations.
    pub a_ratio: f64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { iterations: 625, pairs: 8, alpha: 0.602, gamma: 0.101, a_ratio: 0.1 }
    }
}

/// What one parameter does in one iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// How far to either side it is tried.
    pub c: f64,
    /// How far it goes for each game won more than lost, in units of `c`.
    pub r: f64,
}

/// Less than this to either side, and two whole numbers would too often be the same.
const LEAST_WHOLE: f64 = 0.5;

impl Schedule {
    /// The gain of a parameter in an iteration, counted from one. In the last one it is `c_end`
    /// and `r_end`.
    ///
    /// ```
    /// use ferz_lab::tune::spsa::{Schedule, Tunable};
    /// let tunable: Tunable = "x, int, 50, 0, 100, 5, 0.002".parse()?;
    /// let schedule = Schedule { iterations: 1000, ..Schedule::default() };
    /// let last = schedule.gain(&tunable, 1000);
    /// assert!((last.c - 5.0).abs() < 1e-9 && (last.r - 0.002).abs() < 1e-9);
    /// # Ok::<(), ferz_lab::tune::spsa::LineError>(())
    /// ```
    pub fn gain(&self, tunable: &Tunable, iteration: u32) -> Gain {
        let (all, now) = (f64::from(self.iterations), f64::from(iteration));
        let damping = self.a_ratio * all;
        let c_start = tunable.c_end * all.powf(self.gamma);
        let a_end = tunable.r_end * tunable.c_end.powi(2);
        let a_start = a_end * (damping + all).powf(self.alpha);
        let least = match tunable.kind {
            Kind::Int => LEAST_WHOLE,
            Kind::Float => 0.0,
        };
        let c = (c_start / now.powf(self.gamma)).max(least);
        Gain { c, r: a_start / (damping + now).powf(self.alpha) / c.powi(2) }
    }

    /// All pairs of games, if that many can be counted.
    pub fn all_pairs(&self) -> Option<u32> {
        self.iterations.checked_mul(self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, iteration: u32, c: f64, r: f64) {
        let schedule = Schedule { iterations: 2500, ..Schedule::default() };
        let gain = schedule.gain(&line.parse().expect("a test's own line"), iteration);
        assert!((gain.c - c).abs() < 1e-6 && (gain.r - r).abs() < 1e-9, "{gain:?}");
    }

    /// Computed apart from this code, by the formulas as they are published:
    /// c = `c_end` n^γ / k^γ and r = `r_end` `c_end`² (A + n)^α / (A + k)^α / c².
    #[test]
    fn gains_are_those_of_openbench() {
        check("x, int, 0, -9, 9, 4, 0.002", 1, 8.815601136, 0.001739886087);
        check("x, int, 0, -9, 9, 4, 0.002", 1000, 4.387851612, 0.002671680790);
        check("x, int, 0, -9, 9, 4, 0.002", 2500, 4.0, 0.002);
        // A whole number is tried at least half a step away, and goes the slower for it.
        check("x, int, 0, -9, 9, 0.1, 0.002", 2500, 0.5, 0.002 * 0.04);
        check("x, float, 0, -9, 9, 0.1, 0.002", 2500, 0.1, 0.002);
    }
}
