//! How well a network that is ready foretells games, without a training.

use std::num::NonZeroUsize;

use ferz_eval::nnue::Network;

use super::objective::{Errors, Objective};
use super::parameters::{Parameters, Shape};
use super::team::Team;
use crate::data::PackedBoard;

/// The mean squared errors of a network's expected points in these positions, where `scale` is the
/// score that promises 73 % of the points. Networks can be compared if positions and scale are the
/// same; `blend` is the error against scores alone.
pub fn judge(
    network: &Network,
    boards: &[PackedBoard],
    scale: f64,
    threads: NonZeroUsize,
) -> Errors {
    let shape = Shape { hidden: network.hidden(), buckets: network.buckets() };
    let parameters =
        Parameters::from_network(network, shape, 0).expect("a network fits into its own shape");
    let objective = Objective { result_share: 0.0, scale: scale as f32 };
    Team::new(shape, threads).judge(&parameters, boards, objective)
}

#[cfg(test)]
mod tests {
    use ferz_eval::nnue::Facts;
    use ferz_rules::Color;

    use super::super::quantise;
    use super::*;
    use crate::data::{DataScore, Labelled, Wdl};

    #[test]
    fn errors_are_those_of_the_definition() {
        let shape = Shape { hidden: 32, buckets: 2 };
        let network = quantise(&Parameters::random(shape, 5), Facts::default()).expect("sound");
        let rows = [
            ("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9", 40, Wdl::Draw),
            ("8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 w - - 0 1", -90, Wdl::WhiteWin),
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 700, Wdl::BlackWin),
        ];
        let (mut boards, mut score_error, mut result_error) = (Vec::new(), 0.0, 0.0);
        for (fen, score, result) in rows {
            let position: ferz_rules::Position = fen.parse().expect("a test's own FEN");
            let side = if position.turn() == Color::White { 1.0 } else { -1.0 };
            let sigmoid = |score: f64| 1.0 / (1.0 + (-score / 200.0).exp());
            let points = match result {
                Wdl::WhiteWin => 0.5 + side / 2.0,
                Wdl::Draw => 0.5,
                Wdl::BlackWin => 0.5 - side / 2.0,
            };
            let expected = sigmoid(f64::from(network.evaluate(&position)));
            score_error += (expected - sigmoid(side * f64::from(score))).powi(2) / 3.0;
            result_error += (expected - points).powi(2) / 3.0;
            let score = DataScore::new(score);
            boards.push(PackedBoard::new(&Labelled { position, score, result }));
        }
        for threads in [1, 2] {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let found = judge(&network, &boards, 200.0, threads);
            // Whole centipawns against fractions of them.
            assert!((found.score - score_error).abs() < 1e-3, "{found:?}, not {score_error}");
            assert!((found.result - result_error).abs() < 1e-3, "{found:?}, not {result_error}");
        }
    }
}
