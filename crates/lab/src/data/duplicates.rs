//! How many positions occur more than once.

use std::collections::HashMap;

/// Counts keys that were seen before. Beyond a number of them only a part is looked at, chosen by
/// the key itself, so that all sightings of a position are looked at or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duplicates {
    sightings: HashMap<u64, u32>,
    limit: usize,
    /// Only keys whose low bits under this mask are zero are looked at.
    mask: u64,
}

/// A few hundred megabytes of keys.
const LIMIT: usize = 8_000_000;

impl Default for Duplicates {
    fn default() -> Self {
        Self::with_limit(LIMIT)
    }
}

impl Duplicates {
    fn with_limit(limit: usize) -> Self {
        Self { sightings: HashMap::new(), limit, mask: 0 }
    }

    /// Notes a sighting.
    pub fn note(&mut self, key: u64) {
        if key & self.mask != 0 {
            return;
        }
        *self.sightings.entry(key).or_default() += 1;
        if self.sightings.len() > self.limit {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.sightings.retain(|key, _| key & mask == 0);
        }
    }

    /// The share of sightings that were not the first of their position.
    pub fn share(&self) -> f64 {
        let all: u64 = self.sightings.values().copied().map(u64::from).sum();
        (all - self.sightings.len() as u64) as f64 / (all as f64).max(1.0)
    }

    /// The most sightings of one position among those that were looked at.
    pub fn most(&self) -> u32 {
        self.sightings.values().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn a_part_is_enough_to_tell_the_share() {
        // Every third position comes a second time.
        let mut keys: Vec<u64> = (0..30_000).map(|nth| Random::new(nth).bits()).collect();
        keys.extend_from_within(..10_000);
        for limit in [100_000, 2_000] {
            let mut duplicates = Duplicates::with_limit(limit);
            for &key in &keys {
                duplicates.note(key);
            }
            assert!(duplicates.sightings.len() <= limit);
            assert!((duplicates.share() - 0.25).abs() < 0.02, "{limit}: {}", duplicates.share());
            assert_eq!(duplicates.most(), 2);
        }
    }
}
