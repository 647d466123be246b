//! How often each technique was tried and how often it worked.

use std::fmt;
use std::ops::AddAssign;

use crate::feature::Feature;

/// The tries of one technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How often it was tried.
    pub tried: u64,
    /// How often that ended a node, skipped a move or saved a search.
    pub worked: u64,
}

/// The tries of every technique, by the name of its switch.
///
/// Counting is always on: a dozen additions to one line of the cache are nothing beside a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics([Tally; Feature::ALL.len()]);

impl Statistics {
    /// Counts a try.
    #[inline(always)]
    pub(crate) fn note(&mut self, feature: Feature, worked: bool) {
        let tally = &mut self.0[feature as usize];
        tally.tried += 1;
        tally.worked += u64::from(worked);
    }

    /// The tries of a technique.
    pub const fn of(&self, feature: Feature) -> Tally {
        self.0[feature as usize]
    }
}

impl AddAssign<&Self> for Statistics {
    fn add_assign(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            sum.tried += more.tried;
            sum.worked += more.worked;
        }
    }
}

impl fmt::Display for Statistics {
    /// A table of the techniques that were tried.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<10} {:>12} {:>12} {:>7}", "feature", "tried", "worked", "share")?;
        for feature in Feature::ALL {
            let Tally { tried, worked } = self.of(*feature);
            if tried > 0 {
                let share = 100.0 * worked as f64 / tried as f64;
                writeln!(f, "{:<10} {tried:>12} {worked:>12} {share:>6.1}%", feature.name())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up_and_are_shown_by_name() {
        let mut one = Statistics::default();
        one.note(Feature::NullMove, true);
        one.note(Feature::NullMove, false);
        let mut sum = one;
        sum += &one;
        assert_eq!(sum.of(Feature::NullMove), Tally { tried: 4, worked: 2 });
        let table = sum.to_string();
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(rows, ["nmp                   4            2   50.0%"]);
    }
}
