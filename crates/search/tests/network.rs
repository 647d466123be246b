//! Searches with a network: however its numbers are worked out, the tree is the same.

use std::sync::Arc;

use ferz_eval::Evaluator;
use ferz_eval::nnue::{FEATURES, Kernel, Network, NetworkParts, Nnue};
use ferz_rules::{Game, Position};
use ferz_search::{Features, Limits, Score, Shared, TranspositionTable, Worker};

/// A little material and much noise.
fn network() -> Arc<Network> {
    const HIDDEN: usize = 32;
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut weights = |count: usize, span: u64| -> Vec<i16> {
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            ((random >> 32) % span) as i16 - (span / 2) as i16
        };
        (0..count).map(|_| next()).collect()
    };
    let parts = NetworkParts {
        hidden: HIDDEN,
        buckets: 4,
        feature_weights: weights(FEATURES * HIDDEN, 61),
        feature_biases: weights(HIDDEN, 201),
        output_weights: weights(4 * 2 * HIDDEN, 61),
        output_biases: weights(4, 2001),
        ..NetworkParts::default()
    };
    Arc::new(Network::new(&parts).expect("small numbers"))
}

/// Works everything out anew for every position.
struct Plain(Arc<Network>);

impl Evaluator for Plain {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }
}

fn search(eval: impl Evaluator, fen: &str) -> (u64, Score) {
    let shared = Shared::new(TranspositionTable::with_mebibytes(1));
    let game = Game::from_position(fen.parse().expect("a test's own FEN"));
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let mut worker = Worker::new(eval, Features::default());
    let result = worker.think(&shared, &game, &limits, 1, &mut |_| {});
    (result.nodes, result.score)
}

#[test]
fn every_kernel_searches_the_same_tree() {
    let network = network();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p1k1p1/3p4/1P3P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
        "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
    ] {
        let expected = search(Plain(Arc::clone(&network)), fen);
        assert!(expected.0 > 1000, "{fen}: {expected:?}");
        for kernel in Kernel::available() {
            let nnue = Nnue::with_kernel(Arc::clone(&network), kernel);
            assert_eq!(search(nnue, fen), expected, "{kernel}: {fen}");
        }
    }
}
