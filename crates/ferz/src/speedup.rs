//! `ferz speedup`: how much faster, and how much stronger, several threads are.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use ferz_lab::Store;
use ferz_lab::stats::Spread;
use ferz_lab::studies::{
    Capacity, Effort, Measurement, NoteNothing, Notebook, Pace, Speedup, SpeedupFigures,
    SpeedupReport, Step, StudyPosition, TeamFigures, built_in_positions, read_positions, teams,
};
use ferz_search::Parallel;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::ebf::parse_hash;
use crate::interrupt;
use crate::output::say_line;
use crate::report_files::ReportArgs;
use crate::speedup_games::GameArgs;
use crate::study_run::StoreArgs;

/// The most threads that the engine takes.
const MAX_THREADS: usize = 256;

#[derive(Args)]
pub(crate) struct SpeedupArgs {
    /// Positions of one's own; thirty middle games are built in
    #[arg(long, value_name = "FILE.epd")]
    epd: Option<PathBuf>,
    /// How often each position is searched by each team; 0 to measure no times
    #[arg(long, default_value_t = 10, value_name = "N")]
    reps: u32,
    /// Numbers of threads; 1 is always among them
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_values_t = default_threads(), value_parser = parse_threads)]
    threads: Vec<usize>,
    /// How threads share the work
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',', default_values_t = Parallel::ALL)]
    algorithms: Vec<Parallel>,
    /// Search every position so deep
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: Option<i32>,
    /// Search each position so deep that one thread takes about so long
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Megabytes of the table, in games of each player
    #[arg(long, default_value_t = 128, value_name = "MB", value_parser = parse_hash)]
    hash: usize,
    /// Measure also what searches make that run at the same time and share nothing
    #[arg(long)]
    capacity: bool,
    /// Measure nodes per second also in searches of --seconds, the same time for every team
    #[arg(long, conflicts_with = "depth")]
    pace: bool,
    #[command(flatten)]
    games: GameArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print JSON, one object to a measurement, team and match
    #[arg(long)]
    json: bool,
}

/// The powers of two that this machine has processors for.
fn default_threads() -> Vec<usize> {
    let most = processors().min(MAX_THREADS);
    (0..=most.ilog2()).map(|power| 1 << power).collect()
}

fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MAX_THREADS}"))
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.01 to 3600".to_owned())
}

impl SpeedupArgs {
    fn study(&self) -> anyhow::Result<Speedup> {
        let effort = match self.depth {
            Some(depth) => Effort::Depth(depth),
            None => Effort::Time(Duration::from_secs_f64(self.seconds)),
        };
        let teams = teams(&self.algorithms, &self.threads);
        let (repetitions, hash) = (self.reps, self.hash);
        Ok(Speedup { positions: self.positions()?, teams, repetitions, effort, hash })
    }

    fn positions(&self) -> anyhow::Result<Vec<StudyPosition>> {
        let Some(file) = &self.epd else { return Ok(built_in_positions()) };
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        read_positions(&text).with_context(|| name.to_string())
    }

