//! Networks to try things on.

use ferz_eval::nnue::{FEATURES, Network, NetworkParts};

use crate::support::Random;

fn weights(random: &mut Random, count: usize, largest: i16) -> Vec<i16> {
    let span = 2 * usize::from(largest.unsigned_abs()) + 1;
    (0..count).map(|_| (random.below(span) as i32 - i32::from(largest)) as i16).collect()
}

/// A network of zeros.
pub(crate) fn blank(hidden: usize, buckets: usize) -> NetworkParts {
    NetworkParts {
        hidden,
        buckets,
        feature_weights: vec![0; FEATURES * hidden],
        feature_biases: vec![0; hidden],
        output_weights: vec![0; buckets * 2 * hidden],
        output_biases: vec![0; buckets],
        ..NetworkParts::default()
    }
}

/// A network whose neurons are clipped below, free and clipped above about equally often.
pub(crate) fn random_parts(hidden: usize, buckets: usize, seed: u64) -> NetworkParts {
    let mut random = Random::new(seed);
    let mut parts = NetworkParts {
        hidden,
        buckets,
        feature_weights: weights(&mut random, FEATURES * hidden, 80),
        feature_biases: weights(&mut random, hidden, 200),
        output_weights: weights(&mut random, buckets * 2 * hidden, 128),
        output_biases: weights(&mut random, buckets, i16::MAX),
        ..NetworkParts::default()
    };
    parts.facts.set("seed", &seed.to_string()).unwrap();
    parts
}

pub(crate) fn random_network(hidden: usize, buckets: usize, seed: u64) -> Network {
    Network::new(&random_parts(hidden, buckets, seed)).unwrap()
}
