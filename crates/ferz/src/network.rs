//! What this binary was built with: its network and its way of finding sliding attacks.
//!
//! A build with `EVALFILE=net.bin` carries that file's bytes; `ferz --version` tells so.

use std::sync::LazyLock;

use ferz_rules::attacks::SLIDER_METHOD;

/// The bytes of the network, if the build was given one.
#[cfg(embedded_network)]
const NETWORK: Option<&[u8]> = Some(include_bytes!(env!("FERZ_NETWORK")));
#[cfg(not(embedded_network))]
const NETWORK: Option<&[u8]> = None;

static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let network = match NETWORK {
        Some(bytes) => format!("{} bytes embedded", bytes.len()),
        None => "none".to_owned(),
    };
    format!("{}\nsliding attacks: {SLIDER_METHOD}\nnetwork: {network}", env!("CARGO_PKG_VERSION"))
});

/// The version and what the build has in it.
pub(crate) fn long_version() -> &'static str {
    &LONG_VERSION
}
