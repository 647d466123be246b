//! The evolution itself.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use ferz_engine::Agent;
use ferz_eval::evolved::ChromosomeKind;
use ferz_lab::Store;
use ferz_lab::evolve::{
    Chronicle, Evolution, EvolutionReport, EvolveSettings, FirstTables, GenerationRecord,
    MemoryChronicle, Mutation, Step,
};
use indicatif::ProgressBar;
use serde_json::json;

use super::fitness::{FitnessArgs, players};
use super::{cannot, create, parse_positive, processors};
use crate::cli::{parse_share, parse_threads};
use crate::interrupt;
use crate::output::say_line;
use crate::progress::style;
use crate::report_files::ReportArgs;
use crate::study_run::StoreArgs;

#[derive(Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    fitness: FitnessArgs,
    /// Where the best agent goes
    #[arg(long, default_value = "agent.json", value_name = "FILE")]
    out: PathBuf,
    /// What it is called; as its file if not given
    #[arg(long)]
    name: Option<String>,
    /// Values of each gene: flat for one, phased for opening, middle game and endgame
    #[arg(long, default_value_t = ChromosomeKind::Flat)]
    kind: ChromosomeKind,
    /// Individuals of a generation
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    population: u32,
    /// Generations
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    generations: u32,
    /// How many of the best live on unchanged
    #[arg(long, default_value_t = 2, value_name = "N")]
    elite: u32,
    /// The share of a generation in a tournament, of which the best becomes a parent; two at least
    #[arg(long, default_value_t = 0.05, value_name = "SHARE", value_parser = parse_share)]
    tournament: f64,
    /// The least and the greatest share of the first parent in a gene
    #[arg(long, default_value = "0.4,0.6", value_name = "LOW,HIGH", value_parser = parse_blend)]
    blend: (f64, f64),
    /// The share of genes that change in a child
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = parse_share)]
    rate: f64,
    /// How far a gene may change in the first generation, in pawns
    #[arg(long, default_value_t = 0.3, value_name = "X", value_parser = parse_positive)]
    strength: f64,
    /// The same in the end; it fades from one to the other
    #[arg(long, default_value_t = 0.0, value_name = "X", value_parser = parse_positive)]
    final_strength: f64,
    /// plain changes every square by itself, smooth keeps the shape and the spread of tables
    #[arg(long, default_value_t)]
    mutation: Mutation,
    /// The tables of the first generation: original or random
    #[arg(long, default_value_t)]
    first_tables: FirstTables,
    /// Another seed gives another evolution
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many individuals are measured at once; nothing else depends on it
    #[arg(long, default_value_t = processors(), value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print JSON, one object to a generation
    #[arg(long)]
    json: bool,
}

impl RunArgs {
    fn evolution(&self) -> anyhow::Result<Evolution> {
        let settings = EvolveSettings {
            kind: self.kind,
            population: self.population,
            generations: self.generations,
            elite: self.elite,
            tournament: self.tournament,
            blend: self.blend,
            rate: self.rate,
            strength: self.strength,
            final_strength: self.final_strength,
            mutation: self.mutation,
            first_tables: self.first_tables,
            seed: self.seed,
        };
        anyhow::ensure!(
            self.elite < self.population,
            "an elite of {} leaves no room for children among {}",
            self.elite,
            self.population
        );
        let fitness = self.fitness.fitness(self.seed)?;
        Ok(Evolution { settings, fitness, concurrency: self.concurrency })
    }

    fn name(&self) -> String {
        let stem = || self.out.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.name.clone().or_else(stem).unwrap_or_default()
    }
}

fn parse_blend(text: &str) -> Result<(f64, f64), String> {
    let ends = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    let is_range = |(low, high): &(f64, f64)| 0.0 <= *low && low <= high && *high <= 1.0;
    ends.filter(is_range)
        .ok_or_else(|| "expected two shares from 0 to 1 such as 0.4,0.6".to_owned())
}

