//! What tells one file from another.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The SHA-256 in hexadecimal.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    text
}
