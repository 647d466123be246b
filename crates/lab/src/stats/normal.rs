//! The normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// An interval of so many standard deviations to both sides holds 95 %.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// How likely a standard normal variable is below `z`.
///
/// ```
/// use ferz_lab::stats::normal_cdf;
/// assert_eq!(normal_cdf(0.0), 0.5);
/// assert!((normal_cdf(1.959963984540054) - 0.975).abs() < 1e-14);
/// assert!((normal_cdf(-3.0) - 0.0013498980316300946).abs() < 1e-15);
/// ```
pub fn normal_cdf(z: f64) -> f64 {
    if z.is_nan() {
        return 0.5;
    }
    let x = z.abs() * FRAC_1_SQRT_2;
    let tail = if x < 2.0 { (1.0 - erf_series(x)) / 2.0 } else { erfc_fraction(x) / 2.0 };
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// The error function as the series `2/√π · e^(-x²) · Σ 2ⁿ x^(2n+1) / (1·3·5…(2n+1))`, whose terms
/// are all positive, so that nothing cancels.
fn erf_series(x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term > sum * 1e-17 {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// The complement of the error function as a continued fraction, from its far end.
fn erfc_fraction(x: f64) -> f64 {
    let tail = (1..=100).rev().fold(x, |tail, k| x + k as f64 / 2.0 / tail);
    (-x * x).exp() / PI.sqrt() / tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formulas_agree_where_they_meet() {
        let (series, fraction) = (1.0 - erf_series(2.0), erfc_fraction(2.0));
        assert!((series - fraction).abs() < 1e-15, "{series} {fraction}");
        assert_eq!((normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
