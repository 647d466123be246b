//! Axes: where a value goes on the paper, and which values are marked.

use super::lines::Scale;
use super::svg::{Anchor, Svg};

/// The part of a drawing that the data fill.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    low: f64,
    high: f64,
    scale: Scale,
}

impl Frame {
    /// A frame in a drawing of this size whose upward axis goes over these values.
    pub(super) fn new(width: f64, height: f64, values: (f64, f64), scale: Scale) -> Self {
        let (low, high) = match scale {
            Scale::Linear => nice_range(values),
            Scale::Log => {
                let low = values.0.max(1.0).log10().floor();
                let high = values.1.max(1.0).log10().ceil();
                (10.0_f64.powf(low), 10.0_f64.powf(high.max(low + 1.0)))
            }
        };
        Self { left: 70.0, right: width - 20.0, top: 20.0, bottom: height - 40.0, low, high, scale }
    }

    /// The height of a value.
    pub(super) fn y(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value.max(1.0) / self.low).log10() / (self.high / self.low).log10(),
        };
        self.bottom - share.clamp(0.0, 1.0) * (self.bottom - self.top)
    }

    /// The middle of one of so many slots along the lower axis, and the width of a slot.
    pub(super) fn slot(&self, index: usize, count: usize) -> (f64, f64) {
        let width = (self.right - self.left) / count.max(1) as f64;
        (self.left + (index as f64 + 0.5) * width, width)
    }

    /// Draws the lines and numbers of the upward axis.
    pub(super) fn draw(&self, svg: &mut Svg) {
        for tick in self.ticks() {
            let y = self.y(tick);
            svg.line((self.left, y), (self.right, y), "#dddddd", 1.0);
            svg.text((self.left - 6.0, y + 4.0), Anchor::End, &label(tick));
        }
        svg.line((self.left, self.bottom), (self.right, self.bottom), "#444444", 1.0);
        if self.low < 0.0 && self.high > 0.0 {
            svg.line((self.left, self.y(0.0)), (self.right, self.y(0.0)), "#444444", 1.0);
        }
    }

    fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Log => {
                let (low, high) =
                    (self.low.log10().round() as i32, self.high.log10().round() as i32);
                (low..=high).map(|power| 10.0_f64.powi(power)).collect()
            }
            Scale::Linear => {
                let step = step_of(self.high - self.low);
                let count = ((self.high - self.low) / step).round() as usize;
                (0..=count).map(|tick| self.low + tick as f64 * step).collect()
            }
        }
    }
}

/// Ends on whole steps, and not on top of each other.
fn nice_range((low, high): (f64, f64)) -> (f64, f64) {
    let (low, high) = if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
    let high = if high - low < 1e-9 { low + 1.0 } else { high };
    let step = step_of(high - low);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// About five steps of 1, 2 or 5 times a power of ten.
fn step_of(range: f64) -> f64 {
    let rough = range / 5.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let factor = match rough / power {
        x if x < 1.5 => 1.0,
        x if x < 3.5 => 2.0,
        x if x < 7.5 => 5.0,
        _ => 10.0,
    };
    factor * power
}

/// A number as people write it.
fn label(value: f64) -> String {
    if value.abs() >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value.abs() >= 1e4 {
        format!("{}k", value / 1e3)
    } else {
        format!("{}", (value * 1e6).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_their_values_on_round_numbers() {
        for (values, ends) in [((0.3, 6.1), (0.0, 7.0)), ((-7.2, 182.0), (-50.0, 200.0))] {
            let frame = Frame::new(400.0, 300.0, values, Scale::Linear);
            assert_eq!((frame.low, frame.high), ends);
            assert!(frame.y(values.0) <= frame.bottom && frame.y(values.1) >= frame.top);
            let ticks = frame.ticks();
            assert!((3..=12).contains(&ticks.len()), "{ticks:?}");
        }
        let frame = Frame::new(400.0, 300.0, (20.0, 5e6), Scale::Log);
        assert_eq!(frame.ticks().len(), 7);
        assert!(Frame::new(9.0, 9.0, (f64::NAN, 0.0), Scale::Linear).y(0.5).is_finite());
    }
}
