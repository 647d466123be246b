//! What can be concluded from counts of either kind.

use super::counts::{Penta, Trinomial};
use super::elo::{Elo, NORMALIZED_SCALE, elo_of_score};
use super::normal::{Z95, normal_cdf};

/// The most results that a game or a pair can have.
const MAX_RESULTS: usize = 5;

/// Counts as a sample: `n` independent units, each with a score from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    counts: [f64; MAX_RESULTS],
    len: usize,
    games_per_unit: f64,
}

impl Sample {
    fn new<const N: usize>(counts: [u64; N], games_per_unit: f64) -> Self {
        let mut sample = Self { counts: [0.0; MAX_RESULTS], len: N, games_per_unit };
        for (to, from) in sample.counts.iter_mut().zip(counts) {
            *to = from as f64;
        }
        sample
    }

    /// The possible scores of a unit with how often each occurred.
    pub fn atoms(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let last = (self.len - 1) as f64;
        let counts = self.counts[..self.len].iter();
        counts.enumerate().map(move |(index, count)| (index as f64 / last, *count))
    }

    /// How many units there are.
    pub fn len(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Whether there is nothing to conclude from.
    pub fn is_empty(&self) -> bool {
        self.len() == 0.0
    }

    /// How many games make a unit.
    pub fn games_per_unit(&self) -> f64 {
        self.games_per_unit
    }

    /// The mean score, one half if there are no units.
    pub fn mean(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        self.atoms().map(|(score, count)| score * count).sum::<f64>() / self.len()
    }

    /// The variance of a unit's score.
    pub fn variance(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let mean = self.mean();
        self.atoms().map(|(score, count)| count * (score - mean).powi(2)).sum::<f64>() / self.len()
    }

    /// The standard deviation of a single game as the units show it: pairs from unequal openings
    /// vary less than their games would alone.
    pub fn game_deviation(&self) -> f64 {
        (self.variance() * self.games_per_unit).sqrt()
    }

    /// The standard error of the mean; infinite if there are no units.
    pub fn standard_error(&self) -> f64 {
        if self.is_empty() {
            return f64::INFINITY;
        }
        (self.variance() / self.len()).sqrt()
    }

    /// Zero counts become a thousandth, as fishtest and OpenBench do, so that no logarithm of
    /// zero is asked for. This is too little to sway a test.
    pub(super) fn regularized(mut self) -> Self {
        for count in &mut self.counts[..self.len] {
            *count = count.max(1e-3);
        }
        self
    }
}

/// Counts of results. The numbers are those that fastchess prints for the same counts.
pub trait Results {
    /// The counts as a sample of independent units.
    fn sample(&self) -> Sample;

    /// The share of the points, one half if there are none.
    ///
    /// ```
    /// use ferz_lab::stats::{Penta, Results, Trinomial};
    /// assert_eq!(Penta([0, 0, 1, 1, 0]).score(), 0.625);
    /// assert_eq!(Trinomial { losses: 0, draws: 1, wins: 0 }.score(), 0.5);
    /// ```
    fn score(&self) -> f64 {
        self.sample().mean()
    }

    /// The difference in logistic Elo, with its interval of 95 %.
    ///
    /// ```
    /// use ferz_lab::stats::{Penta, Results};
    /// let elo = Penta([34, 54, 63, 64, 75]).elo();
    /// assert_eq!(format!("{:.2} ± {:.2}", elo.value, elo.error()), "55.58 ± 27.65");
    /// ```
    fn elo(&self) -> Elo {
        let sample = self.sample();
        let (mean, error) = (sample.mean(), Z95 * sample.standard_error());
        Elo {
            value: elo_of_score(mean),
            low: elo_of_score(mean - error),
            high: elo_of_score(mean + error),
        }
    }

    /// The difference in normalised Elo, with its interval of 95 %: the score above one half in
    /// standard deviations of a game. It says how many games show the difference, however
    /// drawish they are. Infinite when all units ended alike and not equal.
    ///
    /// ```
    /// use ferz_lab::stats::{Penta, Results};
    /// let elo = Penta([34, 54, 63, 64, 75]).normalized_elo();
    /// assert_eq!(format!("{:.2} ± {:.2}", elo.value, elo.error()), "57.94 ± 28.28");
    /// ```
    fn normalized_elo(&self) -> Elo {
        let sample = self.sample();
        let excess = sample.mean() - 0.5;
        let deviations = if excess == 0.0 { 0.0 } else { excess / sample.game_deviation() };
        let value = deviations * NORMALIZED_SCALE;
        let games = sample.len() * sample.games_per_unit();
        let error = Z95 * NORMALIZED_SCALE / games.sqrt();
        Elo { value, low: value - error, high: value + error }
    }

    /// The likelihood of superiority: how sure it is that the new side is the stronger one.
    ///
    /// ```
    /// use ferz_lab::stats::{Results, Trinomial};
    /// let games = Trinomial { wins: 136, losses: 96, draws: 111 };
    /// assert_eq!(format!("{:.4}", games.los()), "0.9960");
    /// ```
    fn los(&self) -> f64 {
        let sample = self.sample();
        let excess = sample.mean() - 0.5;
        if excess == 0.0 { 0.5 } else { normal_cdf(excess / sample.standard_error()) }
    }
}

impl Results for Trinomial {
    fn sample(&self) -> Sample {
        Sample::new([self.losses, self.draws, self.wins], 1.0)
    }
}

impl Results for Penta {
    fn sample(&self) -> Sample {
        Sample::new(self.0, 2.0)
    }
}

impl Results for Sample {
    fn sample(&self) -> Sample {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(results: &impl Results, normalized: (f64, f64), elo: (f64, f64), los: f64) {
        let near = |found: f64, expected: f64| (found - expected).abs() < 0.0051;
        let (found, logistic) = (results.normalized_elo(), results.elo());
        assert!(near(found.value, normalized.0) && near(found.error(), normalized.1), "{found:?}");
        assert!(near(logistic.value, elo.0) && near(logistic.error(), elo.1), "{logistic:?}");
        assert!((results.los() - los).abs() < 0.000051, "{}", results.los());
    }

    #[test]
    fn numbers_are_those_of_fastchess() {
        let games = Trinomial { wins: 136, losses: 96, draws: 111 };
        check(&games, (49.77, 36.77), (40.70, 30.43), 0.9960);
        check(&Penta([34, 54, 63, 64, 75]), (57.94, 28.28), (55.58, 27.65), 1.0);
        check(&Penta([332, 433, 498, 333, 334]), (-9.17, 10.96), (-8.64, 10.33), 0.0505);
        check(&Penta([7895, 8757, 5685, 568, 9999]), (-19.01, 2.65), (-21.04, 2.95), 0.0);
    }

    #[test]
    fn extremes_stay_ordered() {
        for penta in [Penta([0; 5]), Penta([0, 0, 0, 0, 7]), Penta([7, 0, 0, 0, 0])] {
            let (elo, normalized) = (penta.elo(), penta.normalized_elo());
            assert!(elo.low <= elo.value && elo.value <= elo.high, "{elo}");
            assert!(normalized.low <= normalized.value && normalized.value <= normalized.high);
            assert!((0.0..=1.0).contains(&penta.los()));
        }
        assert_eq!(Penta([0, 0, 9, 0, 0]).elo(), Elo { value: 0.0, low: 0.0, high: 0.0 });
        assert!((Penta([0; 5]).los() - 0.5).abs() < 1e-12);
        assert!((Penta([0, 0, 0, 0, 7]).los() - 1.0).abs() < 1e-12);
    }
}
