//! A pair of scores, one for the middle game and one for the endgame.
//!
//! Both live in one `i32`, so that adding, subtracting and multiplying treat the pair at the
//! price of one number. Exact as long as each half stays within sixteen bits, which sums of a
//! whole board do by a wide margin.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns in the middle game and in the endgame.
///
/// ```
/// use ferz_eval::TaperedScore;
/// let knight = TaperedScore::new(337, -281);
/// let two = knight * 2 - TaperedScore::new(4, 8);
/// assert_eq!((two.mg(), two.eg()), (670, -570));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Nothing in either phase.
    pub const ZERO: Self = Self(0);

    /// Pairs the two values; each must fit in sixteen bits.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Self {
        debug_assert!(mg == mg as i16 as i32 && eg == eg as i16 as i32);
        Self((eg << 16).wrapping_add(mg))
    }

    /// The value in the middle game.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        // A negative lower half has borrowed one from the upper; rounding gives it back.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for TaperedScore {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for TaperedScore {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for TaperedScore {
    type Output = Self;

    #[inline(always)]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for TaperedScore {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [i32; 9] = [-16000, -4097, -255, -1, 0, 1, 256, 4096, 16000];

    #[track_caller]
    fn check(score: TaperedScore, mg: i32, eg: i32) {
        assert_eq!((score.mg(), score.eg()), (mg, eg));
    }

    #[test]
    fn halves_survive_packing() {
        for mg in -32768..=32767 {
            for eg in [-32768, -1, 0, 1, 32767] {
                check(TaperedScore::new(mg, eg), mg, eg);
                check(TaperedScore::new(eg, mg), eg, mg);
            }
        }
    }

    #[test]
    fn arithmetic_is_that_of_the_halves() {
        for a in SAMPLES {
            for b in SAMPLES {
                let (x, y) = (TaperedScore::new(a, b), TaperedScore::new(b, a));
                check(x + y, a + b, b + a);
                check(x - y, a - b, b - a);
                check(-x, -a, -b);
                check(x * -2, -2 * a, -2 * b);
            }
        }
    }
}
