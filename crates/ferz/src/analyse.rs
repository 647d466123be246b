//! `ferz analyse`: whole games, move by move.

mod state;

use std::fs::File;
use std::io::{BufReader, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use ferz_engine::{Engine, Settings};
use ferz_lab::analysis::{Analyst, Annotation, GameSummary, Tally, annotate, report};
use ferz_rules::pgn::{PgnGame, Reader};
use ferz_search::{Limits, TimeBudget};
use indicatif::ProgressBar;
use serde_json::json;

use crate::cli::{EvaluationArgs, parse_threads};
use crate::interrupt;
use crate::output::{say, say_line};
use crate::progress;

use state::State;

/// Nodes for a position where nothing else is said: about a tenth of a second.
const DEFAULT_NODES: u64 = 100_000;

#[derive(Args)]
pub(crate) struct AnalyseArgs {
    /// The games
    games: PathBuf,
    /// Where the annotated games go; standard output if not given. An interrupted analysis into a
    /// file goes on where it was
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Nodes for each position; 100000 if nothing else is said
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Depth for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,
    /// How many better lines are shown at a mistake
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    multipv: u8,
    /// Searching threads
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// Megabytes of the transposition table
    #[arg(long, default_value_t = 64, value_name = "MB")]
    hash: usize,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Write White's chances to win, draw and lose in thousandths as well
    #[arg(long)]
    wdl: bool,
    /// How many half-moves of better lines are shown; 0 for none
    #[arg(long, default_value_t = 10, value_name = "N")]
    line: usize,
    /// Replace evaluations that are there already
    #[arg(long)]
    replace: bool,
    /// Write a page with the course of every game and a table of the players here
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Start again even if an analysis into the same file was interrupted
    #[arg(long)]
    fresh: bool,
    /// Tell the outcome as one JSON object
    #[arg(long, requires = "out")]
    json: bool,
}

impl AnalyseArgs {
    fn limits(&self) -> Limits {
        let is_limited = self.movetime.is_some() || self.depth.is_some();
        let nodes = self.nodes.or((!is_limited).then_some(DEFAULT_NODES));
        let time = |ms: u64| TimeBudget::exactly(Duration::from_millis(ms));
        Limits { nodes, depth: self.depth, time: self.movetime.map(time), ..Limits::default() }
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings {
            hash: self.hash,
            multipv: usize::from(self.multipv),
            threads: self.threads.get(),
            analyse_mode: true,
            ..self.evaluation.settings()?
        })
    }

    /// What an analysis depends on: one that was begun otherwise cannot go on.
    fn fingerprint(&self) -> anyhow::Result<String> {
        let length = self.games.metadata().map(|data| data.len());
        let length = length.with_context(|| format!("cannot read {}", self.games.display()))?;
        let Self { nodes, movetime, depth, multipv, wdl, line, replace, .. } = self;
        Ok(format!(
            "{length} bytes, {nodes:?} {movetime:?} {depth:?} {multipv} {wdl} {line} {replace}"
        ))
    }
}

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let (games, positions) = count(args)?;
    anyhow::ensure!(games > 0, "there is no game in {}", args.games.display());
    let mut state = match &args.out {
        Some(out) => Some(State::open(out, &args.fingerprint()?, args.fresh)?),
        None => None,
    };
    if let Some(path) = &args.report {
        File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let interrupted = interrupt::flag()?;
    let template = "{wide_bar} {pos}/{len} positions, {per_sec}, {eta} left";
    let bar = ProgressBar::new(positions).with_style(progress::style(template));
    let (summaries, doubts) = analyse(args, state.as_mut(), &interrupted, &bar)?;
    bar.finish_and_clear();
    let is_complete = !interrupted.load(Ordering::Relaxed);
    if let Some(path) = &args.report {
        let title = format!("Analysis of {}", args.games.display());
        let page = report(&title, &summaries).html().to_string();
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(state) = state.filter(|_| is_complete) {
        state.finish()?;
    }
    tell(args, &summaries, doubts, is_complete);
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(args: &AnalyseArgs) -> anyhow::Result<Reader<BufReader<File>>> {
    let file = File::open(&args.games);
    let file = file.with_context(|| format!("cannot read {}", args.games.display()))?;
    Ok(Reader::new(BufReader::new(file)))
}

/// How many games there are, and how many positions in them.
fn count(args: &AnalyseArgs) -> anyhow::Result<(u64, u64)> {
    let games = read(args)?.filter_map(Result::ok);
    Ok(games.fold((0, 0), |(games, positions), game| {
        (games + 1, positions + game.main_line().count() as u64 + 1)
    }))
}

/// Games of which not everything could be read.
#[derive(Clone, Copy, Default)]
struct Doubts {
    /// Nothing of these, so that they are left out.
    broken: u64,
    /// Something in these, such as a null move in a variation, is not in the annotated game.
    partial: u64,
}

/// Analyses what is left, and gives the summaries of all games.
fn analyse(
    args: &AnalyseArgs,
    mut state: Option<&mut State>,
    interrupted: &AtomicBool,
    bar: &ProgressBar,
) -> anyhow::Result<(Vec<GameSummary>, Doubts)> {
    let annotation = Annotation { wdl: args.wdl, line_length: args.line, replaces: args.replace };
    let mut analyst = Analyst::new(Engine::new(args.settings()?), args.limits());
    let mut summaries = state.as_mut().map(|state| state.take_done()).unwrap_or_default();
    let mut doubts = Doubts::default();
    let mut number = 0;
    for game in read(args)? {
        let Ok(mut game) = game else {
            doubts.broken += 1;
            continue;
        };
        number += 1;
        doubts.partial += u64::from(!game.warnings.is_empty());
        if number <= summaries.len() {
            bar.inc(game.main_line().count() as u64 + 1);
            continue;
        }
        let Ok(opinions) = analyst.opinions(&game, interrupted, &mut || bar.inc(1)) else { break };
        let summary = GameSummary::new(&game, &opinions);
        annotate(&mut game, &opinions, &annotation);
        write(&game, &summary, state.as_deref_mut(), number)?;
        summaries.push(summary);
    }
    Ok((summaries, doubts))
}

fn write(
    game: &PgnGame,
    summary: &GameSummary,
    state: Option<&mut State>,
    number: usize,
) -> anyhow::Result<()> {
    let gap = if number > 1 { "\n" } else { "" };
    if let Some(state) = state {
        return state.add(&format!("{gap}{game}"), summary);
    }
    say!("{gap}{game}");
    Ok(())
}

fn tell(args: &AnalyseArgs, summaries: &[GameSummary], doubts: Doubts, is_complete: bool) {
    let Doubts { broken, partial } = doubts;
    let tally = Tally::of(summaries);
    if args.json {
        let players: serde_json::Map<_, _> = tally
            .players
            .iter()
            .map(|(name, player)| {
                let summary = json!({
                    "games": player.games,
                    "moves": player.moves,
                    "accuracy": player.accuracy(),
                    "average_loss": player.average_loss(),
                    "inaccuracies": player.inaccuracies,
                    "mistakes": player.mistakes,
                    "blunders": player.blunders,
                });
                (name.clone(), summary)
            })
            .collect();
        let games = summaries.len();
        say_line!(
            "{}",
            json!({ "games": games, "unreadable": broken, "partly_unreadable": partial, "complete": is_complete, "players": players })
        );
        return;
    }
    let mut told = std::io::stderr().lock();
    let left =
        if broken > 0 { format!(", {broken} unreadable ones left out") } else { String::new() };
    if partial > 0 {
        let _ =
            writeln!(told, "{partial} games have parts that could not be read and are not written");
    }
    // What cannot be said on standard error cannot be said anywhere.
    let _ = writeln!(told, "{} games analysed{left}", summaries.len());
    if !is_complete {
        let hint = if args.out.is_some() { "; the same command goes on" } else { "" };
        let _ = writeln!(told, "interrupted{hint}");
    }
}
