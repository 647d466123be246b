//! What this binary was built with: its network and its way of finding sliding attacks.
//!
//! `ferz --version` tells so.

use std::sync::LazyLock;

use ferz_engine::embedded_network;
use ferz_eval::nnue::Kernel;
use ferz_rules::attacks::SLIDER_METHOD;

static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let network = match embedded_network() {
        Ok(Some(network)) => format!("{network}, by {}", Kernel::best()),
        Ok(None) => "none".to_owned(),
        Err(error) => error.to_string(),
    };
    format!("{}\nsliding attacks: {SLIDER_METHOD}\nnetwork: {network}", env!("CARGO_PKG_VERSION"))
});

/// The version and what the build has in it.
pub(crate) fn long_version() -> &'static str {
    &LONG_VERSION
}
