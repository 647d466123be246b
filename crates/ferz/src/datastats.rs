//! `ferz data stats`: what files of games are like.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use ferz_lab::data::{DataStats, Filter, GameReader, ReadError};
use serde_json::json;

use crate::output::say_line;

#[derive(Subcommand)]
pub(crate) enum DataCommand {
    /// Count games, positions and results, and check that scores and results agree
    Stats(StatsArgs),
}

#[derive(Args)]
pub(crate) struct StatsArgs {
    /// Files made by `ferz datagen`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &DataCommand) -> anyhow::Result<ExitCode> {
    let DataCommand::Stats(args) = command;
    let mut stats = DataStats::default();
    for file in &args.files {
        count(file, &mut stats).with_context(|| format!("{}", file.display()))?;
    }
    if args.json {
        let [black, draws, white] = stats.results;
        say_line!(
            "{}",
            json!({
                "games": stats.games, "positions": stats.positions, "kept": stats.kept,
                "white": white, "draws": draws, "black": black,
                "agreement": stats.agreement(), "phases": stats.phases,
            })
        );
    } else {
        say_line!("{stats}");
    }
    Ok(ExitCode::SUCCESS)
}

fn count(file: &Path, stats: &mut DataStats) -> anyhow::Result<()> {
    let input = BufReader::with_capacity(1 << 20, File::open(file)?);
    let filter = Filter::default();
    for game in GameReader::new(input) {
        match game {
            Ok(game) => stats.note(&game, &filter),
            // The end of a file that is being written to, or whose writer was killed.
            Err(error @ ReadError::Cut { .. }) => {
                eprintln!("note: {}: {error}; the rest was counted", file.display());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
