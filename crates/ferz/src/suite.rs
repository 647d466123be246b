//! `ferz suite FILE.epd`: how many positions of a test suite are solved, and how soon; and
//! `ferz suite mine`, which makes one.

mod mine;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};
use ferz_lab::suite::{Attempt, SuiteFailure, Task, run_suite};
use ferz_lab::{Group, Limit, PlayerSpec};
use ferz_rules::Epd;
use serde_json::json;

use crate::cli::parse_threads;
use crate::interrupt;
use crate::output::say_line;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    command: Option<SuiteCommand>,
    /// The suite: EPD lines with bm, am or dm
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Milliseconds for each position; 1000 if no limit is given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The player: ferz itself, or cmd=PATH with args, dir and option.NAME
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., default_value = "ferz")]
    engine: Vec<String>,
    /// How many positions are tried at the same time
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    /// Fail unless so many positions are solved
    #[arg(long, value_name = "N")]
    expect: Option<usize>,
    /// Print JSON, one object to a line
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum SuiteCommand {
    /// Make a suite of positions from games in which one move is much better than every other
    Mine(mine::MineArgs),
}

impl SuiteArgs {
    fn player(&self) -> anyhow::Result<PlayerSpec> {
        let mut spec = unlimited_player(&self.engine)?;
        let mut limit = Limit {
            nodes: self.nodes,
            depth: self.depth,
            move_time: self.movetime.map(Duration::from_millis),
            ..Limit::default()
        };
        if limit.is_unlimited() {
            limit.move_time = Some(Duration::from_secs(1));
        }
        spec.limit = limit;
        Ok(spec)
    }
}

/// The player of a suite, which has limits of its own.
fn unlimited_player(words: &[String]) -> anyhow::Result<PlayerSpec> {
    let spec = PlayerSpec::from_group(&Group::from_words(words.iter().map(String::as_str)))?;
    anyhow::ensure!(
        spec.limit.is_unlimited(),
        "the limits of a suite are options of the command, not of the engine: {} has {}",
        spec.name,
        spec.limit
    );
    Ok(spec)
}

/// Status 2 if anything failed, 1 if fewer were solved than expected.
pub(crate) fn run(args: &SuiteArgs) -> anyhow::Result<ExitCode> {
    if let Some(SuiteCommand::Mine(args)) = &args.command {
        return mine::run(args);
    }
    let tasks = read_tasks(args.file.as_deref().context("a suite needs a file")?)?;
    let interrupted = interrupt::flag()?;
    let outcomes = run_suite(
        &tasks,
        &args.player()?,
        args.concurrency,
        &interrupted,
        &mut |index, outcome| tell(&tasks[index], outcome, args.json),
    )?;
    let attempts: Vec<&Attempt> =
        outcomes.iter().filter_map(|outcome| outcome.as_ref()?.as_ref().ok()).collect();
    let failures = outcomes.iter().filter(|outcome| matches!(outcome, Some(Err(_)))).count();
    let solved = attempts.iter().filter(|attempt| attempt.solved.is_some()).count();
    summarize(&attempts, solved, tasks.len(), failures, args.json);
    let is_enough = args.expect.is_none_or(|expected| solved >= expected);
    Ok(match (failures, is_enough) {
        (0, true) => ExitCode::SUCCESS,
        (0, false) => ExitCode::FAILURE,
        _ => ExitCode::from(2),
    })
}

/// The tasks of a suite, of which there is at least one.
pub(crate) fn read_tasks(file: &Path) -> anyhow::Result<Vec<Task>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let mut tasks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("line {}", index + 1);
        let context = || format!("{name}, {place}");
        let epd: Epd = line.parse().with_context(context)?;
        tasks.extend(Task::new(&epd, &place).with_context(context)?);
    }
    anyhow::ensure!(!tasks.is_empty(), "{name} has no position with bm, am or dm");
    Ok(tasks)
}

fn tell(task: &Task, outcome: &Result<Attempt, SuiteFailure>, json: bool) {
    let name = &task.name;
    match outcome {
        Err(SuiteFailure(error)) => eprintln!("{name}: the engine failed: {error}"),
        Ok(attempt) => {
            let mv = attempt.mv.map(|mv| task.position.san(mv));
            if json {
                let solved = attempt.solved.map(|at| {
                    json!({ "seconds": at.time.as_secs_f64(), "nodes": at.nodes, "depth": at.depth })
                });
                let object = json!({
                    "name": name, "fen": task.position.to_string(), "move": mv, "solved": solved,
                    "seconds": attempt.end.time.as_secs_f64(), "nodes": attempt.end.nodes,
                });
                say_line!("{object}");
                return;
            }
            let mv = mv.unwrap_or_else(|| "no move".to_owned());
            match attempt.solved {
                Some(at) => say_line!(
                    "{name}: {mv} after {:.3} s, {} nodes, depth {}",
                    at.time.as_secs_f64(),
                    at.nodes,
                    at.depth
                ),
                None => say_line!("{name}: {mv} is wrong"),
            }
        }
    }
}

fn summarize(attempts: &[&Attempt], solved: usize, total: usize, failures: usize, json: bool) {
    let at: Vec<_> = attempts.iter().filter_map(|attempt| attempt.solved).collect();
    let mean = |sum: f64| sum / at.len().max(1) as f64;
    let seconds = mean(at.iter().map(|moment| moment.time.as_secs_f64()).sum());
    let nodes = mean(at.iter().map(|moment| moment.nodes as f64).sum());
    let tried = attempts.len();
    if json {
        let object = json!({
            "solved": solved, "tried": tried, "positions": total, "failures": failures,
            "mean_seconds": seconds, "mean_nodes": nodes,
        });
        say_line!("{object}");
        return;
    }
    if tried + failures < total {
        say_line!("stopped before the end");
    }
    say_line!("{solved} of {tried} solved, after {seconds:.3} s and {nodes:.0} nodes on average");
}
