//! `ferz train`: a network from files of games.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::{Args, ValueEnum};
use ferz_engine::load_network;
use ferz_eval::nnue::{Facts, HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, Network};
use ferz_lab::Store;
use ferz_lab::data::Foresight;
use ferz_lab::train::{
    Dataset, Event, LoadSettings, QuantisationError, RateSchedule, RateShape, Shape, ShareSchedule,
    TrainSettings, Trainer, quantise,
};

use crate::cli::{parse_share, parse_threads};
use crate::filter_args::FilterArgs;
use crate::interrupt;
use crate::output::say_line;
use crate::study_run::StoreArgs;
use crate::train_teller::{Outcome, Teller, write_report};

#[derive(Args)]
pub(crate) struct TrainArgs {
    /// Files of games made by `ferz datagen`, or of positions in bulletformat (.bin, .bullet)
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Files whose positions are only checked with
    #[arg(long, num_args = 1.., value_name = "FILE")]
    validation_data: Vec<PathBuf>,
    /// The share of games that are only checked with
    #[arg(long, default_value_t = 0.02, value_name = "SHARE", value_parser = parse_share)]
    validation: f64,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the network is called
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// A network to go on from instead of random weights, with as many neurons or fewer; new ones
    /// have no say at first
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Neurons of each perspective, a multiple of 32
    #[arg(long, default_value_t = 64, value_name = "N")]
    hidden: usize,
    /// Sets of output weights, chosen by the number of pieces
    #[arg(long, default_value_t = 8, value_name = "N")]
    buckets: usize,
    /// Times that all positions are gone through
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions to a step
    #[arg(long, default_value = "4096", value_name = "N")]
    batch: NonZeroUsize,
    /// The learning rate at the start
    #[arg(long, default_value_t = 0.001, value_name = "RATE", value_parser = parse_rate)]
    lr: f64,
    /// The learning rate at the end
    #[arg(long, default_value_t = 0.000_002, value_name = "RATE", value_parser = parse_rate)]
    lr_final: f64,
    /// How the learning rate falls
    #[arg(long, value_enum, default_value_t = Schedule::Cosine, value_name = "SCHEDULE")]
    lr_schedule: Schedule,
    /// How often it falls when it falls in steps
    #[arg(long, default_value_t = 5, value_name = "N")]
    lr_steps: u32,
    /// Batches over which the learning rate first rises
    #[arg(long, default_value_t = 0, value_name = "N")]
    warm_up: u64,
    /// The share of the result in what is learned, the rest is the search's score
    #[arg(long, default_value_t = 0.2, value_name = "SHARE", value_parser = parse_share)]
    wdl: f64,
    /// That share at the end; the same all the time if not given
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    wdl_final: Option<f64>,
    /// The share of what came later in a score: a mean of it and the scores and the result after it;
    /// files of positions do not know those and stay as they are
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = parse_share)]
    foresight: f64,
    /// The score that promises 73 % of the points: how steep the curve from scores to points is
    #[arg(long, default_value_t = 150.0, value_name = "CP", value_parser = parse_scale)]
    scale: f64,
    /// How fast weights that nothing asks for fade
    #[arg(long, default_value_t = 0.01, value_name = "RATE", value_parser = parse_decay)]
    decay: f64,
    /// The last part of the training, in which output weights stay where rounding puts them
    #[arg(long, default_value_t = 0.2, value_name = "SHARE", value_parser = parse_share)]
    settle: f64,
    /// How many threads compute
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// Decides the first weights, the order of positions and the games that are kept for checking
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The most megabytes that positions may take
    #[arg(long, default_value_t = 4096, value_name = "MB")]
    memory: usize,
    #[command(flatten)]
    filter: FilterArgs,
    /// Where the training is saved after each epoch; beside the network if not given
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Go on with a training that was stopped or killed
    #[arg(long)]
    resume: bool,
    /// Write the curves here: a page, or only the plot if the name ends in .svg
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Print one JSON object at the end instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Schedule {
    /// It stays as it is at the start
    Constant,
    /// By the same factor, several times
    Steps,
    /// Along half a cosine
    Cosine,
}

/// The file of a checkpoint folder in which the state of the training is.
const STATE: &str = "state.bin";
/// Positions on which the cost of rounding is measured.
const ROUNDING_SAMPLE: usize = 20_000;

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let first = args.from.as_deref().map(first_network).transpose()?;
    let settings = settings(args, first.as_deref())?;
    check_places(args)?;
    let stop = interrupt::flag()?;
    let start = Instant::now();
    let data = load(args)?;
    let mut teller = Teller::new(args.json);
    teller.loaded(&data, start.elapsed());
    let folder = args.checkpoint.clone().unwrap_or_else(|| args.out.with_extension("train"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let state = folder.join(STATE);
    let mut trainer = if args.resume {
        Trainer::resume(settings, &data, &state)
            .with_context(|| format!("cannot go on from {}", state.display()))?
    } else if let Some(first) = &first {
        Trainer::from_network(settings, &data, first)?
    } else {
        Trainer::new(settings, &data)
    };
    let mut keeper = Keeper::new(args, &trainer)?;
    trainer.run(&stop, &mut |trainer, event| {
        teller.tell(&event);
        match event {
            Event::Batch(_) => Ok(()),
            Event::Epoch(epoch) => {
                save(trainer, &state)?;
                keeper.keep(&epoch)
            }
        }
    })?;
    teller.finish();
    if !trainer.is_finished() {
        save(&trainer, &state)?;
        if !args.json {
            say_line!("stopped; the same command with --resume goes on from {}", state.display());
        }
    }
    let outcome = finish(args, &trainer, &data)?;
    keeper.end(&trainer, &outcome.network)?;
    teller.outcome(&trainer, &outcome);
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &TrainArgs, first: Option<&Network>) -> anyhow::Result<TrainSettings> {
    let shape = Shape { hidden: args.hidden, buckets: args.buckets };
    anyhow::ensure!(
        shape.is_known(),
        "expected --hidden to be a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN} and --buckets 1 to \
         {MAX_BUCKETS}, got {} and {}",
        shape.hidden,
        shape.buckets
    );
    Ok(TrainSettings {
        shape,
        epochs: args.epochs,
        batch: args.batch,
        rate: RateSchedule {
            first: args.lr,
            last: args.lr_final,
            shape: match args.lr_schedule {
                Schedule::Constant => RateShape::Constant,
                Schedule::Steps => RateShape::Steps(args.lr_steps),
                Schedule::Cosine => RateShape::Cosine,
            },
            warm_up: args.warm_up,
        },
        share: ShareSchedule { first: args.wdl, last: args.wdl_final.unwrap_or(args.wdl) },
        scale: args.scale,
        decay: args.decay,
        settle: args.settle,
        threads: args.threads,
        seed: args.seed,
        from: first.map(Network::id),
        ..TrainSettings::default()
    })
}

fn first_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    load_network(path).with_context(|| path.display().to_string())
}

