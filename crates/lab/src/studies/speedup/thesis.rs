//! What the thesis measured: Crafty's own Young Brothers Wait, and the Lazy SMP that its authors
//! wrote into it, on six cores.

use ferz_search::Parallel;

use super::team::Team;
use crate::stats::Spread;

/// A row of the tables 6.1 to 6.4.
struct Row {
    parallel: Parallel,
    threads: usize,
    /// Least, lower quartile, median, upper quartile and greatest speed-up.
    speedup: [f64; 5],
    /// The same of the standard deviations in milliseconds.
    deviation: [f64; 5],
}

const fn row(parallel: Parallel, threads: usize, speedup: [f64; 5], deviation: [f64; 5]) -> Row {
    Row { parallel, threads, speedup, deviation }
}

/// Tables 6.1 and 6.3 (Lazy SMP), 6.2 and 6.4 (YBWC). Here, unlike in ours, one thread was measured with each.
#[rustfmt::skip]
const ROWS: [Row; 8] = [
    row(Parallel::Lazy, 1, [1.0; 5], [0.0, 1168.0, 1375.0, 1531.0, 1726.0]),
    row(Parallel::Lazy, 2, [0.674, 0.881, 0.989, 1.235, 1.700], [722.0, 1424.0, 3387.0, 10196.0, 31306.0]),
    row(Parallel::Lazy, 4, [0.470, 0.806, 1.015, 1.271, 1.857], [861.0, 1725.0, 3852.0, 13902.0, 29843.0]),
    row(Parallel::Lazy, 8, [0.387, 0.689, 0.891, 1.046, 2.076], [707.0, 1646.0, 3721.0, 18133.0, 34631.0]),
    row(Parallel::Ybwc, 1, [1.0; 5], [706.0, 1320.0, 1501.0, 1600.0, 1773.0]),
    row(Parallel::Ybwc, 2, [0.480, 1.353, 1.693, 2.038, 5.001], [307.0, 1895.0, 3698.0, 11384.0, 27426.0]),
    row(Parallel::Ybwc, 4, [0.777, 2.370, 2.773, 3.618, 6.970], [94.0, 1245.0, 2372.0, 6968.0, 23846.0]),
    row(Parallel::Ybwc, 8, [0.801, 3.097, 3.818, 4.328, 9.116], [55.0, 132.0, 2450.0, 8793.0, 24182.0]),
];

/// The part that the authors conclude can be shared, each from one median (section 7.4).
pub(super) const fn parallel_share(parallel: Parallel) -> f64 {
    match parallel {
        Parallel::Lazy => 0.02,
        Parallel::Ybwc => 0.82,
    }
}

/// The factors K of the ratings in tables 6.5 and 7.1.
pub(super) const FACTORS: [u32; 3] = [10, 20, 30];

/// Table 6.5 by threads, and for each the ratings by factor.
const fn ratings(parallel: Parallel) -> [(usize, [f64; 3]); 3] {
    match parallel {
        Parallel::Lazy => [
            (1, [3029.0, 3063.0, 3088.0]),
            (2, [3053.0, 3100.0, 3131.0]),
            (4, [3080.0, 3129.0, 3155.0]),
        ],
        Parallel::Ybwc => [
            (1, [3055.0, 3097.0, 3120.0]),
            (2, [3062.0, 3095.0, 3115.0]),
            (4, [3105.0, 3150.0, 3175.0]),
        ],
    }
}

/// Table 7.1 by threads: the ratings that a logarithm through table 6.5 predicts.
const fn predictions(parallel: Parallel) -> [(usize, [f64; 3]); 6] {
    match parallel {
        Parallel::Lazy => [
            (8, [3105.0, 3163.0, 3192.0]),
            (16, [3131.0, 3196.0, 3225.0]),
            (32, [3156.0, 3229.0, 3259.0]),
            (64, [3181.0, 3262.0, 3292.0]),
            (128, [3207.0, 3295.0, 3326.0]),
            (256, [3233.0, 3328.0, 3359.0]),
        ],
        Parallel::Ybwc => [
            (8, [3124.0, 3167.0, 3192.0]),
            (16, [3149.0, 3193.0, 3219.0]),
            (32, [3174.0, 3220.0, 3247.0]),
            (64, [3199.0, 3246.0, 3274.0]),
            (128, [3224.0, 3273.0, 3302.0]),
            (256, [3249.0, 3299.0, 3329.0]),
        ],
    }
}

