//! One weight.

/// A weight in steps of a ten-thousandth, where 1 is what a pawn counts.
///
/// Whole steps make an evaluation the same on every machine, and a chromosome the same after it was
/// written and read.
///
/// ```
/// use ferz_eval::evolved::Gene;
/// assert_eq!(Gene::new(0.31416).get(), 0.3142);
/// assert_eq!(Gene::new(1e9).get(), Gene::LIMIT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Gene(i32);

impl Gene {
    /// Steps of a pawn.
    pub const STEPS: i32 = 10_000;
    /// No weight is further from zero.
    pub const LIMIT: f64 = 1000.0;

    /// The nearest weight; 0 for what is not a number.
    pub fn new(value: f64) -> Self {
        Self((value.clamp(-Self::LIMIT, Self::LIMIT) * f64::from(Self::STEPS)).round() as i32)
    }

    /// The weight.
    pub fn get(self) -> f64 {
        f64::from(self.0) / f64::from(Self::STEPS)
    }

    /// The weight in steps.
    #[inline]
    pub(super) const fn steps(self) -> i32 {
        self.0
    }

    /// The weight that is `part` of `whole` on the way to another.
    pub(super) const fn towards(self, other: Self, part: i32, whole: i32) -> Self {
        let sum = self.0 as i64 * (whole - part) as i64 + other.0 as i64 * part as i64;
        Self((sum / whole as i64) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_counts_nothing() {
        assert_eq!(Gene::new(f64::NAN), Gene::default());
        assert_eq!(Gene::new(f64::NEG_INFINITY), Gene::new(-Gene::LIMIT));
    }

    #[test]
    fn blends_meet_both_ends() {
        let (one, two) = (Gene::new(-3.5), Gene::new(1.25));
        assert_eq!((one.towards(two, 0, 12), one.towards(two, 12, 12)), (one, two));
        assert_eq!(Gene::new(1.0).towards(Gene::new(2.0), 3, 12), Gene::new(1.25));
    }
}
