//! The evaluation as a formula of its weights, and the gradient of its error.

use ferz_eval::{TaperedScore, WeightIndex, Weights};

use super::samples::{Count, Sample, Samples};

/// A value for both phases of every weight, not yet rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters(Vec<[f64; 2]>);

impl Parameters {
    /// All zero: where a gradient begins.
    pub fn zero() -> Self {
        Self(vec![[0.0; 2]; Weights::COUNT])
    }

    /// The values of these weights.
    pub fn from_weights(weights: &Weights) -> Self {
        Self(weights.list().map(|weight| [weight.mg.into(), weight.eg.into()]).collect())
    }

    /// The nearest weights.
    pub fn to_weights(&self) -> Weights {
        let mut weights = Weights::default();
        for (place, value) in self.0.iter().enumerate() {
            if let Some(index) = WeightIndex::from_usize(place) {
                let [mg, eg] = value.map(|value| value.round() as i32);
                weights.set(index, TaperedScore::new(mg, eg));
            }
        }
        weights
    }

    /// The values, weight by weight, first of the middle game and then of the endgame.
    pub fn values(&self) -> &[[f64; 2]] {
        &self.0
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> &mut [[f64; 2]] {
        &mut self.0
    }

    /// Adds another set of values.
    pub(super) fn add(&mut self, other: &Self) {
        for (sum, value) in self.0.iter_mut().zip(&other.0) {
            sum[0] += value[0];
            sum[1] += value[1];
        }
    }

    /// The score of a position, in centipawns for White.
    pub fn score(&self, samples: &Samples, sample: &Sample) -> f64 {
        self.look(samples, sample).score
    }

    fn look(&self, samples: &Samples, sample: &Sample) -> Look {
        let [mut mg, mut eg] = self.sum(samples.linear(sample));
        let danger = samples.danger(sample).map(|counts| self.sum(counts));
        for (units, sign) in danger.into_iter().zip(SIGNS) {
            let [cost_mg, cost_eg] = curve(units);
            mg += sign * cost_mg;
            eg += sign * cost_eg;
        }
        let score = mg * f64::from(sample.mg) + eg * f64::from(sample.eg);
        Look { score, danger }
    }

    #[inline]
    fn sum(&self, counts: &[Count]) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for count in counts {
            let [mg, eg] = self.0[usize::from(count.index)];
            let times = f64::from(count.times);
            sum[0] += mg * times;
            sum[1] += eg * times;
        }
        sum
    }
}

/// What danger to White's king and to Black's does to the score for White.
const SIGNS: [f64; 2] = [-1.0, 1.0];

/// A score with the units of danger that went into it.
struct Look {
    score: f64,
    danger: [[f64; 2]; 2],
}

/// The evaluation's `king_curve` without its rounding.
fn curve([mg, eg]: [f64; 2]) -> [f64; 2] {
    let (mg, eg) = (mg.clamp(0.0, MAX_UNITS), eg.clamp(0.0, MAX_UNITS));
    [mg * mg / 800.0, eg / 16.0]
}

/// How fast the curve rises.
fn slope([mg, eg]: [f64; 2]) -> [f64; 2] {
    let within = |units: f64| (0.0..=MAX_UNITS).contains(&units);
    [if within(mg) { mg / 400.0 } else { 0.0 }, if within(eg) { 1.0 / 16.0 } else { 0.0 }]
}

const MAX_UNITS: f64 = 1200.0;

/// White's expected points at a score.
pub(super) fn sigmoid(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// The mean of the squared errors over these positions, whose targets are given beside them.
pub fn error(
    parameters: &Parameters,
    samples: &Samples,
    list: &[Sample],
    target: impl Fn(&Sample) -> f64,
    scale: f64,
) -> f64 {
    let errors = list.iter().map(|sample| {
        let expected = sigmoid(parameters.score(samples, sample), scale);
        (expected - target(sample)).powi(2)
    });
    errors.sum::<f64>() / list.len().max(1) as f64
}

/// Adds the gradient of the sum of squared errors, and returns that sum.
pub fn gradient(
    parameters: &Parameters,
    samples: &Samples,
    list: &[Sample],
    target: impl Fn(&Sample) -> f64,
    scale: f64,
    into: &mut Parameters,
) -> f64 {
    let mut total = 0.0;
    for sample in list {
        let look = parameters.look(samples, sample);
        let expected = sigmoid(look.score, scale);
        let error = expected - target(sample);
        total += error * error;
        let steep = 2.0 * error * scale * expected * (1.0 - expected);
        let steep = [steep * f64::from(sample.mg), steep * f64::from(sample.eg)];
        into.credit(samples.linear(sample), steep);
        for ((counts, units), sign) in
            samples.danger(sample).into_iter().zip(look.danger).zip(SIGNS)
        {
            let slope = slope(units);
            into.credit(counts, [sign * steep[0] * slope[0], sign * steep[1] * slope[1]]);
        }
    }
    total
}

impl Parameters {
    #[inline]
    fn credit(&mut self, counts: &[Count], steep: [f64; 2]) {
        for count in counts {
            let times = f64::from(count.times);
            let value = &mut self.0[usize::from(count.index)];
            value[0] += steep[0] * times;
            value[1] += steep[1] * times;
        }
    }
}
