//! What changes in the course of a training: the learning rate and the share of the result.

/// How the learning rate falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateShape {
    /// It does not.
    Constant,
    /// So many times at once, each time by the same factor.
    Steps(u32),
    /// Along half a cosine.
    Cosine,
}

/// The learning rate in the course of a training.
///
/// ```
/// use ferz_lab::train::{RateSchedule, RateShape};
/// let rate = RateSchedule { first: 0.01, last: 0.0001, shape: RateShape::Steps(2), warm_up: 4 };
/// assert!((rate.at(0, 0.0) - 0.0025).abs() < 1e-12);
/// assert!((rate.at(99, 0.3) - 0.01).abs() < 1e-12);
/// assert!((rate.at(99, 0.5) - 0.001).abs() < 1e-12);
/// assert!((rate.at(99, 1.0) - 0.0001).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RateSchedule {
    /// The rate at the start.
    pub first: f64,
    /// The rate at the end, unless it is constant.
    pub last: f64,
    /// How it gets there.
    pub shape: RateShape,
    /// Batches over which it first rises from near zero.
    pub warm_up: u64,
}

impl RateSchedule {
    /// The rate of the batch of this number, counted from zero, when this part of the training, 0
    /// to 1, is done.
    pub fn at(&self, batch: u64, progress: f64) -> f64 {
        let rate = match self.shape {
            RateShape::Constant => self.first,
            RateShape::Steps(steps) => {
                let taken = (progress * f64::from(steps + 1)).floor().min(steps.into());
                self.first * (self.last / self.first).powf(taken / f64::from(steps.max(1)))
            }
            RateShape::Cosine => {
                let share = 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
                self.last + (self.first - self.last) * share
            }
        };
        if batch < self.warm_up { rate * (batch + 1) as f64 / self.warm_up as f64 } else { rate }
    }
}

/// The share of the result in what is learned, the rest being the search's score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShareSchedule {
    /// At the start.
    pub first: f64,
    /// At the end; in between it changes evenly.
    pub last: f64,
}

impl ShareSchedule {
    /// The share when this part of the training, 0 to 1, is done.
    pub fn at(&self, progress: f64) -> f64 {
        self.first + (self.last - self.first) * progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: RateShape, progress: f64, expected: f64) {
        let rate = RateSchedule { first: 0.008, last: 0.001, shape, warm_up: 0 };
        let found = rate.at(7, progress);
        assert!((found - expected).abs() < 1e-12, "{shape:?} at {progress}: {found}");
    }

    #[test]
    fn every_shape_begins_and_ends_where_it_should() {
        check(RateShape::Constant, 0.9, 0.008);
        check(RateShape::Cosine, 0.0, 0.008);
        check(RateShape::Cosine, 0.5, 0.0045);
        check(RateShape::Cosine, 1.0, 0.001);
        check(RateShape::Steps(3), 0.24, 0.008);
        check(RateShape::Steps(3), 0.25, 0.004);
        check(RateShape::Steps(3), 0.99, 0.001);
        check(RateShape::Steps(0), 0.99, 0.008);
    }

    #[test]
    fn the_share_changes_evenly() {
        let share = ShareSchedule { first: 0.2, last: 0.6 };
        assert!((share.at(0.25) - 0.3).abs() < 1e-12);
    }
}
