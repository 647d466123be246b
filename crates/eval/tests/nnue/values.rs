//! What networks say of positions.

use ferz_eval::nnue::{Network, feature};
use ferz_rules::{Color, Piece, Position, Square};

use crate::networks::{blank, random_network};
use crate::support::random_positions;

/// One neuron that sees the mover's or the other's rook on d4, in the bucket for three pieces.
///
/// The neuron is 50 + 100 = 150 with the rook and 50 without. Output weights are 100 for the
/// mover's accumulator and -20 for the other's, the bias is 500.
fn rook_on_d4() -> Network {
    let mut parts = blank(32, 8);
    let own = feature(Color::White, Square::A1, Piece::WhiteRook, Square::D4);
    parts.feature_weights[32 * own + 5] = 100;
    parts.feature_biases[5] = 50;
    parts.output_weights[5] = 100;
    parts.output_weights[32 + 5] = -20;
    parts.output_biases[0] = 500;
    Network::new(&parts).unwrap()
}

#[track_caller]
fn check_value(fen: &str, expected: i32) {
    let position: Position = fen.parse().unwrap();
    assert_eq!(rook_on_d4().evaluate(&position), expected, "{fen}");
}

#[test]
fn known_weights_give_known_numbers() {
    // (150² * 100 - 50² * 20) / 255 + 500 = 9127; 9127 * 400 / (255 * 64) = 223.7.
    check_value("8/8/8/k7/3R4/8/8/K7 w - - 0 1", 223);
    // (50² * 100 - 150² * 20) / 255 + 500 = -284; -284 * 400 / 16320 = -6.96.
    check_value("8/8/8/k7/3R4/8/8/K7 b - - 0 1", -6);
    // White's king on the right mirrors White's board: the rook must stand on e4.
    check_value("8/8/8/k7/4R3/8/8/6K1 w - - 0 1", 223);
    // For Black the fifth rank is the fourth.
    check_value("8/8/k7/3r4/8/8/8/K7 b - - 0 1", 223);
    // (50² * 100 - 50² * 20) / 255 + 500 = 1284; 1284 * 400 / 16320 = 31.5.
    check_value("8/8/8/k7/8/3R4/8/K7 w - - 0 1", 31);
    // Six pieces: another bucket, which knows nothing.
    check_value("8/8/8/k7/3R4/8/PPP5/K7 w - - 0 1", 0);
}

#[test]
fn exchanging_the_players_changes_nothing() {
    let network = random_network(64, 8, 11);
    random_positions(10, |position| {
        assert_eq!(network.evaluate(position), network.evaluate(&position.flip()), "{position}");
    });
}

#[test]
fn mirroring_the_board_changes_nothing() {
    let network = random_network(32, 8, 12);
    for (left, right) in [
        ("4k3/1p6/8/8/2N5/8/8/2K5 w - - 0 1", "3k4/6p1/8/8/5N2/8/8/5K2 w - - 0 1"),
        ("r3k3/8/8/8/8/8/8/B1K5 b - - 0 1", "3k3r/8/8/8/8/8/8/5K1B b - - 0 1"),
    ] {
        let [left, right]: [Position; 2] = [left, right].map(|fen| fen.parse().unwrap());
        assert_eq!(network.evaluate(&left), network.evaluate(&right), "{left}");
    }
}
