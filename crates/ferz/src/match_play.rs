//! `ferz match`: games between two players.

use std::process::ExitCode;

use clap::Args;
use ferz_lab::{Format, Summary, Trial};

use crate::match_args::{ContestArgs, Engines, fresh_seed};
use crate::match_run;
use crate::output::{say, say_line};

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
    let seed = args.contest.srand.unwrap_or_else(fresh_seed);
    let contest = args.contest.contest(engines, Format::RoundRobin, args.rounds, seed)?;
    contest.check()?;
    say_line!("seed {seed}");
    let trial = Trial { contest, sprt: None };
    let outcome = match_run::run(&trial, &args.contest)?;
    if outcome.was_interrupted {
        say_line!("interrupted");
    }
    say!("{}", Summary { contest: &trial.contest, sprt: None, progress: &outcome.progress });
    Ok(ExitCode::SUCCESS)
}
