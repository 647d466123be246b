//! Any bytes are a network or an error. A network's file is the only one it has, and no network
//! that is read overflows.
//!
//! A file has fifty thousand bytes, most of which say little, and a checksum that refuses nearly
//! every change. So the input is not the file but what is done to a sound one: which bytes
//! change, what the facts are, and whether the checksum is made to fit again.
#![no_main]

use std::sync::LazyLock;

use ferz_eval::nnue::{FEATURES, Network, NetworkParts};
use ferz_rules::Position;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

const HEADER: usize = 32;
const CHECKSUM: usize = 32;

/// A sound file, with a fact and weights that differ.
static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (hidden, buckets) = (32, 2);
    let weights = |count: usize, span: usize| {
        (0..count).map(|index| (index * 7 % (2 * span + 1)) as i16 - span as i16).collect()
    };
    let mut parts = NetworkParts {
        hidden,
        buckets,
        feature_weights: weights(FEATURES * hidden, 90),
        feature_biases: weights(hidden, 200),
        output_weights: weights(buckets * 2 * hidden, 128),
        output_biases: weights(buckets, 30_000),
        ..NetworkParts::default()
    };
    parts.facts.set("seed", "1").expect("a fact");
    Network::new(&parts).expect("a network").to_bytes()
});

fuzz_target!(|input: &[u8]| {
    let Some((mode, plan)) = input.split_first() else { return };
    match mode % 4 {
        0 => check(plan),
        1 => {
            let bytes = edited(plan);
            let is_sound = bytes == *SOUND;
            assert_eq!(Network::from_bytes(&bytes).is_ok(), is_sound, "no change goes unnoticed");
        }
        2 => check(&signed(edited(plan))),
        _ => check(&signed(with_facts(plan))),
    }
});

fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Ok(network) => {
            assert_eq!(network.to_bytes(), bytes);
            network.evaluate(&Position::startpos());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for (hidden, buckets) in [(32, 1), (bytes.len() % 4096, bytes.len() % 64)] {
        let _ = Network::from_bullet(bytes, hidden, buckets);
    }
}

/// The sound file after edits of four bytes each: what, where (two bytes) and a value.
fn edited(plan: &[u8]) -> Vec<u8> {
    let mut bytes = SOUND.clone();
    for &[what, low, high, value] in plan.as_chunks::<4>().0 {
        if bytes.is_empty() {
            break;
        }
        // The header and the facts are a thousandth of the file, but there is most to get wrong.
        let place = usize::from(u16::from_le_bytes([low, high]));
        let place = if what < 128 { place % (HEADER + 16) } else { place } % bytes.len();
        match what % 6 {
            0 | 1 => bytes[place] ^= value,
            2 | 3 => bytes[place] = value,
            4 => bytes.insert(place, value),
            _ => bytes.truncate(place),
        }
    }
    bytes
}

/// The sound file with this text as its facts.
fn with_facts(text: &[u8]) -> Vec<u8> {
    let (header, rest) = SOUND.split_at(HEADER);
    let mut bytes = header.to_vec();
    bytes[24..28].copy_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text);
    bytes.extend_from_slice(&rest["seed=1\n".len()..]);
    bytes
}

/// The same with a checksum that fits.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some(length) = bytes.len().checked_sub(CHECKSUM) {
        bytes.truncate(length);
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
    }
    bytes
}
