//! `ferz tune texel`: the weights of the classical evaluation, fitted to games.

use std::fs::{self, File};
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use ferz_eval::Weights;
use ferz_lab::data::Filter;
use ferz_lab::tune::texel::{
    Epoch, FitReport, FitSettings, Form, Loaded, Parameters, error_chart, fit, fit_scale, load,
};
use indicatif::ProgressBar;
use serde_json::json;

use crate::cli::{parse_share, parse_threads};
use crate::interrupt;
use crate::output::say_line;
use crate::progress;

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
    /// Write the curve of the error here: a page, or the plot alone if the name ends in .svg
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Print one JSON object at the end instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &TexelArgs) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let stop = interrupt::flag()?;
    for path in [&args.out, &args.report].into_iter().flatten() {
        check_folder(path)?;
    }
    let weights = Weights::default();
    let loaded = load_all(args, &weights)?;
    anyhow::ensure!(!stop.load(Ordering::Relaxed), "interrupted; nothing was written");
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
    let bar = bar(args);
    let mut curve = Vec::new();
    let parameters =
        fit(&weights, &loaded.training, &loaded.validation, &settings, &stop, &mut |epoch| {
            bar.inc(1);
            if !args.json {
                bar.suspend(|| say_line!("{}", describe(epoch, &start)));
            }
            curve.push(*epoch);
        });
    bar.finish_and_clear();
    let tuned = parameters.to_weights();
    if let Some(out) = &args.out {
        write(out, &tuned.to_source())?;
    }
    let conditions = conditions(&loaded, &settings);
    let report =
        FitReport { conditions: &conditions, curve: &curve, start: &weights, tuned: &tuned };
    write_report(args, &report)?;
    tell(args, &loaded, &settings, &report);
    Ok(ExitCode::SUCCESS)
}

/// A file that cannot be written should be known before the fit, not after.
fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_there = folder.is_none_or(Path::is_dir);
    anyhow::ensure!(is_there, "cannot write {}: there is no such folder", path.display());
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A bar over the epochs.
fn bar(args: &TexelArgs) -> ProgressBar {
    if args.json {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {pos}/{len} epochs, {eta} left";
    ProgressBar::new(args.epochs.into()).with_style(progress::style(template))
}

fn load_all(args: &TexelArgs, weights: &Weights) -> anyhow::Result<Loaded> {
    let filter = Filter { max_score: args.max_score, ..Filter::default() };
    let max = args.max_positions.unwrap_or(usize::MAX);
    let mut loaded = Loaded::default();
    let bar = progress::bytes(&args.files)?;
    if args.json {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    for path in &args.files {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let input = BufReader::with_capacity(1 << 20, bar.wrap_read(file));
        load(input, Form::of(path), weights, &filter, max, &mut loaded)
            .with_context(|| name.to_string())?;
    }
    bar.finish_and_clear();
    anyhow::ensure!(!loaded.training.list().is_empty(), "there are no positions to learn from");
    Ok(loaded)
}

fn conditions(loaded: &Loaded, settings: &FitSettings) -> String {
    format!(
        "{} positions learned from and {} unseen ones, scale {:.5}, batches of {}, first steps of {} \
         centipawns. The result is {} of what is learned, the rest the search's score; a value at \
         the start is worth {} sightings.",
        loaded.training.list().len(),
        loaded.validation.list().len(),
        settings.scale,
        settings.batch,
        settings.rate,
        settings.result_share,
        settings.prior
    )
}

/// Writes the curve as a page, or the plot alone.
fn write_report(args: &TexelArgs, report: &FitReport<'_>) -> anyhow::Result<()> {
    let Some(path) = &args.report else { return Ok(()) };
    let is_plot = path.extension().is_some_and(|found| found.eq_ignore_ascii_case("svg"));
    let text = if is_plot {
        error_chart(report.curve).to_string()
    } else {
        report.report().html().to_string()
    };
    write(path, &text)
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

fn tell(args: &TexelArgs, loaded: &Loaded, settings: &FitSettings, report: &FitReport<'_>) {
    let changed = report.changes().count();
    let last = report.curve.last();
    if args.json {
        let curve: Vec<_> =
            report.curve.iter().map(|epoch| [epoch.training, epoch.validation]).collect();
        let object = json!({
            "positions": loaded.len(), "scale": settings.scale, "changed": changed,
            "epochs": last.map(|epoch| epoch.number),
            "training": last.map(|epoch| epoch.training),
            "validation": last.map(|epoch| epoch.validation),
            "curve": curve,
        });
        say_line!("{object}");
        return;
    }
    for (new, old) in report.changes().filter(|_| args.out.is_none()) {
        let (name, place) = (new.name, new.place);
        say_line!("{name}[{place}]: ({}, {}) to ({}, {})", old.mg, old.eg, new.mg, new.eg);
    }
    say_line!("{changed} of {} weights changed", Weights::COUNT);
}

fn parse_prior(text: &str) -> Result<f64, String> {
    let prior = text.parse().ok().filter(|prior| *prior >= 0.0 && f64::is_finite(*prior));
    prior.ok_or_else(|| "expected a number from 0 upwards".to_owned())
}
