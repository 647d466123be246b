//! `ferz net judge`: which network foretells games best, before any game is played with it.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use ferz_engine::load_network;
use ferz_lab::data::Foresight;
use ferz_lab::train::{Dataset, LoadSettings, judge};
use serde_json::json;

use crate::cli::{parse_share, parse_threads};
use crate::filter_args::FilterArgs;
use crate::output::say_line;
use crate::train::parse_scale;

#[derive(Args)]
pub(crate) struct JudgeArgs {
    /// Networks
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of games or of positions that none of the networks has learned from
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The score that promises 73 % of the points
    #[arg(long, default_value_t = 150.0, value_name = "CP", value_parser = parse_scale)]
    scale: f64,
    /// The share of what came later in a score, as in a training
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = parse_share)]
    foresight: f64,
    #[command(flatten)]
    filter: FilterArgs,
    /// How many threads compute
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// The most megabytes that positions may take
    #[arg(long, default_value_t = 4096, value_name = "MB")]
    memory: usize,
    /// Print one JSON object for each network instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &JudgeArgs) -> anyhow::Result<ExitCode> {
    let networks = args
        .files
        .iter()
        .map(|file| load_network(file).with_context(|| format!("{}", file.display())))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let settings = LoadSettings {
        filter: args.filter.filter(),
        foresight: Foresight { share: args.foresight, scale: args.scale },
        validation: 1.0,
        seed: 0,
        memory: args.memory.saturating_mul(1 << 20),
    };
    let boards = Dataset::load(&[], &args.data, &settings)
        .map_err(|(path, error)| anyhow::Error::new(error).context(format!("{}", path.display())))?
        .validation;
    if boards.is_empty() {
        bail!("the files have no position worth asking for; --min-ply and the like say which are");
    }
    if !args.json {
        say_line!("mean squared errors of the points expected in {} positions", boards.len());
        say_line!("  scores   results");
    }
    for (file, network) in args.files.iter().zip(networks) {
        let errors = judge(&network, &boards, args.scale, args.threads);
        if args.json {
            let line = json!({
                "file": file.display().to_string(), "id": network.id(),
                "positions": boards.len(), "scores": errors.score, "results": errors.result,
            });
            say_line!("{line}");
        } else {
            say_line!("  {:.5}  {:.5}  {}", errors.score, errors.result, file.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}
