//! `ferz net`: looks at networks, checks, compares, judges, blends and imports them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use ferz_engine::load_network;
use ferz_eval::nnue::{Network, NetworkParts};
use serde_json::json;

use crate::net_blend::{self, BlendArgs};
use crate::net_judge::{self, JudgeArgs};
use crate::output::say_line;

#[derive(Subcommand)]
pub(crate) enum NetCommand {
    /// Tell what networks are and where they come from
    Info(InfoArgs),
    /// Check that files are unharmed and that every kernel of this processor agrees on them
    Verify(VerifyArgs),
    /// Compare two networks, number by number and in what they say of some positions
    Diff(DiffArgs),
    /// Tell how far what networks say is from the scores and results of games
    Judge(JudgeArgs),
    /// Make the mean of networks that were trained on from one another
    Blend(BlendArgs),
    /// Make a network of another trainer's file
    Import(ImportArgs),
}

#[derive(Args)]
pub(crate) struct InfoArgs {
    /// Networks
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object for each instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// Networks
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The one network
    old: PathBuf,
    /// The other
    new: PathBuf,
}

#[derive(Args)]
pub(crate) struct ImportArgs {
    /// The quantised.bin of a training by bullet
    #[arg(long, value_name = "FILE")]
    bullet: PathBuf,
    /// Its hidden size
    #[arg(long, value_name = "N")]
    hidden: usize,
    /// Its output buckets
    #[arg(long, value_name = "B", default_value_t = 1)]
    buckets: usize,
    /// A name for it
    #[arg(long)]
    name: Option<String>,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(command: &NetCommand) -> anyhow::Result<ExitCode> {
    match command {
        NetCommand::Info(args) => info(args),
        NetCommand::Verify(args) => Ok(verify(args)),
        NetCommand::Diff(args) => diff(args),
        NetCommand::Judge(args) => net_judge::run(args),
        NetCommand::Blend(args) => net_blend::run(args),
        NetCommand::Import(args) => import(args),
    }
}

fn info(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    for file in &args.files {
        let network = load(file)?;
        if args.json {
            say_line!("{}", describe_json(&network, file));
        } else {
            describe(&network, file);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(network: &Network, file: &Path) {
    say_line!("{}: {network}", file.display());
    say_line!("  bytes            {}", network.to_bytes().len());
    for (what, numbers) in arrays(&network.parts()) {
        let range = numbers.iter().min().zip(numbers.iter().max());
        if let Some((least, largest)) = range {
            say_line!("  {what:<16} {} from {least} to {largest}", numbers.len());
        }
    }
    for (name, value) in network.facts().iter() {
        say_line!("  {name:<16} {value}");
    }
}

fn describe_json(network: &Network, file: &Path) -> serde_json::Value {
    let facts: serde_json::Map<String, serde_json::Value> =
        network.facts().iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    json!({
        "file": file.display().to_string(), "id": network.id(), "hidden": network.hidden(),
        "buckets": network.buckets(), "facts": facts,
    })
}

/// Tells of every file; one that is not sound makes the exit status 1.
fn verify(args: &VerifyArgs) -> ExitCode {
    let mut is_sound = true;
    for file in &args.files {
        let file_name = file.display();
        let network = match load_network(file) {
            Ok(network) => network,
            Err(error) => {
                say_line!("{file_name}: {error}");
                is_sound = false;
                continue;
            }
        };
        match network.cross_check() {
            Ok(compared) => say_line!("{file_name}: sound, {compared} scores agree"),
            Err(found) => {
                let [score, plain] = found.scores;
                let (kernel, position) = (found.kernel, found.position);
                say_line!("{file_name}: {kernel} says {score}, not {plain}, of {position}");
                is_sound = false;
            }
        }
    }
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The exit status is 1 if the networks differ, as with other programs of that name.
fn diff(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    if old == new {
        say_line!("the same network: {old}");
        return Ok(ExitCode::SUCCESS);
    }
    say_line!("- {old}\n+ {new}");
    let facts = [(&old, '-', &new), (&new, '+', &old)];
    for (network, sign, other) in facts {
        for (name, value) in network.facts().iter() {
            if other.facts().get(name) != Some(value) {
                say_line!("{sign} {name}={value}");
            }
        }
    }
    let (parts, others) = (old.parts(), new.parts());
    if (old.hidden(), old.buckets()) == (new.hidden(), new.buckets()) {
        for ((what, before), (_, after)) in arrays(&parts).into_iter().zip(arrays(&others)) {
            compare(
                what,
                before.iter().copied().map(i32::from),
                after.iter().copied().map(i32::from),
            );
        }
    }
    compare("scores", old.sample_scores().into_iter(), new.sample_scores().into_iter());
    Ok(ExitCode::FAILURE)
}

/// How many numbers differ, by how much on average and at most.
fn compare(what: &str, old: impl Iterator<Item = i32>, new: impl Iterator<Item = i32>) {
    let differences: Vec<u32> = old.zip(new).map(|(old, new)| old.abs_diff(new)).collect();
    let changed = differences.iter().filter(|difference| **difference > 0).count();
    let sum: u64 = differences.iter().copied().map(u64::from).sum();
    let mean = sum as f64 / differences.len().max(1) as f64;
    let largest = differences.iter().max().copied().unwrap_or(0);
    say_line!(
        "  {what:<16} {changed} of {} differ, by {mean:.2} on average and {largest} at most",
        differences.len()
    );
}

fn import(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let file = args.bullet.display();
    let bytes = fs::read(&args.bullet).with_context(|| format!("cannot read {file}"))?;
    let network = Network::from_bullet(&bytes, args.hidden, args.buckets)
        .with_context(|| format!("{file}"))?;
    let mut parts = network.parts();
    if let Some(name) = &args.name {
        parts.facts.set("name", name)?;
    }
    write(&Network::new(&parts)?, &args.out)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a new network, never over another file.
pub(crate) fn write(network: &Network, path: &Path) -> anyhow::Result<()> {
    let out = path.display();
    if path.exists() {
        bail!("{out} is there already");
    }
    fs::write(path, network.to_bytes()).with_context(|| format!("cannot write {out}"))?;
    say_line!("{out}: {network}");
    Ok(())
}

pub(crate) fn load(file: &Path) -> anyhow::Result<std::sync::Arc<Network>> {
    load_network(file).with_context(|| format!("{}", file.display()))
}

fn arrays(parts: &NetworkParts) -> [(&'static str, &[i16]); 4] {
    [
        ("feature weights", &parts.feature_weights),
        ("feature biases", &parts.feature_biases),
        ("output weights", &parts.output_weights),
        ("output biases", &parts.output_biases),
    ]
}