/// Status 1 if it was stopped before the last generation.
pub(super) fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let evolution = args.evolution()?;
    args.files.check()?;
    create(&args.out)?;
    let stop = interrupt::flag()?;
    let mut teller = Teller::new(&evolution, args.json);
    let records = evolve(args, &evolution, &stop, &mut teller)?;
    teller.bar.finish_and_clear();
    let Some(last) = records.last() else {
        eprintln!("stopped before the end of the first generation");
        return Ok(ExitCode::FAILURE);
    };
    let agent = Agent { name: args.name(), chromosome: last.best.clone() };
    std::fs::write(&args.out, agent.to_json())
        .map_err(|error| anyhow::Error::new(error).context(cannot(&args.out)))?;
    let (settings, fitness) = (&evolution.settings, &evolution.fitness);
    let report = EvolutionReport { settings, fitness, records: &records };
    args.files.write(&report.report(), args.json)?;
    teller.conclude(&records, &args.out.display().to_string());
    let is_complete = records.len() as u32 == settings.generations;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn evolve(
    args: &RunArgs,
    evolution: &Evolution,
    stop: &AtomicBool,
    teller: &mut Teller,
) -> anyhow::Result<Vec<GenerationRecord>> {
    if args.store.no_store {
        let mut memory = MemoryChronicle::default();
        return Ok(evolution.run(&mut memory, stop, &mut |step| teller.tell(&step))?);
    }
    let store = Store::open(&args.store.store)?;
    let what = format!("{}\n{}", evolution.settings, evolution.fitness);
    let players = players(&evolution.fitness);
    let id = store.begin_evolution("evolve", &what, &players, args.store.fresh)?;
    let mut chronicle = store.chronicle(id);
    teller.begin(id, &chronicle.generations()?);
    Ok(evolution.run(&mut chronicle, stop, &mut |step| teller.tell(&step))?)
}

/// Shows progress: a bar on a terminal, a line for each generation.
struct Teller {
    json: bool,
    generations: u32,
    population: u32,
    bar: ProgressBar,
    start: Instant,
    measured: u64,
    games: u64,
}

impl Teller {
    fn new(evolution: &Evolution, json: bool) -> Self {
        let EvolveSettings { generations, population, .. } = evolution.settings;
        let length = u64::from(generations) * u64::from(population);
        let bar = if json { ProgressBar::hidden() } else { ProgressBar::new(length) };
        bar.set_style(style("{wide_bar} {pos}/{len} evaluations, {eta} left  {msg}"));
        Self { json, generations, population, bar, start: Instant::now(), measured: 0, games: 0 }
    }

    fn begin(&self, run: i64, earlier: &[GenerationRecord]) {
        self.bar.set_position(earlier.len() as u64 * u64::from(self.population));
        self.bar.reset_eta();
        if self.json {
            let object = json!({ "event": "start", "run": run, "earlier": earlier.len() });
            say_line!("{object}");
        } else {
            say_line!("run {run}: {} generations are done already", earlier.len());
        }
    }

    fn tell(&mut self, step: &Step<'_>) {
        match step {
            Step::Measured { individual, outcome, .. } => {
                self.measured += 1;
                self.games += outcome.games.games();
                self.bar.inc(1);
                self.bar.set_message(format!("{individual}: {:.0}", outcome.fitness));
            }
            Step::Generation(record) if self.json => say_line!("{}", generation_json(record)),
            Step::Generation(record) => {
                let (number, spread) = (record.number + 1, &record.spread);
                let seconds = self.start.elapsed().as_secs_f64();
                self.bar.suspend(|| {
                    say_line!(
                        "generation {number} of {}: best {:.1}, median {:.1}, half between {:.1} \
                         and {:.1}, {seconds:.0} s",
                        self.generations,
                        spread.high,
                        spread.median,
                        spread.lower,
                        spread.upper
                    );
                });
            }
        }
    }

    fn conclude(&self, records: &[GenerationRecord], out: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let per_hour = |count: u64| count as f64 / seconds.max(1e-3) * 3600.0;
        if self.json {
            let object = json!({
                "event": "end", "agent": out, "generations": records.len(),
                "evaluations": self.measured, "games": self.games, "seconds": seconds,
                "games_per_hour": per_hour(self.games),
            });
            say_line!("{object}");
            return;
        }
        say_line!("wrote {out}");
        let (measured, games) = (self.measured, self.games);
        say_line!(
            "{measured} evaluations and {games} games in {seconds:.0} s: {:.0} games an hour",
            per_hour(games)
        );
    }
}

fn generation_json(record: &GenerationRecord) -> serde_json::Value {
    let spread = &record.spread;
    json!({
        "event": "generation", "number": record.number + 1, "best": spread.high,
        "upper": spread.upper, "median": spread.median, "lower": spread.lower, "worst": spread.low,
    })
}
