//! Plain Rust, which any machine runs.

use super::super::QA;
use super::super::line::{LANES, Line};
use super::{BLOCK, kernel};

kernel!();

/// One sum for each pair of numbers.
type Sums = [i32; LANES / 2];

#[inline(always)]
fn nothing() -> Sums {
    [0; LANES / 2]
}

#[inline(always)]
fn load(line: &Line) -> Line {
    *line
}

#[inline(always)]
fn store(line: &mut Line, value: Line) {
    *line = value;
}

/// Wraps on the way, as vector instructions do: an intermediate sum may leave the range to which
/// the last one returns.
#[inline(always)]
fn plus(mut a: Line, b: Line) -> Line {
    for (a, b) in a.0.iter_mut().zip(b.0) {
        *a = a.wrapping_add(b);
    }
    a
}

#[inline(always)]
fn minus(mut a: Line, b: Line) -> Line {
    for (a, b) in a.0.iter_mut().zip(b.0) {
        *a = a.wrapping_sub(b);
    }
    a
}

#[inline(always)]
fn weigh(mut sums: Sums, values: Line, weights: Line) -> Sums {
    for (pair, sum) in sums.iter_mut().enumerate() {
        for lane in [2 * pair, 2 * pair + 1] {
            let clipped = i32::from(values.0[lane]).clamp(0, QA);
            *sum += clipped * clipped * i32::from(weights.0[lane]);
        }
    }
    sums
}

#[inline(always)]
fn total(sums: Sums) -> i32 {
    sums.iter().sum()
}