    /// One measurement for each number of threads above one.
    fn capacity(
        &self,
        study: &Speedup,
        rows: &[Measurement],
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<Capacity>> {
        let threads: BTreeSet<usize> = self.threads.iter().copied().filter(|n| *n > 1).collect();
        threads.into_iter().map(|threads| Ok(study.capacity(rows, threads, stop)?)).collect()
    }

    fn conditions(&self, study: &Speedup, rows: &[Measurement]) -> String {
        let cores = processors();
        let mut sentences = vec![format!("Ferz on a machine with {cores} processors.")];
        let depths: Vec<f64> = rows.iter().map(|row| f64::from(row.depth)).collect();
        if let Some(depths) = Spread::of(&depths) {
            sentences.push(format!(
                "Time to depth: {} positions, {} repetitions, {} (depths {} to {}), {} MB of \
                 table, which is emptied with the histories before each search; the teams take \
                 turns on every position. The thesis: 30 positions, 50 repetitions, depth 25, \
                 256 MB, six cores.",
                study.positions.len(),
                study.repetitions,
                study.effort,
                depths.low,
                depths.high,
                study.hash,
            ));
        }
        sentences.extend(self.games.conditions());
        if study.teams.iter().any(|team| team.threads() > cores) {
            sentences.push(
                "Where there are more threads than processors, the figures are those of threads \
                 that wait for each other."
                    .to_owned(),
            );
        }
        sentences.join(" ")
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

pub(crate) fn run(args: &SpeedupArgs) -> anyhow::Result<ExitCode> {
    let study = args.study()?;
    anyhow::ensure!(
        !(args.capacity && study.is_empty()),
        "--capacity compares with searches of one thread, so it needs --reps"
    );
    anyhow::ensure!(
        !(args.pace && study.is_empty()),
        "--pace repeats its searches, so it needs --reps"
    );
    let mut algorithms = args.algorithms.clone();
    algorithms.sort_unstable_by_key(|parallel| parallel.name());
    algorithms.dedup();
    let matches = args.games.matches(&study.teams, args.hash)?;
    anyhow::ensure!(
        !(study.is_empty() && matches.is_empty()),
        "nothing to do: neither --reps nor --elo with more than one thread"
    );
    args.files.check()?;
    let stop = interrupt::flag()?;
    let rows = if study.is_empty() { Vec::new() } else { measure(args, &study, &stop)? };
    let figures = SpeedupFigures::new(&study.teams, &rows);
    let capacity = if args.capacity { args.capacity(&study, &rows, &stop)? } else { Vec::new() };
    let time = Duration::from_secs_f64(args.seconds);
    let paces = if args.pace { study.paces(time, &stop)? } else { Vec::new() };
    let results = args.games.play(&matches, &args.store, &stop, args.json)?;
    let report = SpeedupReport {
        conditions: &args.conditions(&study, &rows),
        study: &study,
        measurements: &rows,
        algorithms: &algorithms,
        figures: &figures,
        capacity: &capacity,
        paces: &paces,
        matches: &results,
    };
    args.files.write(&report.report(), args.json)?;
    if args.json {
        figures.teams.iter().for_each(|team| say_line!("{}", team_json(team)));
        for row in &capacity {
            say_line!("{}", capacity_json(row));
        }
        for pace in &paces {
            say_line!("{}", pace_json(pace));
        }
    }
    let is_complete = rows.len() == study.len() && results.len() == matches.len();
    let is_stopped = stop.load(Ordering::Relaxed);
    Ok(if is_complete && !is_stopped { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(
    args: &SpeedupArgs,
    study: &Speedup,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<Measurement>> {
    let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(study.len() as u64) };
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {eta} left  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut watch = |step: Step| tell(step, study, &bar, args.json);
    let rows = if args.store.no_store {
        study.run(&mut NoteNothing, stop, &mut watch)
    } else {
        let store = Store::open(&args.store.store)?;
        let id = store.begin_speedup(study, args.store.fresh)?;
        let mut notebook = store.notebook(id);
        let earlier = notebook.measurements()?;
        bar.set_position(earlier.len().min(study.len()) as u64);
        bar.reset_eta();
        study.run(&mut notebook, stop, &mut watch)
    };
    bar.finish_and_clear();
    Ok(rows?)
}

/// Takes note of a step: on the bar, or without a terminal in a line for each round of searches.
fn tell(step: Step, study: &Speedup, bar: &ProgressBar, json: bool) {
    match step {
        Step::Depth { position, depth } if !json => {
            let (number, name) = (position + 1, &study.positions[position as usize].name);
            bar.set_message(format!("depth {depth} for {name}"));
            if bar.is_hidden() && number as usize == study.positions.len() {
                eprintln!("found the depths of {number} positions");
            }
        }
        Step::Depth { .. } => {}
        Step::Search(row) => {
            bar.inc(1);
            let name = &study.positions[row.position as usize].name;
            bar.set_message(format!("{name}, {}", row.team));
            let round = (study.teams.len() * study.positions.len()) as u64;
            if json {
                say_line!("{}", row_json(name, &row));
            } else if bar.is_hidden() && bar.position().is_multiple_of(round) {
                eprintln!("{} of {} searches", bar.position(), study.len());
            }
        }
    }
}

fn row_json(name: &str, row: &Measurement) -> serde_json::Value {
    json!({
        "event": "search", "position": name, "repetition": row.repetition,
        "team": row.team.to_string(), "threads": row.team.threads(), "depth": row.depth,
        "seconds": row.time.as_secs_f64(), "nodes": row.nodes,
    })
}

fn capacity_json(row: &Capacity) -> serde_json::Value {
    json!({ "event": "capacity", "threads": row.threads, "nodes_per_second": row.median() })
}

fn pace_json(pace: &Pace) -> serde_json::Value {
    json!({
        "event": "pace", "team": pace.team.to_string(), "threads": pace.team.threads(),
        "nodes_per_second": pace.median(),
    })
}

fn team_json(row: &TeamFigures) -> serde_json::Value {
    let spread = |values: &[f64]| {
        Spread::of(values).map(|s| json!([s.low, s.lower, s.median, s.upper, s.high]))
    };
    json!({
        "event": "team", "team": row.team.to_string(), "threads": row.team.threads(),
        "positions": row.speedups.len(), "speedup": spread(&row.speedups),
        "efficiency": row.efficiency(), "whole": row.whole,
        "deviation_ms": spread(&row.deviations), "nodes": spread(&row.nodes),
        "nodes_per_second": spread(&row.speeds),
    })
}
