//! A mutation that a table of squares survives.
//!
//! When every square changes by itself, a table is noise after a few generations: the document saw
//! that, and wished for this. Here neighbouring squares change together, and afterwards the table
//! has the mean and the spread it had, so that only its shape has changed.

use super::operators::around_zero;
use crate::Random;

/// Changes a table of 64 squares. The strength is the size of the change in spreads of the table.
pub(super) fn mutate_table(table: &mut [f64], strength: f64, random: &mut Random) {
    let (mean, spread) = mean_and_spread(table);
    let mut field: Vec<f64> = (0..64).map(|_| around_zero(random, 1.0)).collect();
    for _ in 0..2 {
        field = blurred(&field);
    }
    let (field_mean, field_spread) = mean_and_spread(&field);
    if spread == 0.0 || field_spread == 0.0 {
        // A table that says nothing has no shape to change.
        return;
    }
    for (square, change) in table.iter_mut().zip(field) {
        *square += strength * spread * (change - field_mean) / field_spread;
    }
    let (new_mean, new_spread) = mean_and_spread(table);
    if new_spread > 0.0 {
        for square in table {
            *square = mean + (*square - new_mean) * spread / new_spread;
        }
    }
}

/// The mean, and the standard deviation around it.
pub(super) fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// Every square as the mean of itself and the squares around it.
fn blurred(field: &[f64]) -> Vec<f64> {
    let mean = |square: usize| {
        let (sum, count) = around(square)
            .fold((0.0, 0.0), |(sum, count), neighbour| (sum + field[neighbour], count + 1.0));
        sum / count
    };
    (0..64).map(mean).collect()
}

/// A square and those around it.
fn around(square: usize) -> impl Iterator<Item = usize> {
    let (rank, file) = (square / 8, square % 8);
    let ranks = rank.saturating_sub(1)..=(rank + 1).min(7);
    ranks.flat_map(move |rank| {
        (file.saturating_sub(1)..=(file + 1).min(7)).map(move |file| 8 * rank + file)
    })
}

/// How rough a table is: the mean difference of neighbours, in spreads. About 1.1 for noise.
pub fn roughness(table: &[f64]) -> f64 {
    let (_, spread) = mean_and_spread(table);
    if spread == 0.0 {
        return 0.0;
    }
    let beside = (0..64).filter(|square| square % 8 < 7).map(|square| (square, square + 1));
    let above = (0..56).map(|square| (square, square + 8));
    let differences = beside.chain(above).map(|(one, two)| (table[one] - table[two]).abs());
    differences.sum::<f64>() / 112.0 / spread
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_eval::evolved::{Chromosome, Principle};

    /// The hand-made table of the knights.
    fn table() -> Vec<f64> {
        Chromosome::default().values()[Principle::COUNT + 64..Principle::COUNT + 128].to_vec()
    }

    #[test]
    fn mean_spread_and_smoothness_last_for_a_hundred_generations() {
        let before = table();
        let (mut smooth, mut plain) = (before.clone(), before.clone());
        let mut random = Random::new(3);
        for _ in 0..100 {
            mutate_table(&mut smooth, 0.3, &mut random);
            for square in &mut plain {
                *square += around_zero(&mut random, 0.3);
            }
        }
        let ((mean, spread), (new_mean, new_spread)) =
            (mean_and_spread(&before), mean_and_spread(&smooth));
        assert!((mean - new_mean).abs() < 1e-9 && (spread - new_spread).abs() < 1e-9);
        let [original, kept, lost] = [&before, &smooth, &plain].map(|table| roughness(table));
        assert!(original < 0.6 && kept < 0.7 && lost > 0.9, "{original} {kept} {lost}");
        assert_ne!(smooth, before);
    }

    #[test]
    fn a_table_that_says_nothing_stays_silent() {
        let mut flat = vec![0.5; 64];
        mutate_table(&mut flat, 0.3, &mut Random::new(1));
        assert_eq!((flat, roughness(&[0.5; 64])), (vec![0.5; 64], 0.0));
    }

    #[test]
    fn corners_have_three_neighbours() {
        assert_eq!(around(0).collect::<Vec<_>>(), [0, 1, 8, 9]);
        assert_eq!(around(27).count(), 9);
        assert_eq!(around(63).count(), 4);
    }
}
