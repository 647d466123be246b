//! Box plots: the middle half of many values, and how far the rest reaches.

use super::frame::Frame;
use super::lines::Scale;
use super::svg::{Anchor, PALETTE, Svg};

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
    /// use ferz_lab::report::Spread;
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

/// Narrow enough for two side by side.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 260.0;

/// Draws a box for each named group of values.
pub fn box_plot(groups: &[(String, Vec<f64>)]) -> Svg {
    let spreads: Vec<Option<Spread>> = groups.iter().map(|(_, v)| Spread::of(v)).collect();
    let low = spreads.iter().flatten().map(|spread| spread.low).fold(f64::INFINITY, f64::min);
    let high = spreads.iter().flatten().map(|spread| spread.high).fold(f64::NEG_INFINITY, f64::max);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let frame = Frame::new(WIDTH, HEIGHT, (low, high), Scale::Linear);
    frame.draw(&mut svg);
    for (index, ((name, _), spread)) in groups.iter().zip(&spreads).enumerate() {
        let (middle, slot) = frame.slot(index, groups.len());
        svg.text((middle, frame.bottom + 16.0), Anchor::Middle, name);
        let Some(spread) = spread else { continue };
        let (half, color) = ((slot * 0.25).min(40.0), PALETTE[index % PALETTE.len()]);
        svg.line((middle, frame.y(spread.low)), (middle, frame.y(spread.high)), "#222222", 1.5);
        for end in [spread.low, spread.high] {
            let y = frame.y(end);
            svg.line((middle - half / 2.0, y), (middle + half / 2.0, y), "#222222", 1.5);
        }
        let (top, bottom) = (frame.y(spread.upper), frame.y(spread.lower));
        svg.rect((middle - half, top), (2.0 * half, (bottom - top).max(1.0)), color);
        let y = frame.y(spread.median);
        svg.line((middle - half, y), (middle + half, y), "#ffffff", 2.0);
    }
    svg
}
