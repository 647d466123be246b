//! Labelled positions of our own making.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use ferz_lab::evolve::{Label, LabelSettings, label_positions};
use indicatif::ProgressBar;
use serde_json::json;

use super::games::book;
use super::{create, processors, write_lines};
use crate::cli::parse_threads;
use crate::interrupt;
use crate::output::say_line;
use crate::progress::style;

#[derive(Args)]
pub(super) struct LabelArgs {
    /// Where the positions go
    #[arg(long, value_name = "FILE.epd")]
    out: PathBuf,
    /// Where the games start: a book such as data/openings.epd
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// How many positions
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// A position is taken up to so many half-moves after its opening
    #[arg(long, default_value_t = 80, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: u32,
    /// Nodes for each move on the way
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    play_nodes: u64,
    /// Nodes for the label
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many centipawns the strong move must be ahead of the next
    #[arg(long, default_value_t = 30, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    margin: i32,
    /// Another seed gives other positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many positions are made at once; nothing else depends on it
    #[arg(long, default_value_t = processors(), value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    /// Tell the outcome as one JSON object
    #[arg(long)]
    json: bool,
}

/// Status 1 if fewer positions were found than asked for.
pub(super) fn run(args: &LabelArgs) -> anyhow::Result<ExitCode> {
    let book = book(&args.openings, args.seed)?;
    create(&args.out)?;
    let stop = interrupt::flag()?;
    let settings = LabelSettings {
        count: args.count,
        plies: args.plies as usize,
        play_nodes: args.play_nodes,
        label_nodes: args.nodes,
        margin: args.margin,
        seed: args.seed,
        concurrency: args.concurrency,
    };
    let bar =
        if args.json { ProgressBar::hidden() } else { ProgressBar::new(u64::from(args.count)) };
    bar.set_style(style("{wide_bar} {pos}/{len} positions, {eta} left"));
    let mut labels: Vec<Label> = Vec::new();
    label_positions(&book, &settings, &stop, &mut |label| {
        labels.push(label);
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    labels.sort_by_key(|label| label.number);
    write_lines(&args.out, labels.iter().map(|label| label.to_epd().to_string()))?;
    let is_complete = labels.len() == args.count as usize;
    if args.json {
        say_line!("{}", json!({ "positions": labels.len(), "complete": is_complete }));
    } else {
        say_line!("{} positions in {}", labels.len(), args.out.display());
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
