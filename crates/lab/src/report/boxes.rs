//! Box plots: the middle half of many values, and how far the rest reaches.

use super::frame::Frame;
use super::lines::Scale;
use super::svg::{Anchor, PALETTE, Svg};
use crate::stats::Spread;

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
        // In a box without height a white line would hide it.
        let line = if bottom - top < 3.0 { color } else { "#ffffff" };
        svg.line((middle - half, y), (middle + half, y), line, 2.0);
    }
    svg
}
