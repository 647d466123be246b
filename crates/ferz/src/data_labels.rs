//! `ferz data labels`: what the scores of games can teach, by searches of some of their positions that
//! look further.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, ensure};
use clap::Args;
use ferz_engine::{embedded_network, load_network};
use ferz_eval::Evaluator;
use ferz_eval::nnue::Nnue;
use ferz_lab::Random;
use ferz_lab::data::{
    DataScore, Foresight, GameReader, LabelQuality, LabelSample, Opinions, ReadError, SelfPlay,
    SelfPlaySettings, is_bulletformat,
};
use ferz_rules::Color;
use indicatif::ProgressBar;
use serde_json::json;

use crate::filter_args::FilterArgs;
use crate::interrupt;
use crate::output::say_line;
use crate::progress::style;
use crate::train::parse_scale;

/// The foresights that are compared.
const SHARES: [f64; 8] = [0.0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95];

#[derive(Args)]
pub(crate) struct LabelsArgs {
    /// A file made by `ferz datagen`
    file: PathBuf,
    /// Nodes after which a search begins no new iteration: many times those of the games
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are looked at, from the beginning of the file
    #[arg(long, default_value_t = 2000, value_name = "N")]
    games: usize,
    /// How many of their positions are searched
    #[arg(long, default_value_t = 3000, value_name = "N")]
    positions: usize,
    /// The score that promises 73 % of the points
    #[arg(long, default_value_t = 150.0, value_name = "CP", value_parser = parse_scale)]
    scale: f64,
    /// A network instead of the one that this program carries
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Decides which positions these are
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LabelsArgs) -> anyhow::Result<ExitCode> {
    let foresights = SHARES.map(|share| Foresight { share, scale: args.scale });
    let samples = samples(args, &foresights)?;
    let opinions = search(args, &samples)?;
    let searched = opinions.first().map_or(0, Vec::len);
    ensure!(searched > 0, "there is no position worth a search among the first games");
    let name = args.file.display();
    if !args.json {
        say_line!("{searched} positions of {name}, searched with {} nodes", args.nodes);
        say_line!("foresight    error   signal    noise  worth");
    }
    let mut rows = Vec::new();
    for (share, opinions) in SHARES.iter().zip(&opinions) {
        let Some(LabelQuality { error, signal, noise, worth }) = LabelQuality::of(opinions) else {
            anyhow::bail!("the longer search knows nothing that the network does not");
        };
        if args.json {
            let row = json!({ "foresight": share, "error": error, "signal": signal,
                              "noise": noise, "worth": worth });
            rows.push(row);
        } else {
            say_line!("{share:>9.2}  {error:.5}  {signal:>7.3}  {noise:.5}  {worth:>5.2}");
        }
    }
    if args.json {
        say_line!("{}", json!({ "positions": searched, "nodes": args.nodes, "labels": rows }));
    }
    Ok(ExitCode::SUCCESS)
}

/// Some positions of the first games, at random.
fn samples(args: &LabelsArgs, foresights: &[Foresight]) -> anyhow::Result<Vec<LabelSample>> {
    let name = args.file.display();
    ensure!(!is_bulletformat(&args.file), "{name}: it has positions, but games are needed");
    let file = std::fs::File::open(&args.file).with_context(|| format!("cannot read {name}"))?;
    let filter = args.filter.filter();
    let mut samples = Vec::new();
    for game in GameReader::new(std::io::BufReader::new(file)).take(args.games) {
        match game {
            Ok(game) => samples.extend(LabelSample::of_game(&game, &filter, foresights)),
            // The end of a file that is being written to, or whose writer was killed.
            Err(ReadError::Cut { .. }) => break,
            Err(error) => return Err(error).with_context(|| format!("{name}")),
        }
    }
    Random::new(args.seed).shuffle(&mut samples);
    samples.truncate(args.positions);
    Ok(samples)
}

/// What is said of these positions, or of those before Ctrl-C, for each foresight.
fn search(args: &LabelsArgs, samples: &[LabelSample]) -> anyhow::Result<Vec<Vec<Opinions>>> {
    let network = match &args.eval_file {
        Some(file) => load_network(file).with_context(|| format!("{}", file.display()))?,
        None => embedded_network()?.context("this program carries no network; give --eval-file")?,
    };
    let settings = SelfPlaySettings {
        soft_nodes: args.nodes,
        hard_nodes: args.nodes.saturating_mul(20),
        ..SelfPlaySettings::default()
    };
    let mut searcher = SelfPlay::new(Nnue::new(Arc::clone(&network)), &settings);
    let mut bare = Nnue::new(network);
    let scale = Foresight { share: 0.0, scale: args.scale };
    let interrupted = interrupt::flag()?;
    let bar = ProgressBar::new(samples.len() as u64)
        .with_style(style("{wide_bar} {pos}/{len} positions, {eta} left"));
    let mut opinions = vec![Vec::new(); SHARES.len()];
    for LabelSample { position, labels } in samples {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        bar.inc(1);
        let Some(longer) = searcher.score(position) else { continue };
        bare.reset(position);
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let evaluation = sign * bare.evaluate(position);
        let limit = i32::from(DataScore::MATE) - 1;
        let evaluation = DataScore::new(evaluation.clamp(-limit, limit) as i16);
        let (longer, bare) = (scale.promised(longer), scale.promised(evaluation));
        for (list, label) in opinions.iter_mut().zip(labels) {
            list.push(Opinions { label: *label, longer, bare });
        }
    }
    bar.finish_and_clear();
    Ok(opinions)
}
