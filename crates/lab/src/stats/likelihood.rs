//! The most likely distribution of results under a hypothesis.
//!
//! The generalised SPRT compares how likely the counts are under two hypotheses, each of which
//! fixes one number (the mean score, or the mean in standard deviations) and leaves the rest of
//! the distribution free. The free rest is chosen to fit the counts best. Both cases end in the
//! same one-dimensional equation. See Michel Van den Bergh, "Comments on Normalized Elo".

use super::results::Sample;

/// What a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Hypothesis {
    /// The mean score of a unit.
    Mean(f64),
    /// How many standard deviations of a unit's score the mean lies above one half.
    Deviations(f64),
}

/// The logarithm of how much likelier the counts are under `second` than under `first`.
pub(super) fn log_ratio(sample: &Sample, first: Hypothesis, second: Hypothesis) -> f64 {
    let sample = sample.regularized();
    let atoms: Vec<Atom> = sample
        .atoms()
        .map(|(score, count)| Atom { score, probability: count / sample.len() })
        .collect();
    let (first, second) = (best_fit(&atoms, first), best_fit(&atoms, second));
    let mean: f64 = (atoms.iter().zip(first.iter().zip(second)))
        .map(|(atom, (first, second))| atom.probability * (second / first).ln())
        .sum();
    sample.len() * mean
}

/// A possible score with its observed frequency.
#[derive(Clone, Copy)]
struct Atom {
    score: f64,
    probability: f64,
}

/// The probabilities that fit best.
fn best_fit(atoms: &[Atom], hypothesis: Hypothesis) -> Vec<f64> {
    match hypothesis {
        Hypothesis::Mean(mean) => {
            let slopes: Vec<f64> = atoms.iter().map(|atom| atom.score - mean).collect();
            tilt(atoms, &slopes)
        }
        Hypothesis::Deviations(target) => fit_deviations(atoms, target),
    }
}

/// When the iteration has settled.
const SETTLED: f64 = 1e-12;

/// Fixing `mean - 1/2 = target · deviation` is not linear in the probabilities. It is replaced by
/// its tangent at the last guess until the guess stands still, which takes a handful of steps.
fn fit_deviations(atoms: &[Atom], target: f64) -> Vec<f64> {
    let mut guess = vec![1.0 / atoms.len() as f64; atoms.len()];
    for _ in 0..100 {
        let mean: f64 = atoms.iter().zip(&guess).map(|(atom, p)| p * atom.score).sum();
        let square: f64 =
            atoms.iter().zip(&guess).map(|(atom, p)| p * (atom.score - mean).powi(2)).sum();
        let deviation = square.sqrt();
        let slopes: Vec<f64> = atoms
            .iter()
            .map(|atom| {
                let distance = (atom.score - mean) / deviation;
                atom.score - 0.5 - target * deviation * (1.0 + distance.powi(2)) / 2.0
            })
            .collect();
        let next = tilt(atoms, &slopes);
        let change = guess.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        guess = next;
        if change < SETTLED {
            break;
        }
    }
    guess
}

/// The probabilities closest to the observed ones under which the mean slope is zero: each is
/// divided by `1 + x · slope`, where `x` makes the mean vanish.
fn tilt(atoms: &[Atom], slopes: &[f64]) -> Vec<f64> {
    let x = root(atoms, slopes);
    atoms.iter().zip(slopes).map(|(atom, slope)| atom.probability / (1.0 + x * slope)).collect()
}

/// The zero of `Σ p·slope / (1 + x·slope)`, which falls strictly between its two poles: Newton's
/// method, with bisection where it would leave the interval.
fn root(atoms: &[Atom], slopes: &[f64]) -> f64 {
    let highest = slopes.iter().copied().fold(f64::MIN, f64::max);
    let lowest = slopes.iter().copied().fold(f64::MAX, f64::min);
    debug_assert!(lowest < 0.0 && highest > 0.0, "the hypothesis must be possible");
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope_of_value) = (0.0, 0.0);
        for (atom, slope) in atoms.iter().zip(slopes) {
            let part = slope / (1.0 + x * slope);
            value += atom.probability * part;
            slope_of_value -= atom.probability * part * part;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope_of_value;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}
