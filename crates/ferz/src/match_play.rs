//! `ferz match`: games between two players.

use std::process::ExitCode;

use clap::Args;
use ferz_lab::Format;

use crate::match_args::{ContestArgs, Engines};
use crate::match_run::{self, Plan};

#[derive(Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// How many openings are played
    #[arg(long, default_value = "100", value_name = "N")]
    pub(crate) rounds: u32,
}

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let engines = &args.engines.0;
    anyhow::ensure!(
        engines.len() == 2,
        "a match needs --engine twice, not {} times (ferz gauntlet takes more)",
        engines.len()
    );
    match_run::run(&Plan {
        kind: "match",
        engines,
        format: Format::RoundRobin,
        rounds: args.rounds,
        sprt: None,
        args: &args.contest,
    })?;
    Ok(ExitCode::SUCCESS)
}
