//! Bars: values with their errors beside each other, and shares of a whole.

use super::frame::Frame;
use super::lines::Scale;
use super::svg::{Anchor, PALETTE, Svg};
use crate::stats::Trinomial;

/// A value, perhaps with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// The value.
    pub value: f64,
    /// The ends of the interval.
    pub interval: Option<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
/// What can come of a game, in our colours.
const OUTCOMES: [(&str, &str); 3] = [("won", "#56b4e9"), ("drawn", "#cccccc"), ("lost", "#e69f00")];
/// Room for the name of a group.
const SLOT: f64 = 64.0;

/// Draws groups of bars. Each group has a name and a bar for each of the series; one that is not
/// known is left out.
pub fn bar_chart(series: &[&str], groups: &[(String, Vec<Option<Bar>>)]) -> Svg {
    let bars = || groups.iter().flat_map(|(_, bars)| bars.iter().flatten());
    let values = || {
        bars()
            .flat_map(|bar| [Some(bar.value), bar.interval.map(|i| i.0), bar.interval.map(|i| i.1)])
    };
    let finite = || values().flatten().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(0.0, f64::min), finite().fold(0.0, f64::max));
    let width = WIDTH.max(SLOT * groups.len() as f64);
    let mut svg = Svg::new(width, HEIGHT + 20.0);
    let frame = Frame::new(width, HEIGHT, (low, high), Scale::Linear);
    frame.draw(&mut svg);
    for (index, (name, bars)) in groups.iter().enumerate() {
        let (middle, slot) = frame.slot(index, groups.len());
        let width = slot * 0.8 / series.len().max(1) as f64;
        for (place, bar) in bars.iter().enumerate() {
            let Some(bar) = bar else { continue };
            let left = middle - slot * 0.4 + place as f64 * width;
            draw_bar(&mut svg, &frame, bar, (left, width), PALETTE[place % PALETTE.len()]);
        }
        svg.text((middle, frame.bottom + 16.0), Anchor::Middle, name);
    }
    for (index, name) in series.iter().enumerate() {
        let x = frame.left + 180.0 * index as f64;
        svg.rect((x, HEIGHT), (10.0, 10.0), PALETTE[index % PALETTE.len()]);
        svg.text((x + 16.0, HEIGHT + 9.0), Anchor::Start, name);
    }
    svg
}

fn draw_bar(svg: &mut Svg, frame: &Frame, bar: &Bar, (left, width): (f64, f64), color: &str) {
    let (zero, top) = (frame.y(0.0), frame.y(bar.value));
    svg.rect((left, zero.min(top)), (width * 0.9, (zero - top).abs()), color);
    if let Some((low, high)) = bar.interval {
        let x = left + width * 0.45;
        svg.line((x, frame.y(low)), (x, frame.y(high)), "#222222", 1.5);
        for end in [low, high] {
            svg.line((x - 4.0, frame.y(end)), (x + 4.0, frame.y(end)), "#222222", 1.5);
        }
    }
}

/// Draws won, drawn and lost games of each row as shares of a bar.
pub fn outcome_bars(rows: &[(String, Trinomial)]) -> Svg {
    const ROW: f64 = 30.0;
    let longest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let left = 20.0 + 7.0 * longest as f64;
    let whole = WIDTH - left - 20.0;
    let mut svg = Svg::new(WIDTH, ROW * rows.len() as f64 + 24.0);
    for (index, (name, games)) in rows.iter().enumerate() {
        let y = ROW * index as f64 + 4.0;
        svg.text((left - 8.0, y + 15.0), Anchor::End, name);
        let total = games.games().max(1) as f64;
        let mut x = left;
        let counts = [games.wins, games.draws, games.losses];
        for (count, (_, color)) in counts.into_iter().zip(OUTCOMES) {
            let width = whole * count as f64 / total;
            svg.rect((x, y), (width, ROW - 8.0), color);
            if width > 36.0 {
                let share = format!("{:.0} %", 100.0 * count as f64 / total);
                svg.text((x + width / 2.0, y + 15.0), Anchor::Middle, &share);
            }
            x += width;
        }
    }
    let y = ROW * rows.len() as f64 + 16.0;
    for (index, (name, color)) in OUTCOMES.into_iter().enumerate() {
        let x = left + 90.0 * index as f64;
        svg.rect((x, y - 9.0), (10.0, 10.0), color);
        svg.text((x + 16.0, y), Anchor::Start, name);
    }
    svg
}
