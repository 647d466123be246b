//! The tuner: its formula against the evaluation, its gradient against differences, its fit
//! against weights that are known.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use ferz_eval::{Classical, Evaluator, TaperedScore, WeightIndex, Weights, weights};
use ferz_lab::Random;
use ferz_lab::tune::texel::{
    FitSettings, Outcome, Parameters, Sample, Samples, error, fit, fit_scale, gradient,
};
use ferz_rules::{Color, Position};

/// Positions of random games, quiet ones only, with the evaluation of each for White.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut list = Vec::new();
    while list.len() < count {
        let mut position = Position::startpos();
        for ply in 0..160 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            if ply > 8 && !position.in_check() && random.below(4) == 0 {
                list.push(position.clone());
            }
        }
    }
    list
}

fn evaluate(classical: &mut Classical, position: &Position) -> f64 {
    let score = f64::from(classical.evaluate(position));
    if position.turn() == Color::White { score } else { -score }
}

fn samples(list: &[Position], result: impl Fn(&Position) -> f32) -> Samples {
    let classical = Classical::default();
    let mut samples = Samples::new();
    for position in list {
        samples.push(&classical, position, Outcome { result: result(position), score: None });
    }
    samples
}

fn result_of(sample: &Sample) -> f64 {
    sample.outcome.result.into()
}

#[test]
fn the_formula_is_the_evaluation_but_for_its_rounding() {
    let mut classical = Classical::default();
    let parameters = Parameters::from_weights(classical.weights());
    let mut compared = 0;
    for position in positions(1, 3000) {
        let mut one = Samples::new();
        one.push(&classical, &position, Outcome { result: 0.5, score: None });
        let Some(sample) = one.list().first() else { continue };
        let exact = evaluate(&mut classical, &position);
        let formula = parameters.score(&one, sample);
        // Each king's curve rounds in both halves, and the score rounds once more.
        assert!((exact - formula).abs() < 3.01, "{position}: {exact} and {formula}");
        compared += 1;
    }
    assert!(compared > 2000);
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let mut random = Random::new(3);
    let list = positions(2, 400);
    let samples = samples(&list, |position| (position.key().bits() % 3) as f32 / 2.0);
    let mut parameters = Parameters::from_weights(&Weights::default());
    // Away from whole numbers, so that no king stands right at a kink of its curve.
    for value in parameters.values_mut().as_flattened_mut() {
        *value += random.fraction() - 0.5;
    }
    let mut slope = Parameters::zero();
    let scale = 0.004;
    gradient(&parameters, &samples, samples.list(), result_of, scale, &mut slope);
    let count = samples.list().len() as f64;
    let loss = |parameters: &Parameters| {
        count * error(parameters, &samples, samples.list(), result_of, scale)
    };
    let mut moved = 0;
    for place in 0..2 * Weights::COUNT {
        let at = |shift: f64| {
            let mut shifted = parameters.clone();
            shifted.values_mut().as_flattened_mut()[place] += shift;
            loss(&shifted)
        };
        let difference = (at(1e-3) - at(-1e-3)) / 2e-3;
        let exact = slope.values().as_flattened()[place];
        assert!((difference - exact).abs() < 1e-6 + 1e-4 * exact.abs(), "{place}: {exact}");
        moved += usize::from(exact != 0.0);
    }
    assert!(moved > Weights::COUNT, "{moved} slopes are not zero");
}

#[test]
fn the_fit_finds_weights_that_were_hidden() {
    let mut secret = Weights::default();
    let hidden = [
        (weights::PIECE_VALUE.at(1), TaperedScore::new(250, 350)),
        (weights::PIECE_VALUE.at(4), TaperedScore::new(1150, 1050)),
        (weights::TEMPO, TaperedScore::new(45, 40)),
        (weights::DANGER_RING, TaperedScore::new(20, 30)),
    ];
    for (index, value) in hidden {
        secret.set(index, value);
    }
    let scale = 0.003;
    let list = positions(4, 6000);
    let knower = Parameters::from_weights(&secret);
    // The label is what the secret weights expect, exactly.
    let plain = samples(&list, |_| 0.5);
    let mut labels = plain
        .list()
        .iter()
        .map(|sample| (1.0 / (1.0 + (-scale * knower.score(&plain, sample)).exp())) as f32);
    let classical = Classical::default();
    let mut labelled = Samples::new();
    for position in &list {
        let before = labelled.list().len();
        let result = labels.clone().next().unwrap_or(0.5);
        labelled.push(&classical, position, Outcome { result, score: None });
        if labelled.list().len() > before {
            labels.next();
        }
    }
    let settings = FitSettings {
        epochs: 150,
        batch: 1000,
        rate: 4.0,
        prior: 0.0,
        scale,
        threads: NonZeroUsize::new(2).unwrap(),
        ..FitSettings::default()
    };
    let go_on = AtomicBool::new(false);
    let mut errors = Vec::new();
    let found = fit(&Weights::default(), &labelled, &labelled, &settings, &go_on, &mut |epoch| {
        errors.push(epoch.validation);
    });
    assert!(errors.last().unwrap() * 50.0 < errors[0], "{errors:?}");
    // Values and squares of a piece share their freedom, so the scores are compared and not the
    // weights, except where nothing else can stand in.
    let worst = labelled
        .list()
        .iter()
        .map(|sample| (found.score(&labelled, sample) - knower.score(&labelled, sample)).abs())
        .sum::<f64>()
        / labelled.list().len() as f64;
    assert!(worst < 8.0, "mean distance {worst}");
    let tempo = found.to_weights()[weights::TEMPO];
    assert!((tempo.mg() - 45).abs() <= 6, "{tempo:?}");
}

#[test]
fn weights_that_never_count_keep_their_values() {
    let list = vec![Position::startpos(); 50];
    let samples = samples(&list, |_| 1.0);
    let settings = FitSettings { epochs: 5, ..FitSettings::default() };
    let go_on = AtomicBool::new(false);
    let start = Weights::default();
    let found = fit(&start, &samples, &Samples::new(), &settings, &go_on, &mut |_| {}).to_weights();
    let changed: Vec<_> = (0..Weights::COUNT)
        .filter_map(WeightIndex::from_usize)
        .filter(|&index| found[index] != start[index])
        .collect();
    assert_eq!(changed, [weights::TEMPO], "all else is equal for both players at the start");
}

#[test]
fn the_scale_is_found() {
    let mut random = Random::new(5);
    let mut classical = Classical::default();
    let list = positions(6, 20_000);
    let mut all = Samples::new();
    for position in &list {
        let expected = 1.0 / (1.0 + (-0.004 * evaluate(&mut classical, position)).exp());
        let result = if random.fraction() < expected { 1.0 } else { 0.0 };
        all.push(&Classical::default(), position, Outcome { result, score: None });
    }
    let scale = fit_scale(&Parameters::from_weights(&Weights::default()), &all);
    assert!((scale - 0.004).abs() < 0.0003, "{scale}");
}
