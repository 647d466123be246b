//! The arithmetic in which a trainer spends its time.
//!
//! Each kernel is written once, over blocks of constant length that the compiler turns into vector
//! instructions, and compiled twice: for any processor and for those with AVX2. No sum is
//! reordered and nothing is fused, so both give the same bits.

mod avx2;

use super::lists::Lists;

/// Columns that are summed at a time: eight registers of eight numbers, and with 768 rows a part
/// of the matrix that stays in the second cache.
const WIDE: usize = 64;
/// What is left of a matrix whose width is no multiple of [`WIDE`].
const NARROW: usize = 32;
/// Independent sums of a dot product.
const LANES: usize = 16;

/// Adds to each row of `sums` the rows of `rows` that its list names.
///
/// The one kernel serves both directions. Forward, the rows are weights and the lists are the
/// inputs of each position. Backward, the rows are the slopes of each position and the lists are
/// the positions of each input: gathering them reads memory that scattering would have to write as
/// well, which takes more than twice as long.
pub(super) fn add_rows(sums: &mut [f32], lists: &Lists, rows: &[f32], width: usize) {
    match avx2::Avx2::detect() {
        Some(avx2) => avx2.add_rows(sums, lists, rows, width),
        None => add_rows_body(sums, lists, rows, width),
    }
}

/// The output before the bias: clipped squares times weights.
pub(super) fn output(hidden: &[f32], weights: &[f32]) -> f32 {
    match avx2::Avx2::detect() {
        Some(avx2) => avx2.output(hidden, weights),
        None => output_body(hidden, weights),
    }
}

/// Turns the hidden values of a position into the slopes of its loss, given the slope of the
/// output, and adds the slopes of the output weights to theirs.
pub(super) fn output_slopes(
    hidden: &mut [f32],
    weights: &[f32],
    slope: f32,
    weight_slopes: &mut [f32],
) {
    match avx2::Avx2::detect() {
        Some(avx2) => avx2.output_slopes(hidden, weights, slope, weight_slopes),
        None => output_slopes_body(hidden, weights, slope, weight_slopes),
    }
}

/// The constants of one step of the optimiser.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct AdamStep {
    pub(super) mean_decay: f32,
    pub(super) square_decay: f32,
    /// The learning rate, with what makes up for the mean's start from zero.
    pub(super) rate: f32,
    /// What makes up for the square's start from zero, as a factor of its root.
    pub(super) root: f32,
    /// What is left of a weight before the step.
    pub(super) keep: f32,
    /// The largest weight.
    pub(super) clip: f32,
}

/// Avoids a division by zero.
const TINY: f32 = 1e-8;

/// One step of AdamW.
pub(super) fn adam(
    step: &AdamStep,
    values: &mut [f32],
    means: &mut [f32],
    squares: &mut [f32],
    slopes: &[f32],
) {
    match avx2::Avx2::detect() {
        Some(avx2) => avx2.adam(step, values, means, squares, slopes),
        None => adam_body(step, values, means, squares, slopes),
    }
}

#[inline(always)]
fn add_rows_body(sums: &mut [f32], lists: &Lists, rows: &[f32], width: usize) {
    let mut column = 0;
    while column + WIDE <= width {
        add_columns::<WIDE>(sums, lists, rows, width, column);
        column += WIDE;
    }
    while column + NARROW <= width {
        add_columns::<NARROW>(sums, lists, rows, width, column);
        column += NARROW;
    }
    debug_assert_eq!(column, width, "widths are multiples of {NARROW}");
}

#[inline(always)]
fn add_columns<const N: usize>(
    sums: &mut [f32],
    lists: &Lists,
    rows: &[f32],
    width: usize,
    column: usize,
) {
    for (row, list) in sums.chunks_exact_mut(width).zip(lists.iter()) {
        if list.is_empty() {
            continue;
        }
        let block = row[column..].first_chunk_mut::<N>().expect("the row is as wide as said");
        let mut sum = *block;
        for &number in list {
            let start = usize::from(number) * width + column;
            let addend = rows[start..].first_chunk::<N>().expect("the matrix has that row");
            for lane in 0..N {
                sum[lane] += addend[lane];
            }
        }
        *block = sum;
    }
}

