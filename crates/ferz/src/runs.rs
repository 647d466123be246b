//! `ferz runs`: what the store has.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use ferz_lab::{PgnHead, RunInfo, Store, Summary, count, pgn_of};
use serde_json::json;

use crate::date;
use crate::match_json;
use crate::output::{say, say_line};

#[derive(Args)]
pub(crate) struct RunsArgs {
    /// Where results are kept
    #[arg(long, default_value = "ferz.db", value_name = "FILE", global = true)]
    store: PathBuf,
    /// Print JSON, one object to a line
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<RunsCommand>,
}

#[derive(Subcommand)]
enum RunsCommand {
    /// List the runs; this is what happens without a command
    List,
    /// Show a run: what it is and how it stands
    Show {
        /// Its number
        run: i64,
    },
    /// Print the games of a run as PGN
    Pgn {
        /// Its number
        run: i64,
    },
    /// Remove a run with its games
    Delete {
        /// Its number
        run: i64,
    },
}

pub(crate) fn run(args: &RunsArgs) -> anyhow::Result<ExitCode> {
    let path = &args.store;
    anyhow::ensure!(path.is_file(), "there is no store {}", path.display());
    let store = Store::open(path)?;
    match args.command.as_ref().unwrap_or(&RunsCommand::List) {
        RunsCommand::List => list(&store, args.json)?,
        RunsCommand::Show { run } => show(&store, *run, args.json)?,
        RunsCommand::Pgn { run } => pgn(&store, *run)?,
        RunsCommand::Delete { run } => store.delete(*run)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(store: &Store, json: bool) -> anyhow::Result<()> {
    let runs = store.runs()?;
    if json {
        for run in &runs {
            say_line!("{}", json_of(run));
        }
        return Ok(());
    }
    if !runs.is_empty() {
        say_line!(
            "{:>5} {:10} {:9} {:>10}  {:12} players",
            "run",
            "day",
            "kind",
            "encounters",
            "outcome"
        );
    }
    for run in runs {
        say_line!(
            "{:5} {:10} {:9} {:10}  {:12} {}",
            run.id,
            date::day(run.started),
            run.kind,
            run.encounters,
            run.outcome.as_deref().unwrap_or("unfinished"),
            names(&run).join(", ")
        );
    }
    Ok(())
}

fn show(store: &Store, id: i64, json: bool) -> anyhow::Result<()> {
    let run = store.run(id)?;
    let (names, sprt) = (names(&run), run.manifest.sprt());
    let progress = count(store.encounters(id)?, names.len(), run.manifest.encounters, sprt);
    if json {
        say_line!("{}", json_of(&run));
        say_line!("{}", match_json::standings(&names, &progress, sprt.as_ref()));
    } else {
        say!("{}", run.manifest);
        say_line!("outcome   {}\n", run.outcome.as_deref().unwrap_or("unfinished"));
        say!("{}", Summary { names: &names, sprt: sprt.as_ref(), progress: &progress });
    }
    Ok(())
}

fn pgn(store: &Store, id: i64) -> anyhow::Result<()> {
    let run = store.run(id)?;
    let players = &run.manifest.players;
    for record in store.encounters(id)? {
        let encounter = record.encounter;
        for (game, (white, played)) in record.games.iter().enumerate() {
            let black = encounter.first + encounter.second - white;
            let head = PgnHead {
                event: format!("Ferz laboratory, run {id}"),
                date: date::day(run.started),
                round: format!("{}.{}", encounter.round + 1, game + 1),
                white: players[*white].name.clone(),
                black: players[black].name.clone(),
                white_limit: players[*white].limit.clone(),
                black_limit: players[black].limit.clone(),
            };
            say_line!("{}", pgn_of(played, &head));
        }
    }
    Ok(())
}

fn names(run: &RunInfo) -> Vec<String> {
    run.manifest.players.iter().map(|player| player.name.clone()).collect()
}

fn json_of(run: &RunInfo) -> serde_json::Value {
    json!({
        "event": "run",
        "run": run.id,
        "kind": run.kind,
        "started": run.started,
        "updated": run.updated,
        "outcome": run.outcome,
        "encounters": run.encounters,
        "seed": run.manifest.seed,
        "players": names(run),
    })
}
