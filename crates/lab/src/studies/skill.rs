//! The two scales of Stockfish's `UCI_Elo`.
//!
//! A limited Stockfish turns its `UCI_Elo` into a skill level, and only the level decides how it
//! plays: at iteration 1 + level it chooses among four lines, the more at random the lower the level.
//! Which rating a level is called by was measured twice. The labels from 1350 to 2850 of versions up
//! to 15.1 are of 2019, when Stockfish evaluated by hand; those from 1320 to 3190 since version 16
//! are of 2023, with its network. So one player has two numbers, and this translates.

/// A scale of `UCI_Elo`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciEloScale {
    /// Up to Stockfish 15.1: 1350 to 2850.
    Of2019,
    /// Since Stockfish 16: 1320 to 3190.
    Of2023,
}

/// The highest level of the second scale.
const TOP_LEVEL: f64 = 19.0;

impl UciEloScale {
    /// The skill level that plays under this number.
    ///
    /// ```
    /// use ferz_lab::studies::UciEloScale;
    /// assert_eq!(format!("{:.2}", UciEloScale::Of2019.level(2850.0)), "18.46");
    /// assert_eq!(format!("{:.2}", UciEloScale::Of2023.level(2850.0)), "10.98");
    /// ```
    pub fn level(self, elo: f64) -> f64 {
        let level = match self {
            Self::Of2019 => ((elo - 1346.6) / 143.4).max(0.0).powf(1.0 / 0.806),
            Self::Of2023 => {
                let e = (elo - 1320.0) / (3190.0 - 1320.0);
                ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311_438
            }
        };
        level.clamp(0.0, TOP_LEVEL)
    }

    /// The number under which the newer scale knows the player that this one calls `elo`.
    ///
    /// ```
    /// use ferz_lab::studies::UciEloScale;
    /// assert_eq!(UciEloScale::Of2019.in_2023(2850.0).round(), 3193.0);
    /// assert_eq!(UciEloScale::Of2019.in_2023(2600.0).round(), 3045.0);
    /// ```
    pub fn in_2023(self, elo: f64) -> f64 {
        if self == Self::Of2023 {
            return elo;
        }
        // The cubic rises everywhere, so halving finds the one number with this level.
        let level = self.level(elo);
        let (mut low, mut high) = (1320.0, 3300.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if Self::Of2023.level(middle) < level {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_of_a_player_have_one_level() {
        for elo in (1400..=2850).step_by(50).map(f64::from) {
            let level = UciEloScale::Of2019.level(elo);
            let again = UciEloScale::Of2023.level(UciEloScale::Of2019.in_2023(elo));
            assert!((level - again).abs() < 1e-6, "{elo}: {level} {again}");
        }
    }

    #[test]
    fn the_newer_scale_is_its_own_translation() {
        assert!((UciEloScale::Of2023.in_2023(2000.0) - 2000.0).abs() < 1e-9);
    }
}
