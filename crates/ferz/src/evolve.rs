//! `ferz evolve`: an evaluation found by selection, and what is needed for it.

mod agent;
mod fitness;
mod games;
mod label;
mod run;
mod starts;
mod test;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct EvolveArgs {
    #[command(subcommand)]
    command: Option<EvolveCommand>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum EvolveCommand {
    /// Test agents in games: a random one, those named, and those with the original tables
    Test(test::TestArgs),
    /// Make labelled positions from games of Ferz against itself, as an EPD suite
    Label(label::LabelArgs),
    /// Make the positions that fitness games begin with, as an EPD book
    Starts(starts::StartsArgs),
    /// Write an agent that nobody has evolved: the original or a random one
    Agent(agent::AgentArgs),
}

pub(crate) fn run(args: &EvolveArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        None => run::run(&args.run),
        Some(EvolveCommand::Test(args)) => test::run(args),
        Some(EvolveCommand::Label(args)) => label::run(args),
        Some(EvolveCommand::Starts(args)) => starts::run(args),
        Some(EvolveCommand::Agent(args)) => agent::run(args),
    }
}

/// All processors, for who does not say otherwise.
fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// A file that cannot be written must be known before an hour of work, not after.
fn create(path: &Path) -> anyhow::Result<File> {
    File::options().create(true).append(true).open(path).with_context(|| cannot(path))
}

/// Writes lines over what a file had.
fn write_lines(path: &Path, lines: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut output = BufWriter::new(File::create(path).with_context(|| cannot(path))?);
    for line in lines {
        writeln!(output, "{line}").with_context(|| cannot(path))?;
    }
    output.flush().with_context(|| cannot(path))
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number >= 0.0 && f64::is_finite(*number));
    number.ok_or_else(|| "expected a number from 0 upwards".to_owned())
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let most = ferz_lab::evolve::MAX_DEPTH;
    let depth = text.parse().ok().filter(|depth| (1..=most).contains(depth));
    depth.ok_or_else(|| format!("expected half-moves from 1 to {most}"))
}
