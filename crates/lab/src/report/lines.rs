//! Lines over a whole-numbered axis, such as nodes over depth.

use super::frame::Frame;
use super::svg::{Anchor, PALETTE, Svg};

/// How the upward axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios; for counts from one.
    Log,
}

/// A named line.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(u32, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
/// Room for the names at the right.
const LEGEND: f64 = 170.0;

/// The most numbers along the lower axis.
const MOST_MARKS: usize = 20;

/// Draws lines with their names beside them.
pub fn line_chart(series: &[Series], scale: Scale, x_name: &str) -> Svg {
    let points = || series.iter().flat_map(|series| &series.points);
    let ends = |value: fn(&(u32, f64)) -> f64| {
        let low = points().map(value).fold(f64::INFINITY, f64::min);
        (low, points().map(value).fold(f64::NEG_INFINITY, f64::max))
    };
    let (first, last) = ends(|point| f64::from(point.0));
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let frame = Frame::new(WIDTH - LEGEND, HEIGHT, ends(|point| point.1), scale);
    frame.draw(&mut svg);
    let x = |value: f64| {
        let share = (value - first) / (last - first).max(1.0);
        frame.left + 10.0 + share * (frame.right - frame.left - 20.0)
    };
    if first.is_finite() {
        // More marks than this would run into each other.
        let step = ((last - first) as usize / MOST_MARKS + 1).max(1);
        for mark in (first as u32..=last as u32).step_by(step) {
            let at = (x(f64::from(mark)), frame.bottom + 16.0);
            svg.text(at, Anchor::Middle, &mark.to_string());
        }
    }
    let middle = f64::midpoint(frame.left, frame.right);
    svg.text((middle, frame.bottom + 34.0), Anchor::Middle, x_name);
    for (index, series) in series.iter().enumerate() {
        let color = PALETTE[index % PALETTE.len()];
        let places: Vec<(f64, f64)> =
            series.points.iter().map(|(at, value)| (x(f64::from(*at)), frame.y(*value))).collect();
        svg.path(&places, color);
        for place in &places {
            svg.circle(*place, 3.0, color);
        }
        let y = frame.top + 10.0 + 18.0 * index as f64;
        svg.rect((frame.right + 14.0, y - 9.0), (10.0, 10.0), color);
        svg.text((frame.right + 30.0, y), Anchor::Start, &series.name);
    }
    svg
}