/// A place that cannot be written to should be known before hours of training, not after.
fn check_places(args: &TrainArgs) -> anyhow::Result<()> {
    for path in [Some(&args.out), args.report.as_ref()].into_iter().flatten() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let exists = folder.is_none_or(Path::is_dir);
        anyhow::ensure!(exists, "cannot write {}: there is no such folder", path.display());
    }
    Ok(())
}

fn load(args: &TrainArgs) -> anyhow::Result<Dataset> {
    let settings = LoadSettings {
        filter: args.filter.filter(),
        foresight: Foresight { share: args.foresight, scale: args.scale },
        validation: args.validation,
        seed: args.seed,
        memory: args.memory.saturating_mul(1 << 20),
    };
    let data = Dataset::load(&args.data, &args.validation_data, &settings)
        .map_err(|(path, error)| anyhow::Error::new(error).context(path.display().to_string()))?;
    anyhow::ensure!(!data.training.is_empty(), "there are no positions to learn from");
    Ok(data)
}

fn save(trainer: &Trainer<'_>, state: &Path) -> anyhow::Result<()> {
    trainer.save(state).with_context(|| format!("cannot write {}", state.display()))
}

/// Rounds what was learned, tells what that costs and writes it.
fn finish(args: &TrainArgs, trainer: &Trainer<'_>, data: &Dataset) -> anyhow::Result<Outcome> {
    let network = quantise(trainer.parameters(), facts(args, trainer, data)?)?;
    let boards = if data.validation.is_empty() { &data.training } else { &data.validation };
    let sample = &boards[..boards.len().min(ROUNDING_SAMPLE)];
    let rounding = QuantisationError::measure(trainer.parameters(), &network, sample);
    fs::write(&args.out, network.to_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    if let Some(path) = &args.report {
        write_report(path, trainer, &network, &rounding)?;
    }
    Ok(Outcome { network, rounding, path: args.out.clone() })
}

/// What the network says about where it comes from.
fn facts(args: &TrainArgs, trainer: &Trainer<'_>, data: &Dataset) -> anyhow::Result<Facts> {
    let mut facts = Facts::default();
    if let Some(name) = &args.name {
        facts.set("name", name)?;
    }
    facts.set("trainer", concat!("ferz ", env!("CARGO_PKG_VERSION")))?;
    let files = args.data.iter().filter_map(|path| path.file_name());
    let files: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    facts.set("data", &files.join(", "))?;
    facts.set("games", &data.games.to_string())?;
    facts.set("positions", &data.training.len().to_string())?;
    facts.set("foresight", &args.foresight.to_string())?;
    for line in trainer.settings().identity().lines() {
        if let Some((name, value)) = line.split_once('=') {
            facts.set(name, value)?;
        }
    }
    facts.set("epochs-done", &trainer.curve().len().to_string())?;
    if let Some(epoch) = trainer.curve().last() {
        facts.set("loss", &format!("{:.6}", epoch.training))?;
        if let Some(errors) = epoch.validation {
            facts.set("validation-loss", &format!("{:.6}", errors.blend))?;
        }
    }
    Ok(facts)
}

/// Writes the curve to the store while it grows.
struct Keeper(Option<(Store, i64)>);

impl Keeper {
    fn new(args: &TrainArgs, trainer: &Trainer<'_>) -> anyhow::Result<Self> {
        if args.store.no_store {
            return Ok(Self(None));
        }
        let store = Store::open(&args.store.store)?;
        let id = store.begin_training(&trainer.identity())?;
        let mut keeper = Self(Some((store, id)));
        // A training that was killed after it was saved has not told of its last epoch.
        trainer.curve().iter().try_for_each(|epoch| keeper.keep(epoch))?;
        Ok(keeper)
    }

    fn keep(&mut self, epoch: &ferz_lab::train::Epoch) -> anyhow::Result<()> {
        self.0.iter().try_for_each(|(store, id)| Ok(store.keep_epoch(*id, epoch)?))
    }

    fn end(&mut self, trainer: &Trainer<'_>, network: &Network) -> anyhow::Result<()> {
        match &self.0 {
            Some((store, id)) if trainer.is_finished() => {
                Ok(store.end_training(*id, &network.id())?)
            }
            _ => Ok(()),
        }
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "expected a rate above 0, at most 1".to_owned())
}

pub(crate) fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (10.0..=4000.0).contains(scale));
    scale.ok_or_else(|| "expected centipawns from 10 to 4000".to_owned())
}

fn parse_decay(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "expected a rate from 0 to 1".to_owned())
}
