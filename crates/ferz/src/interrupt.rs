//! Ctrl-C: the first one asks the work at hand to finish with what it has, the second ends all.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Context;

/// The one flag: a study that plays several matches asks for it several times.
static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Becomes true when the user has asked to stop.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = FLAG.get_or_init(Arc::default);
    let set = Arc::clone(flag);
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            process::exit(130); // What a shell expects of a program killed by Ctrl-C.
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(Arc::clone(flag))
}
