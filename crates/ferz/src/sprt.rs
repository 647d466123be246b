//! `ferz sprt`: whether one player is stronger than another, in as few games as it takes.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use ferz_lab::stats::{Sprt, Verdict};
use ferz_lab::{Format, Group, PlayerKind, Progress, Trial, llr, plus_minus};

use crate::match_args::{self, ContestArgs, group};
use crate::match_run::{self, Plan, Played};
use crate::output::say;

/// The exit status of a test that has not decided.
const UNDECIDED: u8 = 3;

#[derive(Args)]
pub(crate) struct SprtArgs {
    /// The player that may be stronger; keys as in `ferz match --engine`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    pub(crate) new: Vec<String>,
    /// The player it is compared with
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    pub(crate) old: Vec<String>,
    /// The question: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) sprt: Vec<String>,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// The most openings that are played
    #[arg(long, default_value = "100000", value_name = "N")]
    pub(crate) rounds: u32,
}

/// Status 0 if the new player is stronger, 1 if it is not, 3 if that was not decided.
pub(crate) fn run(args: &SprtArgs) -> anyhow::Result<ExitCode> {
    let test = match_args::sprt(&args.sprt)?;
    let engines = [named(&args.new, "new"), named(&args.old, "old")];
    let Played { trial, progress } = match_run::run(&Plan {
        kind: "sprt",
        engines: &engines,
        format: Format::RoundRobin,
        rounds: args.rounds,
        sprt: Some(test),
        args: &args.contest,
    })?;
    if !args.contest.json {
        say!("\n{}", block(&trial, &test, &progress, args)?);
    }
    Ok(match progress.verdict {
        Some(Verdict::Accepted) => ExitCode::SUCCESS,
        Some(Verdict::Rejected) => ExitCode::FAILURE,
        Some(Verdict::Undecided) | None => ExitCode::from(UNDECIDED),
    })
}

/// The player under this name, unless it has one of its own.
fn named(words: &[String], name: &str) -> Group {
    group(words).over(&Group::from_words([format!("name={name}").as_str()]))
}

/// What a commit message says of a test.
fn block(
    trial: &Trial,
    test: &Sprt,
    progress: &Progress,
    args: &SprtArgs,
) -> anyhow::Result<String> {
    let score = progress.standings.between(0, 1);
    let (games, elo) = (score.games, score.elo());
    let (low, high) = test.bounds();
    let limits: Vec<String> =
        trial.contest.players.iter().map(|player| player.limit.to_string()).collect();
    let limit = if limits[0] == limits[1] { limits[0].clone() } else { limits.join(" against ") };
    let mut text = String::new();
    writeln!(text, "SPRT  | {limit} [{:.2}, {:.2}] {}", test.elo0(), test.elo1(), test.model())?;
    writeln!(text, "LLR   | {:.2} ({low:.2}, {high:.2})", llr(test, &score))?;
    writeln!(text, "Elo   | {}", plus_minus(&elo))?;
    writeln!(
        text,
        "Games | N: {} W: {} L: {} D: {}",
        games.games(),
        games.wins,
        games.losses,
        games.draws
    )?;
    if score.is_paired() {
        writeln!(text, "Penta | [{}]", score.pairs)?;
    }
    for player in &trial.contest.players {
        let options: Vec<String> =
            player.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        // Where a program lies on a disk is nobody's business.
        let program = match &player.kind {
            PlayerKind::Inside => "in-process".to_owned(),
            PlayerKind::Process { program, .. } => program
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
        };
        writeln!(text, "{:5} | {program} {}", player.name, options.join(" "))?;
    }
    if let Some(book) = args.contest.book()? {
        let name = book.file.file_name().map(|name| name.to_string_lossy().into_owned());
        writeln!(text, "Book  | {}", name.unwrap_or_default())?;
    }
    Ok(text)
}
