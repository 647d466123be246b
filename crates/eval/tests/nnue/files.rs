//! Files in and out: what was written reads back, anything else is refused.

use ferz_eval::nnue::{FEATURES, Network, NetworkError, NetworkParts};

use crate::networks::{blank, random_network, random_parts};
use crate::support::Random;

#[test]
fn written_networks_read_back() {
    for (hidden, buckets) in [(32, 1), (64, 8), (96, 5), (2048, 2)] {
        let network = random_network(hidden, buckets, 7);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read, network);
        assert_eq!(bytes.last_chunk(), Some(read.checksum()));
    }
}

#[test]
fn every_cut_and_addition_is_refused() {
    let bytes = random_network(32, 1, 1).to_bytes();
    for length in 0..bytes.len() {
        assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(Network::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_err());
}

#[test]
fn every_flipped_bit_is_refused() {
    let bytes = random_network(32, 1, 2).to_bytes();
    let mut random = Random::new(99);
    let anywhere = (0..1000).map(|_| random.below(8 * bytes.len()));
    let header = 0..8 * 64;
    for bit in header.chain(anywhere) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Network::from_bytes(&damaged).is_err(), "bit {bit}");
    }
}

#[track_caller]
fn check_refused(change: impl FnOnce(&mut NetworkParts), error: &str) {
    let mut parts = blank(32, 2);
    change(&mut parts);
    assert_eq!(Network::new(&parts).unwrap_err().to_string(), error);
}

#[test]
fn bad_numbers_are_refused() {
    check_refused(
        |parts| parts.hidden = 48,
        "expected a hidden size that is a multiple of 32 up to 2048, got 48",
    );
    check_refused(|parts| parts.buckets = 33, "expected 1 to 32 output buckets, got 33");
    check_refused(
        |parts| parts.feature_weights.truncate(5),
        "expected 24576 feature weights, got 5",
    );
    check_refused(
        |parts| parts.output_weights[3] = -129,
        "output weight -129 is beyond ±128: train with weights clipped to ±1.98",
    );
    // 32 pieces of 1000 and a bias of 768 would be one too many.
    check_refused(
        |parts| {
            (0..FEATURES).for_each(|input| parts.feature_weights[32 * input + 9] = -1000);
            parts.feature_biases[9] = 768;
        },
        "neuron 9 may reach 32768, which does not fit 16 bits",
    );
}

#[test]
fn foreign_files_are_refused() {
    for bytes in [&b""[..], b"FERZ", b"bulletbullet", &[0; 60_000]] {
        assert_eq!(Network::from_bytes(bytes), Err(NetworkError::Foreign));
    }
}

#[test]
fn bullet_files_are_read() {
    let parts = random_parts(64, 4, 3);
    let arrays = [
        &parts.feature_weights,
        &parts.feature_biases,
        &parts.output_weights,
        &parts.output_biases,
    ];
    let mut bytes: Vec<u8> =
        arrays.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    while !bytes.len().is_multiple_of(64) {
        bytes.push(b'b');
    }
    let read = Network::from_bullet(&bytes, 64, 4).unwrap();
    assert_eq!(NetworkParts { facts: parts.facts.clone(), ..read.parts() }, parts);
    assert_eq!(read.facts().get("trainer"), Some("bullet"));
    assert!(matches!(Network::from_bullet(&bytes, 64, 8), Err(NetworkError::Length { .. })));
    assert!(Network::from_bullet(&bytes[..bytes.len() - 10], 64, 4).is_err());
}
