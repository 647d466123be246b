//! Where studies leave their reports.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use ferz_lab::report::Report;

use crate::output::{say, say_line};

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// Write a page with plots here
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write the tables as Markdown here
    #[arg(long, value_name = "FILE.md")]
    markdown: Option<PathBuf>,
}

impl ReportArgs {
    /// A place that cannot be written to should be known before hours of games, not after.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        for path in [&self.report, &self.markdown].into_iter().flatten() {
            File::options().create(true).append(true).open(path).with_context(|| cannot(path))?;
        }
        Ok(())
    }

    /// Writes the files that were asked for; the tables go to standard output if none was and
    /// nothing else is said there.
    pub(crate) fn write(&self, report: &Report, json: bool) -> anyhow::Result<()> {
        if let Some(path) = &self.report {
            write(path, &report.html().to_string())?;
        }
        if let Some(path) = &self.markdown {
            write(path, &report.markdown().to_string())?;
        }
        if !json {
            match (&self.report, &self.markdown) {
                (None, None) => say!("{}", report.markdown()),
                (first, second) => {
                    for path in [first, second].into_iter().flatten() {
                        say_line!("wrote {}", path.display());
                    }
                }
            }
        }
        Ok(())
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = File::create(path).with_context(|| cannot(path))?;
    file.write_all(text.as_bytes()).with_context(|| cannot(path))
}
