//! The network that this build carries is refused when anything about its file is wrong.

use std::sync::Arc;

use ferz_engine::embedded_network;
use ferz_eval::nnue::{FEATURES, Network, NetworkParts};

/// The file of the network in this binary; of a small one of zeros if there is none.
fn file() -> Vec<u8> {
    let embedded = embedded_network().expect("it is sound");
    embedded.unwrap_or_else(|| Arc::new(blank())).to_bytes()
}

fn blank() -> Network {
    let (hidden, buckets) = (32, 1);
    let parts = NetworkParts {
        hidden,
        buckets,
        feature_weights: vec![0; FEATURES * hidden],
        feature_biases: vec![0; hidden],
        output_weights: vec![0; buckets * 2 * hidden],
        output_biases: vec![0; buckets],
        ..NetworkParts::default()
    };
    Network::new(&parts).expect("zeros are a network")
}

/// The length is looked at before anything else, so that every cut can be tried even of a large
/// file.
#[test]
fn every_cut_is_refused() {
    let bytes = file();
    assert!(Network::from_bytes(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(Network::from_bytes(&[&bytes[..], &[0]].concat()).is_err(), "a byte more");
}

#[test]
fn a_thousand_flipped_bits_are_refused() {
    let mut bytes = file();
    let mut state = 88_172_645_463_325_252_u64;
    for _ in 0..1000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bit = (state >> 20) as usize % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Network::from_bytes(&bytes).is_err(), "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(Network::from_bytes(&bytes).is_ok(), "each was put back");
}
