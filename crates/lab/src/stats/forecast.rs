//! How long a test will take.

use super::sprt::Sprt;

/// What to expect of a test before it is started.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// How likely H1 is accepted.
    pub pass: f64,
    /// How many games it takes on average.
    pub games: f64,
}

impl Sprt {
    /// What to expect if the true difference is `elo`, in Elo of the test's model.
    ///
    /// The ratio moves like a Brownian motion with drift between two walls (Wald). It ignores
    /// that the last step overshoots the wall, so real tests take a few games more. The
    /// deviation of a game matters for logistic Elo alone; 0.5 means that no game is drawn.
    ///
    /// ```
    /// use ferz_lab::stats::{Model, Sprt};
    /// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized)?;
    /// let forecast = sprt.forecast(5.0, 0.3);
    /// assert_eq!(format!("{:.3} {:.0}", forecast.pass, forecast.games), "0.950 25591");
    /// let even = sprt.forecast(2.5, 0.3);
    /// assert_eq!(format!("{:.3} {:.0}", even.pass, even.games), "0.500 41861");
    /// # Ok::<(), ferz_lab::stats::SprtError>(())
    /// ```
    pub fn forecast(&self, elo: f64, game_deviation: f64) -> Forecast {
        let [t0, t1, t] =
            [self.elo0(), self.elo1(), elo].map(|elo| self.deviations(elo, game_deviation));
        let (low, high) = self.bounds();
        let step = t1 - t0;
        // Of one game: how far the ratio moves on average, and how much it varies.
        let (drift, variance) = (step * (t - f64::midpoint(t0, t1)), step * step);
        let bend = 2.0 * drift / variance;
        if (bend * (high - low)).abs() < 1e-9 {
            return Forecast { pass: -low / (high - low), games: -low * high / variance };
        }
        let pass = (-bend * low).exp_m1() / ((-bend * low).exp() - (-bend * high).exp());
        Forecast { pass, games: (pass * high + (1.0 - pass) * low) / drift }
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::{Model, Sprt};

    #[test]
    fn at_the_bounds_the_error_rates_are_those_asked_for() {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = Sprt::new(-1.0, 4.0, 0.02, 0.1, model).unwrap();
            assert!((sprt.forecast(-1.0, 0.4).pass - 0.02).abs() < 1e-3, "{model}");
            assert!((sprt.forecast(4.0, 0.4).pass - 0.9).abs() < 1e-3, "{model}");
        }
    }

    #[test]
    fn drawish_games_shorten_logistic_tests_only() {
        let games = |model, deviation| {
            Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap().forecast(5.0, deviation).games
        };
        assert!(games(Model::Logistic, 0.2) < 0.2 * games(Model::Logistic, 0.5));
        let change = games(Model::Normalized, 0.2) - games(Model::Normalized, 0.5);
        assert!(change.abs() < 1e-9);
    }
}
