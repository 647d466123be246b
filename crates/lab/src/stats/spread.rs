//! Where many values lie, and how far they are from each other.

/// Where values lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The least.
    pub low: f64,
    /// A quarter is below.
    pub lower: f64,
    /// Half is below.
    pub median: f64,
    /// A quarter is above.
    pub upper: f64,
    /// The greatest.
    pub high: f64,
}

impl Spread {
    /// The spread of values; none if there are none.
    ///
    /// ```
    /// use ferz_lab::stats::Spread;
    /// let spread = Spread::of(&[4.0, 1.0, 2.0, 3.0, 5.0]).unwrap();
    /// assert_eq!((spread.low, spread.lower, spread.median, spread.high), (1.0, 2.0, 3.0, 5.0));
    /// assert_eq!(Spread::of(&[]), None);
    /// ```
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Some(Self {
            low: sorted[0],
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
            high: sorted[last],
        })
    }
}

/// The standard deviation of values that are a sample of more; none of fewer than two.
///
/// ```
/// use ferz_lab::stats::standard_deviation;
/// assert_eq!(standard_deviation(&[2.0, 4.0, 6.0]), Some(2.0));
/// assert_eq!(standard_deviation(&[7.0]), None);
/// ```
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}
