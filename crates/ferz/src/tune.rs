//! `ferz tune`: numbers of the engine that are found and not guessed.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::{Args, Subcommand};
use ferz_eval::Weights;
use ferz_lab::data::Filter;
use ferz_lab::tune::texel::{Epoch, FitSettings, Loaded, Parameters, fit, fit_scale, load};
use serde_json::json;

use crate::cli::{parse_share, parse_threads};
use crate::interrupt;
use crate::output::say_line;
use crate::tune_wdl::{self, WdlArgs};

#[derive(Subcommand)]
pub(crate) enum TuneCommand {
    /// Fit the weights of the classical evaluation to the results of games
    Texel(TexelArgs),
    /// Fit the chances to win, draw and lose behind a score to the results of games
    Wdl(WdlArgs),
}

#[derive(Args)]
pub(crate) struct TexelArgs {
    /// Files of games made by `ferz datagen`, or EPD files with results (c9 "1-0" or [1.0])
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the weights here: the source file crates/eval/src/classical/weights.rs
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Times that all positions are gone through
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How many threads compute
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// The share of the result in what is learned, the rest is the search's score
    #[arg(long, default_value_t = 0.4, value_name = "SHARE", value_parser = parse_share)]
    result_share: f64,
    /// How many sightings the present value of a weight is worth
    #[arg(long, default_value_t = 2000.0, value_name = "N", value_parser = parse_prior)]
    prior: f64,
    /// The first steps in centipawns
    #[arg(long, default_value_t = 1.0, value_name = "CP")]
    rate: f64,
    /// Positions to a step
    #[arg(long, default_value = "16384", value_name = "N")]
    batch: NonZeroUsize,
    /// The scale of points to centipawns; fitted to the results if not given
    #[arg(long, value_name = "K")]
    scale: Option<f64>,
    /// Positions with a score further from zero are left out
    #[arg(long, default_value_t = 1500, value_name = "CP")]
    max_score: u16,
    /// Take no more positions than this
    #[arg(long, value_name = "N")]
    max_positions: Option<usize>,
    /// Print one JSON object at the end instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &TuneCommand) -> anyhow::Result<ExitCode> {
    match command {
        TuneCommand::Texel(args) => run_texel(args),
        TuneCommand::Wdl(args) => tune_wdl::run(args),
    }
}

fn run_texel(args: &TexelArgs) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let stop = interrupt::flag()?;
    let weights = Weights::default();
    let loaded = load_all(args, &weights)?;
    let settings = settings(args, &weights, &loaded);
    if !args.json {
        let megabytes = (loaded.training.bytes() + loaded.validation.bytes()) >> 20;
        say_line!(
            "{} positions in {megabytes} MB, scale {:.5}, {:.0} s",
            loaded.len(),
            settings.scale,
            start.elapsed().as_secs_f64()
        );
    }
    let mut last = None;
    let parameters =
        fit(&weights, &loaded.training, &loaded.validation, &settings, &stop, &mut |epoch| {
            if !args.json {
                say_line!("{}", describe(epoch, &start));
            }
            last = Some(*epoch);
        });
    let tuned = parameters.to_weights();
    if let Some(out) = &args.out {
        fs::write(out, tuned.to_source())
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    report(args, &loaded, &settings, last, &tuned);
    Ok(ExitCode::SUCCESS)
}

fn load_all(args: &TexelArgs, weights: &Weights) -> anyhow::Result<Loaded> {
    let filter = Filter { max_score: args.max_score, ..Filter::default() };
    let max = args.max_positions.unwrap_or(usize::MAX);
    let mut loaded = Loaded::default();
    for file in &args.files {
        load(file, weights, &filter, max, &mut loaded)
            .with_context(|| format!("{}", file.display()))?;
    }
    anyhow::ensure!(!loaded.training.list().is_empty(), "there are no positions to learn from");
    Ok(loaded)
}

fn settings(args: &TexelArgs, weights: &Weights, loaded: &Loaded) -> FitSettings {
    let scale = args
        .scale
        .unwrap_or_else(|| fit_scale(&Parameters::from_weights(weights), &loaded.training));
    FitSettings {
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: args.rate,
        result_share: args.result_share,
        prior: args.prior,
        scale,
        threads: args.threads,
        ..FitSettings::default()
    }
}

fn describe(epoch: &Epoch, start: &Instant) -> String {
    format!(
        "epoch {:>3}: error {:.6}, on unseen games {:.6}, {:.0} s",
        epoch.number,
        epoch.training,
        epoch.validation,
        start.elapsed().as_secs_f64()
    )
}

fn report(
    args: &TexelArgs,
    loaded: &Loaded,
    settings: &FitSettings,
    last: Option<Epoch>,
    tuned: &Weights,
) {
    let pairs = || tuned.list().zip(Weights::default().list().collect::<Vec<_>>());
    let changed = pairs().filter(|(new, old)| new != old).count();
    if args.json {
        let object = json!({
            "positions": loaded.len(), "scale": settings.scale, "changed": changed,
            "epochs": last.map(|epoch| epoch.number),
            "training": last.map(|epoch| epoch.training),
            "validation": last.map(|epoch| epoch.validation),
        });
        say_line!("{object}");
        return;
    }
    for (new, old) in pairs().filter(|_| args.out.is_none()) {
        if new != old {
            let (name, place) = (new.name, new.place);
            say_line!("{name}[{place}]: ({}, {}) to ({}, {})", old.mg, old.eg, new.mg, new.eg);
        }
    }
    say_line!("{changed} of {} weights changed", Weights::COUNT);
}

fn parse_prior(text: &str) -> Result<f64, String> {
    let prior = text.parse().ok().filter(|prior| *prior >= 0.0 && f64::is_finite(*prior));
    prior.ok_or_else(|| "expected a number from 0 upwards".to_owned())
}
