//! `ferz openings`: makes an opening book.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use ferz_lab::openings::{BookSettings, make_book};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::parse_threads;
use crate::interrupt;
use crate::output::say_line;

#[derive(Args)]
pub(crate) struct OpeningsArgs {
    /// Where the book goes, one EPD line for each position; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many positions
    #[arg(long, default_value_t = 5000, value_name = "N")]
    lines: usize,
    /// The fewest random half-moves
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// The most random half-moves; one more than the fewest if not given, so that either player
    /// may be to move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    max_plies: Option<u32>,
    /// The search that judges a position
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    nodes: u64,
    /// How far from even a position may be, in centipawns
    #[arg(long, default_value_t = 60, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    max_score: i32,
    /// Start from the 960 positions
    #[arg(long)]
    chess960: bool,
    /// Another seed gives another book
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many positions are judged at the same time; the book does not depend on it
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    /// Tell the outcome as one JSON object
    #[arg(long, requires = "out")]
    json: bool,
}

impl OpeningsArgs {
    fn settings(&self) -> anyhow::Result<BookSettings> {
        let (fewest, most) = (self.plies, self.max_plies.unwrap_or(self.plies + 1));
        anyhow::ensure!(fewest <= most, "--max-plies {most} is below --plies {fewest}");
        Ok(BookSettings {
            lines: self.lines,
            plies: fewest..=most,
            nodes: self.nodes,
            max_score: self.max_score,
            chess960: self.chess960,
            seed: self.seed,
        })
    }
}

pub(crate) fn run(args: &OpeningsArgs) -> anyhow::Result<ExitCode> {
    let settings = args.settings()?;
    // A file that cannot be written must be known before an hour of work, not after.
    let file = args
        .out
        .as_ref()
        .map(|path| File::create(path).with_context(|| format!("cannot write {}", path.display())));
    let file = file.transpose()?;
    let interrupted = interrupt::flag()?;
    let bar = ProgressBar::new(settings.lines as u64).with_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let openings = make_book(&settings, args.concurrency, &interrupted, &|progress| {
        bar.set_position(progress.found as u64);
        bar.set_message(format!("({} tried)", progress.tried));
    });
    bar.finish_and_clear();
    let complete = openings.len() == settings.lines;
    match (file, &args.out) {
        (Some(file), Some(path)) => {
            let mut output = BufWriter::new(file);
            let written = openings.iter().try_for_each(|opening| writeln!(output, "{opening}"));
            written
                .and_then(|()| output.flush())
                .with_context(|| format!("cannot write {}", path.display()))?;
            if args.json {
                say_line!("{}", json!({ "positions": openings.len(), "complete": complete }));
            } else {
                say_line!("{} positions in {}", openings.len(), path.display());
            }
        }
        _ => openings.iter().for_each(|opening| say_line!("{opening}")),
    }
    if !complete && !args.json {
        eprintln!("fewer than the {} positions asked for", settings.lines);
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
