//! Matches that are only rolled, to try tests on a difference that is known.

use super::counts::{Penta, Points};
use super::elo::{NORMALIZED_SCALE, score_of_elo};
use super::sprt::{Sprt, Verdict};
use crate::random::Random;

/// How games end between two players whose difference is known: every game alike, whatever the
/// colour and the opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairModel {
    win: f64,
    draw: f64,
}

impl PairModel {
    /// A difference in logistic Elo, with so many games drawn; fewer if the difference leaves
    /// no room for them.
    ///
    /// ```
    /// use ferz_lab::stats::PairModel;
    /// let even = PairModel::from_elo(0.0, 0.5);
    /// assert_eq!((even.score(), even.normalized_elo()), (0.5, 0.0));
    /// ```
    pub fn from_elo(elo: f64, draw_ratio: f64) -> Self {
        let score = score_of_elo(elo);
        let draw = draw_ratio.clamp(0.0, 2.0 * score.min(1.0 - score));
        Self { win: score - draw / 2.0, draw }
    }

    /// A difference in normalised Elo, with so many games drawn.
    ///
    /// ```
    /// use ferz_lab::stats::PairModel;
    /// let model = PairModel::from_normalized_elo(20.0, 0.6);
    /// assert!((model.normalized_elo() - 20.0).abs() < 1e-9);
    /// ```
    pub fn from_normalized_elo(elo: f64, draw_ratio: f64) -> Self {
        // With score 1/2 + e the variance is (1 - draws) / 4 - e², so e follows from e = t·σ.
        let t = elo / NORMALIZED_SCALE;
        let excess = t * ((1.0 - draw_ratio) / 4.0 / (1.0 + t * t)).sqrt();
        Self { win: 0.5 + excess - draw_ratio / 2.0, draw: draw_ratio }
    }

    /// The score that the new side expects.
    pub fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The standard deviation of a game's score.
    pub fn game_deviation(&self) -> f64 {
        (self.win + self.draw / 4.0 - self.score().powi(2)).sqrt()
    }

    /// The difference in normalised Elo.
    pub fn normalized_elo(&self) -> f64 {
        (self.score() - 0.5) / self.game_deviation() * NORMALIZED_SCALE
    }

    /// Rolls a game.
    pub fn roll(&self, random: &mut Random) -> Points {
        let roll = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if roll < self.win {
            Points::Win
        } else if roll < self.win + self.draw {
            Points::Draw
        } else {
            Points::Loss
        }
    }
}

/// Rolls pairs until the test is decided or so many have been rolled.
pub fn simulate(
    sprt: &Sprt,
    model: &PairModel,
    max_pairs: u64,
    random: &mut Random,
) -> (Verdict, Penta) {
    let mut penta = Penta::default();
    while penta.pairs() < max_pairs {
        penta.record(model.roll(random), model.roll(random));
        let verdict = sprt.verdict(&penta);
        if verdict != Verdict::Undecided {
            return (verdict, penta);
        }
    }
    (Verdict::Undecided, penta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    const RUNS: u64 = 2000;

    /// How often H1 was accepted, and the games of an average run.
    fn run(sprt: &Sprt, model: &PairModel) -> (f64, f64) {
        let (mut accepted, mut games) = (0, 0);
        for seed in 0..RUNS {
            let mut random = Random::new(seed ^ 0xFE22_0000);
            let (verdict, penta) = simulate(sprt, model, 100_000, &mut random);
            assert_ne!(verdict, Verdict::Undecided);
            accepted += u64::from(verdict == Verdict::Accepted);
            games += penta.games();
        }
        (accepted as f64 / RUNS as f64, games as f64 / RUNS as f64)
    }

    /// The rates must not pass what was asked for by more than three standard deviations of
    /// 2000 runs, and not be so low that the test must have wasted games.
    #[track_caller]
    fn check(sprt: &Sprt, model: &PairModel, wrong: Verdict) {
        let (pass, games) = run(sprt, model);
        let rate = if wrong == Verdict::Accepted { pass } else { 1.0 - pass };
        let slack = 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
        assert!(rate <= 0.05 + slack && rate > 0.02, "wrong in {rate} of the runs");
        let elo = match sprt.model() {
            Model::Normalized => model.normalized_elo(),
            Model::Logistic => crate::stats::elo_of_score(model.score()),
        };
        let expected = sprt.forecast(elo, model.game_deviation()).games;
        assert!((games / expected - 1.0).abs() < 0.15, "{games} games, forecast {expected}");
    }

    #[test]
    fn error_rates_stay_within_their_bounds() {
        let sprt = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Normalized).unwrap();
        check(&sprt, &PairModel::from_normalized_elo(0.0, 0.5), Verdict::Accepted);
        check(&sprt, &PairModel::from_normalized_elo(40.0, 0.5), Verdict::Rejected);
    }

    #[test]
    fn error_rates_stay_within_their_bounds_for_logistic_elo() {
        let sprt = Sprt::new(-13.0, 13.0, 0.05, 0.05, Model::Logistic).unwrap();
        check(&sprt, &PairModel::from_elo(-13.0, 0.4), Verdict::Accepted);
        check(&sprt, &PairModel::from_elo(13.0, 0.4), Verdict::Rejected);
    }
}