#[inline(always)]
fn output_body(hidden: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (hidden, weights) = (hidden.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (hidden, weights) in hidden.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = hidden[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    sums.iter().sum()
}

#[inline(always)]
fn output_slopes_body(hidden: &mut [f32], weights: &[f32], slope: f32, weight_slopes: &mut [f32]) {
    let hidden = hidden.as_chunks_mut::<LANES>().0.iter_mut();
    let weights = weights.as_chunks::<LANES>().0;
    let weight_slopes = weight_slopes.as_chunks_mut::<LANES>().0;
    for ((hidden, weights), weight_slopes) in hidden.zip(weights).zip(weight_slopes) {
        for lane in 0..LANES {
            let value = hidden[lane];
            let clipped = value.clamp(0.0, 1.0);
            weight_slopes[lane] += slope * clipped * clipped;
            // Where the value is clipped, a small change of it changes nothing.
            let is_live = value > 0.0 && value < 1.0;
            hidden[lane] = if is_live { 2.0 * value * (slope * weights[lane]) } else { 0.0 };
        }
    }
}

#[inline(always)]
fn adam_body(
    step: &AdamStep,
    values: &mut [f32],
    means: &mut [f32],
    squares: &mut [f32],
    slopes: &[f32],
) {
    let all = values.iter_mut().zip(means).zip(squares).zip(slopes);
    for (((value, mean), square), &slope) in all {
        *mean = step.mean_decay * *mean + (1.0 - step.mean_decay) * slope;
        *square = step.square_decay * *square + (1.0 - step.square_decay) * slope * slope;
        let moved = *value * step.keep - step.rate * *mean / (square.sqrt() * step.root + TINY);
        *value = moved.clamp(-step.clip, step.clip);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn numbers(random: &mut Random, count: usize) -> Vec<f32> {
        (0..count).map(|_| random.fraction() as f32 * 3.0 - 1.0).collect()
    }

    fn some_lists(random: &mut Random, count: usize, rows: usize) -> Lists {
        let mut lists = Lists::default();
        for _ in 0..count {
            let len = random.below(9);
            lists.push((0..len).map(|_| random.below(rows) as u16).collect::<Vec<_>>());
        }
        lists
    }

    #[test]
    fn sums_of_rows_are_what_they_should_be() {
        let mut random = Random::new(5);
        for width in [32, 64, 96, 160] {
            let lists = some_lists(&mut random, 20, 11);
            // Whole numbers, so that every order of summing gives the same.
            let rows: Vec<f32> = (0..11 * width).map(|_| random.below(100) as f32).collect();
            let mut sums = vec![1.0; 20 * width];
            add_rows(&mut sums, &lists, &rows, width);
            for (list, row) in lists.iter().zip(sums.chunks(width)) {
                for (column, &sum) in row.iter().enumerate() {
                    let parts = list.iter().map(|&row| rows[usize::from(row) * width + column]);
                    assert_eq!(sum.to_bits(), (1.0 + parts.sum::<f32>()).to_bits());
                }
            }
        }
    }

    #[test]
    fn every_processor_gets_the_same_bits() {
        let mut random = Random::new(6);
        let lists = some_lists(&mut random, 30, 40);
        let rows = numbers(&mut random, 40 * 96);
        let start = numbers(&mut random, 30 * 96);
        let (mut one, mut two) = (start.clone(), start);
        add_rows(&mut one, &lists, &rows, 96);
        add_rows_body(&mut two, &lists, &rows, 96);
        assert_eq!(one, two);

        let weights = numbers(&mut random, 96);
        assert_eq!(
            output(&one[..96], &weights).to_bits(),
            output_body(&one[..96], &weights).to_bits()
        );
        let (mut slopes_one, mut slopes_two) = (vec![0.5; 96], vec![0.5; 96]);
        output_slopes(&mut one[..96], &weights, 0.7, &mut slopes_one);
        output_slopes_body(&mut two[..96], &weights, 0.7, &mut slopes_two);
        assert_eq!((&one, &slopes_one), (&two, &slopes_two));

        let step = AdamStep {
            mean_decay: 0.9,
            square_decay: 0.999,
            rate: 0.01,
            root: 3.0,
            keep: 0.999,
            clip: 1.5,
        };
        let (mut means, mut squares) = (numbers(&mut random, 77), vec![0.3; 77]);
        let (mut other_means, mut other_squares) = (means.clone(), squares.clone());
        let slopes = numbers(&mut random, 77);
        adam(&step, &mut one[..77], &mut means, &mut squares, &slopes);
        adam_body(&step, &mut two[..77], &mut other_means, &mut other_squares, &slopes);
        assert_eq!((one, means, squares), (two, other_means, other_squares));
    }
}
