//! `ferz datagen`: self-play games for tuning and training.

use std::io::{IsTerminal, stderr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use ferz_engine::Evaluation;
use ferz_eval::evolved::Evolved;
use ferz_eval::nnue::Nnue;
use ferz_eval::{Classical, Material};
use ferz_lab::data::{
    Adjudication, GameFile, GenerateSettings, OpeningSettings, Progress, SelfPlaySettings, Wdl,
    generate,
};
use ferz_search::Features;
use indicatif::ProgressBar;
use serde_json::json;

use crate::cli::{EvaluationArgs, parse_share, parse_threads};
use crate::interrupt;
use crate::output::say_line;

#[derive(Args)]
pub(crate) struct DatagenArgs {
    /// The file to which games are added; a run that was stopped or killed goes on here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop after so many games; without it, on Ctrl-C
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// Nodes after which a search begins no new iteration
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The most nodes of a search; 20 times the others if not given
    #[arg(long, value_name = "N")]
    hard_nodes: Option<u64>,
    /// Mebibytes of each player's table
    #[arg(long, default_value_t = 8, value_name = "MB", value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// Random half-moves at the start; every second game has one more
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    random_plies: u32,
    /// The share of games from double Fischer random starts, 0 to 1
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = parse_share)]
    chess960: f64,
    /// Openings with a score further from zero are thrown away
    #[arg(long, default_value_t = 300, value_name = "CP")]
    max_opening_score: u16,
    /// A game is won at this score, held for --win-plies
    #[arg(long, default_value_t = 2000, value_name = "CP")]
    win_score: u16,
    /// Half-moves for which the score must be won
    #[arg(long, default_value_t = 5, value_name = "N")]
    win_plies: u32,
    /// A game is drawn within this score, held for --draw-plies after half-move 80
    #[arg(long, default_value_t = 8, value_name = "CP")]
    draw_score: u16,
    /// Half-moves for which the score must be drawn
    #[arg(long, default_value_t = 10, value_name = "N")]
    draw_plies: u32,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Techniques of the search; by default without the pruning of single moves
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    features: Option<Features>,
    /// The seed; a run that goes on in the same file plays other games all the same
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Print one JSON object at the end instead of text
    #[arg(long)]
    json: bool,
}

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_mins(1);
/// Games that a kill may cost.
const BLOCK: usize = 8;

pub(crate) fn run(args: &DatagenArgs) -> anyhow::Result<ExitCode> {
    let name = args.out.display();
    let mut file = GameFile::open(&args.out).with_context(|| format!("cannot add to {name}"))?;
    let interrupted = interrupt::flag()?;
    let settings = settings(args);
    if !args.json && !file.is_empty() {
        say_line!("{name} has {} games, adding to them", file.games());
    }
    let mut teller = Teller::new();
    let tell = &mut |progress: &Progress| teller.tell(progress);
    let progress = match args.evaluation.settings()?.evaluation() {
        Evaluation::Network(network) => {
            let nnue = || Nnue::new(Arc::clone(network));
            generate(&settings, &mut file, nnue, &interrupted, tell)
        }
        Evaluation::Classical => {
            generate(&settings, &mut file, Classical::default, &interrupted, tell)
        }
        Evaluation::Evolved(agent) => {
            let evolved = || Evolved::new(&agent.chromosome);
            generate(&settings, &mut file, evolved, &interrupted, tell)
        }
        Evaluation::Material => generate(&settings, &mut file, || Material, &interrupted, tell),
    }
    .with_context(|| format!("cannot write to {name}"))?;
    teller.bar.finish_and_clear();
    if args.json {
        say_line!("{}", to_json(&progress, &file));
    } else {
        say_line!("{}", describe(&progress));
        say_line!("{name} has {} games in {} bytes", file.games(), file.len());
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &DatagenArgs) -> GenerateSettings {
    let defaults = SelfPlaySettings::default();
    GenerateSettings {
        play: SelfPlaySettings {
            soft_nodes: args.nodes,
            hard_nodes: args.hard_nodes.unwrap_or(args.nodes.saturating_mul(20)),
            hash: args.hash.into(),
            features: args.features.unwrap_or(defaults.features),
            opening: OpeningSettings {
                random_plies: args.random_plies,
                chess960: args.chess960,
                max_score: args.max_opening_score,
            },
            adjudication: Adjudication {
                win_score: args.win_score,
                win_plies: args.win_plies,
                draw_score: args.draw_score,
                draw_plies: args.draw_plies,
                ..Adjudication::default()
            },
        },
        threads: args.threads,
        games: args.games,
        seed: args.seed,
        block: BLOCK,
    }
}

/// Shows progress: a line that renews itself on a terminal, now and then a new line elsewhere.
struct Teller {
    bar: ProgressBar,
    is_terminal: bool,
    last: Instant,
}

impl Teller {
    fn new() -> Self {
        Self {
            bar: ProgressBar::new_spinner(),
            is_terminal: stderr().is_terminal(),
            last: Instant::now(),
        }
    }

    fn tell(&mut self, progress: &Progress) {
        if self.is_terminal {
            self.bar.set_message(describe(progress));
            self.bar.tick();
        } else if self.last.elapsed() >= LINE_EVERY {
            self.last = Instant::now();
            eprintln!("{}", describe(progress));
        }
    }
}

fn describe(progress: &Progress) -> String {
    let games = progress.games.max(1) as f64;
    let percent = |result| 100.0 * progress.count(result) as f64 / games;
    format!(
        "{} games, {} positions, {} kept, {:.0} kept/s; White {:.0} %, drawn {:.0} %, Black {:.0} %",
        progress.games,
        progress.positions,
        progress.kept,
        progress.rate(),
        percent(Wdl::WhiteWin),
        percent(Wdl::Draw),
        percent(Wdl::BlackWin),
    )
}

fn to_json(progress: &Progress, file: &GameFile) -> serde_json::Value {
    json!({
        "games": progress.games, "positions": progress.positions, "kept": progress.kept,
        "white": progress.count(Wdl::WhiteWin), "draws": progress.count(Wdl::Draw),
        "black": progress.count(Wdl::BlackWin), "seconds": progress.time.as_secs_f64(),
        "file_games": file.games(), "file_bytes": file.len(),
    })
}
