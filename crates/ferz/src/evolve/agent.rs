//! Agents that nobody has evolved.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use ferz_engine::Agent;
use ferz_eval::evolved::{Chromosome, ChromosomeKind};
use ferz_lab::Random;
use ferz_lab::evolve::{FirstTables, random_chromosome};

use super::cannot;
use crate::output::{say, say_line};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Make {
    /// The hand-made one
    Original,
    /// Genes drawn by the seed
    Random,
}

#[derive(Args)]
pub(super) struct AgentArgs {
    /// Which one
    #[arg(value_enum)]
    make: Make,
    /// Values of each gene: flat for one, phased for three
    #[arg(long, default_value_t = ChromosomeKind::Flat)]
    kind: ChromosomeKind,
    /// The tables of a random one: original or random
    #[arg(long, default_value_t = FirstTables::Random)]
    tables: FirstTables,
    /// Another seed gives another random one
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Where it goes; standard output if not given
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &AgentArgs) -> anyhow::Result<ExitCode> {
    let (name, chromosome) = match args.make {
        Make::Original => ("original", Chromosome::original(args.kind)),
        Make::Random => {
            ("random", random_chromosome(args.kind, args.tables, &mut Random::new(args.seed)))
        }
    };
    let text = Agent { name: name.to_owned(), chromosome }.to_json();
    match &args.out {
        None => say!("{text}"),
        Some(path) => {
            std::fs::write(path, text).with_context(|| cannot(path))?;
            say_line!("wrote {}", path.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}
