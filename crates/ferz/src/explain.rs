//! `ferz explain`: why a move is good, or what it loses.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use ferz_engine::{Engine, Settings};
use ferz_lab::explain::explain;
use ferz_rules::{Game, Move, Position};
use ferz_search::{Limits, TimeBudget};
use ferz_uci::ScoreValue;
use serde_json::json;

use crate::cli::EvaluationArgs;
use crate::output::say_line;

/// Nodes where nothing else is said: about two seconds.
const DEFAULT_NODES: u64 = 1_000_000;

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The position; the ordinary starting position if none is given
    #[arg(long)]
    fen: Option<Position>,
    /// The move, as SAN or as in UCI
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
    /// Nodes for each of the two searches; a million if nothing else is said
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds for each
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Depth for each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let position = args.fen.clone().unwrap_or_else(Position::startpos);
    let by_uci = || position.parse_uci(&args.mv).ok();
    let mv = position.parse_san(&args.mv).ok().or_else(by_uci);
    let mv = mv.with_context(|| format!("\"{}\" is no legal move in {position}", args.mv))?;
    let is_limited = args.movetime.is_some() || args.depth.is_some();
    let limits = Limits {
        nodes: args.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
        depth: args.depth,
        time: args.movetime.map(|ms| TimeBudget::exactly(Duration::from_millis(ms))),
        ..Limits::default()
    };
    let settings = Settings { hash: 64, analyse_mode: true, ..args.evaluation.settings()? };
    let game = Game::from_position(position.clone());
    let explained = explain(&mut Engine::new(settings), &game, mv, &limits);
    let explained = explained.context("the search has found no line")?;
    let line = san_line(&position, &explained.line);
    let best_line = san_line(&position, &explained.best_line);
    if args.json {
        say_line!(
            "{}",
            json!({
                "fen": position.to_string(),
                "move": position.san(mv),
                "score": shown(explained.score),
                "line": line,
                "best": position.san(explained.best),
                "best_score": shown(explained.best_score),
                "best_line": best_line,
                "sentences": explained.sentences,
            })
        );
        return Ok(ExitCode::SUCCESS);
    }
    for sentence in &explained.sentences {
        say_line!("{sentence}");
    }
    say_line!("Expected: {line} ({})", shown(explained.score));
    if explained.best != mv {
        say_line!("Best:     {best_line} ({})", shown(explained.best_score));
    }
    Ok(ExitCode::SUCCESS)
}

/// A score as players write it.
fn shown(score: ScoreValue) -> String {
    match score {
        ScoreValue::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreValue::Mate(moves) => format!("#{moves}"),
    }
}

fn san_line(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in line.iter().take(10) {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(position.san(*mv));
        position.play(*mv);
    }
    words.join(" ")
}
