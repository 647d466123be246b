//! Progress bars of commands that read files.

use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar over the bytes of these files.
pub(crate) fn bytes(files: &[PathBuf]) -> anyhow::Result<ProgressBar> {
    let mut total = 0;
    for path in files {
        let length = path.metadata().map(|data| data.len());
        total += length.with_context(|| format!("cannot read {}", path.display()))?;
    }
    let template = "{wide_bar} {bytes}/{total_bytes}, {eta} left";
    Ok(ProgressBar::new(total).with_style(style(template)))
}

pub(crate) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
