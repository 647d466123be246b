//! Curves through what was measured with different numbers of threads.

/// A curve `intercept + slope · ln(x)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogFit {
    /// The value at one.
    pub intercept: f64,
    /// What each factor of e adds.
    pub slope: f64,
    /// The share of the variance that the curve explains.
    pub r_squared: f64,
}

impl LogFit {
    /// The value of the curve.
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x.ln()
    }
}

/// The curve of least squares through points whose first coordinates are above zero; none if
/// these are fewer than two different ones. Through two points it goes exactly, which says nothing.
///
/// ```
/// use ferz_lab::stats::fit_logarithm;
/// // Ratings by threads, and the curve that a thesis drew through them.
/// let fit = fit_logarithm(&[(1.0, 3029.0), (2.0, 3053.0), (4.0, 3080.0)]).unwrap();
/// assert_eq!(format!("{:.3} {:.1} {:.4}", fit.slope, fit.intercept, fit.r_squared),
///            "36.789 3028.5 0.9988");
/// assert_eq!(format!("{:.0}", fit.at(8.0)), "3105");
/// assert_eq!(fit_logarithm(&[(2.0, 1.0), (2.0, 3.0)]), None);
/// ```
pub fn fit_logarithm(points: &[(f64, f64)]) -> Option<LogFit> {
    let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), *y)).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| {
        points.iter().map(pick).sum::<f64>() / points.len().max(1) as f64
    };
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|(x, y)| term(x - mean_x, y - mean_y)).sum()
    };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    // Not a number if a first coordinate is none whose logarithm exists.
    if xx.is_nan() || xx < 1e-12 {
        return None;
    }
    let slope = xy / xx;
    let r_squared = if yy < 1e-12 { 1.0 } else { xy * xy / (xx * yy) };
    Some(LogFit { intercept: mean_y - slope * mean_x, slope, r_squared })
}

/// Amdahl's law: of the work of one thread a fixed part cannot be shared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Amdahl {
    /// The part that cannot be shared. Below zero if threads help more than there are of them,
    /// above one if they hinder each other.
    pub serial: f64,
}

impl Amdahl {
    /// The speed-up of so many threads.
    pub fn at(&self, threads: f64) -> f64 {
        1.0 / (self.serial + (1.0 - self.serial) / threads)
    }

    /// The speed-up that no number of threads can pass; none if nothing limits it.
    pub fn limit(&self) -> Option<f64> {
        (self.serial > 0.0).then(|| 1.0 / self.serial)
    }
}

/// The law that fits pairs of threads and speed-ups best; none if there is none with more than
/// one thread.
///
/// The squares are those of the time that is left, `1 / speed-up`, in which the law is linear.
///
/// ```
/// use ferz_lab::stats::fit_amdahl;
/// // A thesis concludes from the one point of two threads that 82 % can be shared.
/// let law = fit_amdahl(&[(2.0, 1.693)]).unwrap();
/// assert_eq!(format!("{:.4}", 1.0 - law.serial), "0.8187");
/// assert_eq!(format!("{:.1}", law.limit().unwrap()), "5.5");
/// assert!((law.at(2.0) - 1.693).abs() < 1e-12);
/// assert_eq!(fit_amdahl(&[(1.0, 1.0)]), None);
/// ```
pub fn fit_amdahl(points: &[(f64, f64)]) -> Option<Amdahl> {
    // With x = 1 - 1/N the law is 1/S = 1/N + serial · x.
    let rows = points.iter().map(|(threads, speedup)| {
        let share = 1.0 / threads;
        (1.0 - share, 1.0 / speedup - share)
    });
    let (xx, xy) = rows.fold((0.0, 0.0), |(xx, xy), (x, y)| (xx + x * x, xy + x * y));
    (xx > 1e-12).then(|| Amdahl { serial: xy / xx })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_law_is_found_in_its_own_points() {
        for serial in [0.0, 0.1, 0.5, 1.0] {
            let law = Amdahl { serial };
            let points = [1.0, 2.0, 4.0, 8.0].map(|threads| (threads, law.at(threads)));
            let fit = fit_amdahl(&points).expect("three points");
            assert!((fit.serial - serial).abs() < 1e-12, "{fit:?}");
        }
        assert_eq!(Amdahl { serial: -0.1 }.limit(), None, "nothing limits it");
    }

    #[test]
    fn the_curve_is_found_in_its_own_points() {
        let curve = LogFit { intercept: 1.0, slope: 0.7, r_squared: 1.0 };
        let points = [1.0, 2.0, 8.0].map(|x| (x, curve.at(x)));
        let fit = fit_logarithm(&points).expect("three points");
        assert!((fit.slope - 0.7).abs() < 1e-12 && (fit.r_squared - 1.0).abs() < 1e-12, "{fit:?}");
        let flat = fit_logarithm(&[(1.0, 2.0), (4.0, 2.0)]).expect("two points");
        assert!(flat.slope.abs() < 1e-12 && flat.r_squared >= 1.0, "{flat:?}");
    }

    #[test]
    fn nothing_is_concluded_from_nothing() {
        assert_eq!(fit_logarithm(&[]), None);
        assert_eq!(fit_logarithm(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(fit_amdahl(&[]), None);
    }
}
