//! The positions that fitness games begin with, for other programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use ferz_lab::evolve::Starts;
use ferz_rules::Epd;
use indicatif::ProgressBar;
use serde_json::json;

use super::games::OpponentArgs;
use super::{create, write_lines};
use crate::interrupt;
use crate::output::say_line;
use crate::progress::style;

#[derive(Args)]
pub(super) struct StartsArgs {
    /// Where the positions go
    #[arg(long, value_name = "FILE.epd")]
    out: PathBuf,
    /// How many
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    #[command(flatten)]
    opponent: OpponentArgs,
    /// Another seed gives other positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Tell the outcome as one JSON object
    #[arg(long)]
    json: bool,
}

/// Status 1 if it was stopped.
pub(super) fn run(args: &StartsArgs) -> anyhow::Result<ExitCode> {
    let mut opponent = args.opponent.opponent()?.start(false)?;
    create(&args.out)?;
    let stop = interrupt::flag()?;
    let starts = Starts::SelfPlay(args.opponent.self_play());
    let bar =
        if args.json { ProgressBar::hidden() } else { ProgressBar::new(u64::from(args.count)) };
    bar.set_style(style("{wide_bar} {pos}/{len} positions, {eta} left"));
    let mut lines = Vec::new();
    for number in 0..u64::from(args.count) {
        let found = starts.position(opponent.as_mut(), args.seed, number, &stop)?;
        let Some(position) = found else { break };
        lines.push(Epd { position, operations: Vec::new() }.to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (found, is_complete) = (lines.len(), lines.len() == args.count as usize);
    write_lines(&args.out, lines.into_iter())?;
    if args.json {
        say_line!("{}", json!({ "positions": found, "complete": is_complete }));
    } else {
        say_line!("{found} positions in {}", args.out.display());
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