/// The numbers of threads of table 7.1.
pub(super) fn predicted_threads() -> [usize; 6] {
    predictions(Parallel::Lazy).map(|(threads, _)| threads)
}

fn find(parallel: Parallel, threads: usize) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.parallel == parallel && row.threads == threads)
}

/// Its speed-ups with so many threads.
pub(super) fn speedup(parallel: Parallel, threads: usize) -> Option<Spread> {
    find(parallel, threads).map(|row| spread(row.speedup))
}

/// Its standard deviations with so many threads, in milliseconds.
pub(super) fn deviation(parallel: Parallel, threads: usize) -> Option<Spread> {
    find(parallel, threads).map(|row| spread(row.deviation))
}

/// All its medians, as points of threads and speed-up.
pub(super) fn medians(parallel: Parallel) -> Vec<(f64, f64)> {
    let rows = ROWS.iter().filter(|row| row.parallel == parallel);
    rows.map(|row| (row.threads as f64, row.speedup[2])).collect()
}

/// What a team was stronger than one thread, in Elo by factor.
pub(super) fn gain(team: Team) -> Option<[f64; 3]> {
    above_one(team, &ratings(team.parallel()))
}

/// What it predicts for so many threads over one, in Elo by factor.
pub(super) fn predicted_gain(team: Team) -> Option<[f64; 3]> {
    above_one(team, &predictions(team.parallel()))
}

fn above_one(team: Team, rows: &[(usize, [f64; 3])]) -> Option<[f64; 3]> {
    let (_, base) = ratings(team.parallel())[0];
    let (_, rating) = rows.iter().find(|(threads, _)| *threads == team.threads())?;
    Some(std::array::from_fn(|index| rating[index] - base[index]))
}

const fn spread([low, lower, median, upper, high]: [f64; 5]) -> Spread {
    Spread { low, lower, median, upper, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{fit_amdahl, fit_logarithm};

    /// A guard against slips in copying: what is printed follows from what is printed.
    #[test]
    fn the_printed_figures_agree_with_each_other() {
        for row in &ROWS {
            assert!(row.speedup.is_sorted() && row.deviation.is_sorted());
        }
        for parallel in Parallel::ALL {
            for (index, _) in FACTORS.iter().enumerate() {
                let points = ratings(parallel).map(|(n, ratings)| (n as f64, ratings[index]));
                let curve = fit_logarithm(&points).expect("three points");
                for (threads, predicted) in predictions(parallel) {
                    let ours = curve.at(threads as f64);
                    assert!((ours - predicted[index]).abs() < 1.0, "{threads}: {ours}");
                }
            }
        }
        let law = |point| 1.0 - fit_amdahl(&[point]).expect("a point").serial;
        assert!((law((4.0, 1.015)) - parallel_share(Parallel::Lazy)).abs() < 0.005);
        assert!((law((2.0, 1.693)) - parallel_share(Parallel::Ybwc)).abs() < 0.005);
        let curve = fit_logarithm(&medians(Parallel::Ybwc)).expect("four points");
        assert!((curve.r_squared - 0.9913).abs() < 0.0005, "{curve:?}");
    }

    #[test]
    fn gains_are_over_one_thread() {
        let team = |threads| Team::new(Parallel::Lazy, threads);
        assert_eq!(gain(team(2)), Some([24.0, 37.0, 43.0]));
        assert_eq!(gain(team(8)), None, "not measured");
        assert_eq!(predicted_gain(team(8)), Some([76.0, 100.0, 104.0]));
    }
}
