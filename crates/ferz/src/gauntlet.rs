//! `ferz gauntlet`: one player against many, or everybody against everybody.

use std::process::ExitCode;

use clap::Args;
use ferz_lab::Format;

use crate::match_args::{ContestArgs, Engines};
use crate::match_run::{self, Plan};

#[derive(Args)]
pub(crate) struct GauntletArgs {
    #[command(flatten)]
    pub(crate) engines: Engines,
    /// Who meets whom: gauntlet (the first engines against the others) or roundrobin
    #[arg(long, default_value = "gauntlet", value_name = "FORMAT")]
    pub(crate) tournament: Format,
    /// How many engines, from the first, play the gauntlet
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seeds: usize,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// How many openings each of them plays
    #[arg(long, default_value = "100", value_name = "N")]
    pub(crate) rounds: u32,
}

pub(crate) fn run(args: &GauntletArgs) -> anyhow::Result<ExitCode> {
    let format = match args.tournament {
        Format::RoundRobin => Format::RoundRobin,
        Format::Gauntlet { .. } => Format::Gauntlet { seeds: args.seeds },
    };
    let engines = &args.engines.0;
    anyhow::ensure!(engines.len() >= 2, "--engine must be given at least twice");
    match_run::run(&Plan {
        kind: "gauntlet",
        engines,
        format,
        rounds: args.rounds,
        sprt: None,
        args: &args.contest,
    })?;
    Ok(ExitCode::SUCCESS)
}
