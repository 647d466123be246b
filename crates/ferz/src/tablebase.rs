//! `ferz tablebase`: what Syzygy tables say about a position.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use ferz_engine::{Probe, RankedMove, Tablebases};
use ferz_rules::{CastlingStyle, Color, Game, Position};
use serde_json::{Value, json};

use crate::output::say_line;

#[derive(Subcommand)]
pub(crate) enum TablebaseCommand {
    /// Show the result of a position, and every move from the best to the worst
    Probe(ProbeArgs),
}

#[derive(Args)]
pub(crate) struct ProbeArgs {
    /// The position
    #[arg(long)]
    fen: Position,
    /// Directories with tables, separated by ; or :
    #[arg(long, value_name = "DIRS")]
    path: String,
    /// Wins that the fifty-move rule prevents are wins
    #[arg(long)]
    ignore50: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &TablebaseCommand) -> anyhow::Result<ExitCode> {
    let TablebaseCommand::Probe(args) = command;
    let (tables, findings) = Tablebases::open(&args.path);
    anyhow::ensure!(findings.wdl > 0, "{findings}");
    if !findings.faults.is_empty() {
        eprintln!("warning: {findings}");
    }
    let (pieces, most) = (args.fen.occupied().len(), findings.pieces);
    anyhow::ensure!(
        args.fen.castling().is_empty(),
        "tables know no positions with castling rights"
    );
    anyhow::ensure!(pieces <= most, "the position has {pieces} pieces, the tables at most {most}");
    let probe = tables.probe(&args.fen);
    let ranked = tables.rank(&Game::from_position(args.fen.clone()), !args.ignore50);
    let (Some(probe), Some(ranked)) = (probe, ranked) else {
        let trouble = tables.take_trouble();
        anyhow::bail!("a table that is needed is missing{}", reason(&trouble));
    };
    if args.json {
        say_line!("{}", to_json(&args.fen, probe, &ranked));
    } else {
        tell(&args.fen, probe, &ranked);
    }
    Ok(ExitCode::SUCCESS)
}

fn reason(trouble: &[String]) -> String {
    if trouble.is_empty() { String::new() } else { format!(": {}", trouble.join(", ")) }
}

fn tell(position: &Position, probe: Probe, ranked: &[RankedMove]) {
    let mover = match position.turn() {
        Color::White => "White",
        Color::Black => "Black",
    };
    say_line!("{mover} to move: {}, {}", probe.wdl.name(), distance(probe.dtz));
    if ranked.is_empty() {
        say_line!("no legal move");
    }
    for ranked in ranked {
        let san = position.san(ranked.mv);
        say_line!("{san:<8} {:<13} {}", ranked.result.name(), distance(ranked.dtz));
    }
}

fn distance(dtz: Option<i32>) -> String {
    dtz.map_or_else(|| "DTZ unknown".to_owned(), |dtz| format!("DTZ {dtz}"))
}

fn to_json(position: &Position, probe: Probe, ranked: &[RankedMove]) -> Value {
    let moves: Vec<Value> = ranked
        .iter()
        .map(|ranked| {
            json!({
                "uci": ranked.mv.uci(CastlingStyle::Standard).to_string(),
                "san": position.san(ranked.mv),
                "result": ranked.result.name(),
                "dtz": ranked.dtz,
                "rank": ranked.rank,
            })
        })
        .collect();
    json!({
        "fen": position.to_string(),
        "result": probe.wdl.name(),
        "wdl": probe.wdl.number(),
        "dtz": probe.dtz,
        "moves": moves,
    })
}
