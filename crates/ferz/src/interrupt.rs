//! Ctrl-C: the first one asks the work at hand to finish with what it has, the second ends all.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Becomes true when the user has asked to stop.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            process::exit(130); // What a shell expects of a program killed by Ctrl-C.
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
