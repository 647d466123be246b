//! A small generator of random numbers, the same on every machine and in every version.
//!
//! Experiments are repeated by their seed, so the sequence must never change: that is why it is
//! here and not in a library that may improve it.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The sequence of the nth part of an experiment, unrelated to those of the other parts.
    pub const fn nth(seed: u64, nth: u64) -> Self {
        let mut parts = Self(seed ^ nth.wrapping_mul(0xD1B5_4A32_D192_ED03));
        Self(parts.bits())
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below the bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product: the bias is below 2^-32 for every bound we use.
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to but without 1.
    pub const fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts the items in a random order.
    ///
    /// ```
    /// let (mut one, mut two) = ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
    /// ferz_lab::Random::new(7).shuffle(&mut one);
    /// ferz_lab::Random::new(7).shuffle(&mut two);
    /// assert_eq!(one, two);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1234567);
        assert_eq!(random.bits(), 6457827717110365317);
        assert_eq!(random.bits(), 3203168211198807973);
    }

    #[test]
    fn fractions_fill_their_range() {
        let mut random = Random::nth(1, 2);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[(random.fraction() * 7.0) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
    }

    #[test]
    fn every_item_stays() {
        let mut items: Vec<u32> = (0..100).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
