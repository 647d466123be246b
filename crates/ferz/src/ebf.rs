//! `ferz ebf`: how the tree grows with depth, technique by technique.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::Args;
use ferz_engine::Settings;
use ferz_lab::studies::{
    Growth, Stage, document, document_chain, growth_report, measure_growth, parse_chain,
};
use ferz_rules::Position;
use serde_json::json;

use crate::cli::EvaluationArgs;
use crate::interrupt;
use crate::output::say_line;
use crate::report_files::ReportArgs;

#[derive(Args)]
pub(crate) struct EbfArgs {
    /// How deep
    #[arg(long, default_value_t = document::GROWTH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=40))]
    depth: i32,
    /// Megabytes of the table
    #[arg(long, default_value_t = 16, value_name = "MB", value_parser = parse_hash)]
    hash: usize,
    /// The position; the ordinary starting position if none is given
    #[arg(long)]
    fen: Option<Position>,
    /// Other stages, from a TOML file of `stage` tables with name and features
    #[arg(long, value_name = "FILE.toml")]
    chain: Option<PathBuf>,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn parse_hash(text: &str) -> Result<usize, String> {
    let hash = text.parse().ok().filter(|hash| (1..=65_536).contains(hash));
    hash.ok_or_else(|| "expected megabytes from 1 to 65536".to_owned())
}

/// The chain of a file, or the built-in one.
pub(crate) fn chain(file: Option<&Path>) -> anyhow::Result<Vec<Stage>> {
    let Some(file) = file else { return Ok(document_chain()) };
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    parse_chain(&text).with_context(|| format!("{name} is no chain"))
}

pub(crate) fn run(args: &EbfArgs) -> anyhow::Result<ExitCode> {
    let chain = chain(args.chain.as_deref())?;
    args.files.check()?;
    args.evaluation.settings()?;
    let interrupted = interrupt::flag()?;
    let start = Position::startpos();
    let position = args.fen.as_ref().unwrap_or(&start);
    let mut rows: Vec<(Stage, Growth)> = Vec::new();
    let total = chain.len();
    for stage in chain {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        eprintln!("{}: {}", stage.name, stage.features);
        let settings =
            Settings { hash: args.hash, features: stage.features, ..args.evaluation.settings()? };
        let growth = measure_growth(position, settings, args.depth);
        rows.push((stage, growth));
    }
    let is_comparable =
        args.chain.is_none() && *position == start && args.depth == document::GROWTH_DEPTH;
    let conditions = format!(
        "Position {position}, depth {}, {}, {} MB of table, one thread.",
        args.depth, args.evaluation, args.hash
    );
    args.files.write(&growth_report(&rows, &conditions, is_comparable), args.json)?;
    if args.json {
        let rows: Vec<_> = rows.iter().map(|(stage, growth)| row_json(stage, growth)).collect();
        say_line!(
            "{}",
            json!({ "fen": position.to_string(), "depth": args.depth, "stages": rows })
        );
    }
    Ok(if rows.len() == total { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row_json(stage: &Stage, growth: &Growth) -> serde_json::Value {
    json!({
        "name": stage.name, "features": stage.features.to_string(), "nodes": growth.nodes,
        "ratios": growth.ratios(), "ebf": growth.factor(), "root": growth.root(),
    })
}
