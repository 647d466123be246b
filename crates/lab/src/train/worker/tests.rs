use ferz_rules::{Position, StartNumber};

use super::*;
use crate::Random;
use crate::data::{DataScore, Labelled, Wdl};

/// Positions of random games with random labels.
fn some_boards(random: &mut Random, count: usize) -> Vec<PackedBoard> {
    let mut boards = Vec::new();
    while boards.len() < count {
        let number = StartNumber::new(random.below(960) as u16).expect("below 960");
        let mut position = Position::chess960(number);
        for _ in 0..random.below(120) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.below(legal.len())]);
        }
        let score = DataScore::new(random.below(2000) as i16 - 1000);
        let result = [Wdl::BlackWin, Wdl::Draw, Wdl::WhiteWin][random.below(3)];
        boards.push(PackedBoard::new(&Labelled { position, score, result }));
    }
    boards
}

/// The mean squared error in plain arithmetic of twice the precision.
fn slow_loss(shape: Shape, values: &[f64], boards: &[PackedBoard], objective: Objective) -> f64 {
    let Objective { result_share, scale } = objective;
    let (share, scale) = (f64::from(result_share), f64::from(scale));
    let logistic = |value: f64| 1.0 / (1.0 + (-value).exp());
    let mut sum = 0.0;
    for board in boards {
        let bucket = output_bucket(shape.buckets, board.len());
        let weights = &values[shape.bucket(bucket)];
        let mut value = values[shape.output_biases()][bucket];
        let (king, their_king) = board.kings();
        for (side, (color, king)) in
            [(Color::White, king), (Color::Black, their_king)].into_iter().enumerate()
        {
            for neuron in 0..shape.hidden {
                let mut hidden = values[shape.feature_biases()][neuron];
                for (piece, square) in board.pieces() {
                    hidden += values[feature(color, king, piece, square) * shape.hidden + neuron];
                }
                value += hidden.clamp(0.0, 1.0).powi(2) * weights[side * shape.hidden + neuron];
            }
        }
        let promised = logistic(f64::from(board.score()) / scale);
        let target = share * f64::from(board.points()) + (1.0 - share) * promised;
        sum += (logistic(value * f64::from(SCALE) / scale) - target).powi(2);
    }
    sum / boards.len() as f64
}

#[test]
fn slopes_are_those_of_finite_differences() {
    let shape = Shape { hidden: 32, buckets: 4 };
    let mut random = Random::new(8);
    // More than a group, so that slopes add up over groups.
    let boards = some_boards(&mut random, GROUP + 20);
    let mut parameters = Parameters::random(shape, 3);
    for value in parameters.values_mut() {
        *value += 0.05 * (random.fraction() as f32 - 0.5);
    }
    let objective = Objective { result_share: 0.375, scale: 150.0 };
    let mut worker = Worker::new(shape);
    let loss = worker.learn(&parameters, boards.iter(), objective, boards.len());
    let values: Vec<f64> = parameters.values().iter().copied().map(f64::from).collect();
    let slow = slow_loss(shape, &values, &boards, objective);
    assert!((loss / boards.len() as f64 - slow).abs() < 1e-6 * slow, "{loss} {slow}");

    let ranges = [
        shape.feature_weights(),
        shape.feature_biases(),
        shape.output_weights(),
        shape.output_biases(),
    ];
    let largest = worker.slopes.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    let mut checked = 0;
    for range in ranges {
        for _ in 0..12 {
            let index = range.start + random.below(range.len());
            let slope = f64::from(worker.slopes[index]);
            let nudged = |by: f64| {
                let mut values = values.clone();
                values[index] += by;
                slow_loss(shape, &values, &boards, objective)
            };
            let step = 1e-5;
            let expected = (nudged(step) - nudged(-step)) / (2.0 * step);
            let off = (slope - expected).abs();
            assert!(off <= 1e-4 * f64::from(largest) + 1e-3 * expected.abs(), "{slope} {expected}");
            checked += usize::from(expected != 0.0);
        }
    }
    assert!(checked > 24, "only {checked} slopes were not zero");
}

#[test]
fn a_board_sees_what_its_position_sees() {
    let mut random = Random::new(9);
    for board in some_boards(&mut random, 50) {
        let position = board.unpack().expect("it was legal").position;
        let (king, their_king) = board.kings();
        for (color, king) in [(Color::White, king), (Color::Black, their_king)] {
            let ours = board.pieces().map(|(piece, square)| feature(color, king, piece, square));
            assert!(ours.eq(ferz_eval::nnue::active_features(&position, color)));
        }
    }
}
