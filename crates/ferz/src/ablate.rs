//! `ferz ablate`: what each technique is worth in games.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use ferz_lab::studies::{
    AblationReport, Control, Pairing, PairingResult, chain_pairings, drop_one_pairings,
};
use ferz_lab::{BookSpec, Contest, DrawRule, Format, Games, ResignRule, Rules, Trial};
use serde_json::json;

use crate::cli::{EvaluationArgs, parse_threads};
use crate::ebf::{chain, parse_hash};
use crate::interrupt;
use crate::match_args;
use crate::opening_args::OpeningArgs;
use crate::output::say_line;
use crate::report_files::ReportArgs;
use crate::study_run::{self, Part, StoreArgs};

#[derive(Args)]
pub(crate) struct AblateArgs {
    /// Other stages, from a TOML file of `stage` tables with name and features
    #[arg(long, value_name = "FILE.toml", conflicts_with = "drop_one")]
    chain: Option<PathBuf>,
    /// The engine as it plays against itself without each of its techniques in turn
    #[arg(long)]
    drop_one: bool,
    /// Only the pairings that add this; may be given again
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Seconds for each move; 0 to leave this control out
    #[arg(long, default_value_t = 0.1, value_name = "S", value_parser = parse_seconds)]
    movetime: f64,
    /// Depth of each move; 0 to leave this control out
    #[arg(long, default_value_t = 4, value_name = "N")]
    depth: u32,
    /// Nodes of each move, as a third control
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Games of each pairing under each control
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// End a pairing as soon as its test has decided
    #[arg(long)]
    stop_early: bool,
    /// The test: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Megabytes of each player's table
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = parse_hash)]
    hash: usize,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    #[command(flatten)]
    start: OpeningArgs,
    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print JSON, one object to a pairing
    #[arg(long)]
    json: bool,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0 to 3600".to_owned())
}

impl AblateArgs {
    fn pairings(&self) -> anyhow::Result<Vec<Pairing>> {
        let mut pairings = if self.drop_one {
            drop_one_pairings()
        } else {
            chain_pairings(&chain(self.chain.as_deref())?)
        };
        let names: Vec<String> = pairings.iter().map(|p| p.added().to_owned()).collect();
        if let Some(stranger) = self.only.iter().find(|name| !names.contains(name)) {
            anyhow::bail!("no pairing adds \"{stranger}\": expected {}", names.join(", "));
        }
        pairings.retain(|p| self.only.is_empty() || self.only.iter().any(|name| name == p.added()));
        Ok(pairings)
    }

    fn controls(&self) -> anyhow::Result<Vec<Control>> {
        let time = Duration::from_secs_f64(self.movetime);
        let controls: Vec<Control> = [
            (!time.is_zero()).then_some(Control::MoveTime(time)),
            (self.depth > 0).then_some(Control::Depth(self.depth)),
            self.nodes.map(Control::Nodes),
        ]
        .into_iter()
        .flatten()
        .collect();
        anyhow::ensure!(!controls.is_empty(), "no control is left: --movetime, --depth or --nodes");
        Ok(controls)
    }

    fn contest(&self, pairing: &Pairing, control: &Control) -> anyhow::Result<Contest> {
        let hash = ("Hash".to_owned(), self.hash.to_string());
        let shared = [vec![hash], self.evaluation.options()].concat();
        Ok(Contest {
            players: pairing.players(control, &shared),
            format: Format::RoundRobin,
            rounds: self.games.div_ceil(2),
            games: Games::Pair,
            book: self.start.book()?,
            rules: careful_rules(),
            chess960: false,
            concurrency: self.concurrency,
            affinity: false,
        })
    }

    fn conditions(&self, book: &BookSpec, sprt: &ferz_lab::stats::Sprt) -> String {
        let book = book.file.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "{} games of each pairing and control{}, colours swapped on each opening of {book} \
             (seed {}); {}, {} MB of table, one thread; test [{}, {}] {}, alpha {}, beta {}. Games end \
             early when both players see more than ten pawns for one of them in four moves, or \
             less than a tenth of a pawn in eight moves after move 40, or at move 200.",
            self.games,
            if self.stop_early { " at most" } else { "" },
            self.start.srand,
            self.evaluation,
            self.hash,
            sprt.elo0(),
            sprt.elo1(),
            sprt.model(),
            sprt.alpha(),
            sprt.beta(),
        )
    }
}

/// When games end early. The first stages do not see exchanges to their end, so their scores are wild.
pub(crate) fn careful_rules() -> Rules {
    Rules {
        draw: Some(DrawRule { move_number: 40, move_count: 8, score: 10 }),
        resign: Some(ResignRule { move_count: 4, score: 1000, two_sided: true }),
        tables: None,
        max_moves: Some(200),
    }
}

pub(crate) fn run(args: &AblateArgs) -> anyhow::Result<ExitCode> {
    let (pairings, controls) = (args.pairings()?, args.controls()?);
    let sprt = match_args::sprt(&args.sprt)?;
    args.files.check()?;
    args.evaluation.settings()?;
    let stop = interrupt::flag()?;
    let mut results: Vec<PairingResult> = Vec::new();
    for control in &controls {
        for pairing in &pairings {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let contest = args.contest(pairing, control)?;
            let trial = Trial { contest, sprt: args.stop_early.then_some(sprt) };
            let result = play(&trial, &sprt, pairing, control, &stop, args)?;
            if result.score.games.games() > 0 {
                results.push(result);
            }
        }
    }
    let title = if args.drop_one {
        "What the full engine loses without each technique"
    } else {
        "What each technique is worth"
    };
    let conditions = args.conditions(&args.start.spec()?, &sprt);
    let beside_thesis = args.chain.is_none() && !args.drop_one;
    let report =
        AblationReport { title, conditions: &conditions, results: &results, beside_thesis }
            .report();
    args.files.write(&report, args.json)?;
    let complete =
        results.len() == pairings.len() * controls.len() && !stop.load(Ordering::Relaxed);
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play(
    trial: &Trial,
    sprt: &ferz_lab::stats::Sprt,
    pairing: &Pairing,
    control: &Control,
    stop: &AtomicBool,
    args: &AblateArgs,
) -> anyhow::Result<PairingResult> {
    let name = format!("{} against {}, {control}", pairing.new.name, pairing.old.name);
    let book = args.start.spec()?;
    let part =
        Part { kind: "ablate", name: &name, trial, book: Some(&book), seed: args.start.srand };
    let (progress, facts) = part.play(&args.store, stop)?;
    let result = PairingResult::new(pairing.clone(), *control, sprt, &progress, facts);
    let (score, elo) = (&result.score, result.score.elo());
    if args.json {
        let object = json!({
            "new": pairing.new.name, "old": pairing.old.name, "control": control.to_string(),
            "games": score.games.games(), "penta": score.pairs.0, "elo": elo.value,
            "low": elo.low, "high": elo.high, "llr": result.llr,
            "verdict": result.verdict.to_string(),
        });
        say_line!("{object}");
    } else {
        say_line!("{name}: {}", study_run::line(score, Some(sprt)));
    }
    Ok(result)
}
