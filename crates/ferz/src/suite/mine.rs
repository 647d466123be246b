//! `ferz suite mine`: makes a suite from games.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use ferz_lab::suite::{Candidate, Candidates, Find, MineProgress, MineSettings, mine};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::parse_threads;
use crate::interrupt;
use crate::output::say_line;

#[derive(Args)]
pub(crate) struct MineArgs {
    /// Games with scores: PGN, or the files of `ferz datagen` (.vf)
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The engine that confirms: cmd=PATH with args, dir and option.NAME
    #[arg(long, required = true, value_name = "KEY=VALUE", num_args = 1..)]
    confirm: Vec<String>,
    /// Where the suite goes; standard output if not given
    #[arg(long, short, value_name = "FILE.epd")]
    out: Option<PathBuf>,
    /// How many positions
    #[arg(long, default_value_t = 100, value_name = "N")]
    lines: usize,
    /// How far ahead the best move must be, in centipawns; beyond 800 everything is decided
    #[arg(long, default_value_t = 200, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=1600))]
    gap: i32,
    /// How far the score of a game must jump from one move to the next, in centipawns
    #[arg(long, default_value_t = 100, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=1600))]
    swing: i32,
    /// The depth at which Ferz must not choose the best move yet
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=40))]
    missed_at: i32,
    /// The depth of the first confirmation
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The depth of the second
    #[arg(long, default_value_t = 18, value_name = "N")]
    deeper: u32,
    /// Positions are called NAME.001 and so on
    #[arg(long, default_value = "mined", value_name = "NAME")]
    name: String,
    /// How many positions are judged at the same time; the suite does not depend on it
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    /// Tell the outcome as one JSON object
    #[arg(long, requires = "out")]
    json: bool,
}

impl MineArgs {
    fn settings(&self) -> anyhow::Result<MineSettings> {
        let (first, second) = (self.depth, self.deeper);
        anyhow::ensure!(first < second, "--deeper {second} is not deeper than --depth {first}");
        Ok(MineSettings {
            lines: self.lines,
            gap: self.gap,
            missed_at: self.missed_at,
            depths: (first, second),
        })
    }
}

/// Status 1 if fewer positions were found than asked for.
pub(super) fn run(args: &MineArgs) -> anyhow::Result<ExitCode> {
    let settings = args.settings()?;
    let confirming = super::unlimited_player(&args.confirm)?;
    let candidates = candidates(args)?;
    // A file that cannot be written must be known before an hour of work, not after.
    let file = args.out.as_deref().map(|path| File::create(path).with_context(|| cannot(path)));
    let file = file.transpose()?;
    let interrupted = interrupt::flag()?;
    let bar = ProgressBar::new(args.lines as u64).with_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut last = MineProgress::default();
    let finds = mine(
        &candidates,
        &settings,
        &confirming,
        args.concurrency,
        &interrupted,
        &mut |progress| {
            bar.set_position(progress.found as u64);
            bar.set_message(format!("({} of {} tried)", progress.tried, candidates.len()));
            if bar.is_hidden() && progress.found > last.found && !args.json {
                eprintln!("{} positions of {} candidates", progress.found, progress.tried);
            }
            last = progress;
        },
    );
    bar.finish_and_clear();
    let finds = finds?;
    write(args, &finds, file)?;
    tell(args, &finds, candidates.len(), last);
    let complete = finds.len() == args.lines;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn candidates(args: &MineArgs) -> anyhow::Result<Vec<Candidate>> {
    let mut candidates = Candidates::new(args.swing);
    for path in &args.games {
        let shown = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let input = BufReader::new(file);
        let is_data = path.extension().is_some_and(|extension| extension == "vf");
        let read = if is_data {
            candidates.read_data(&name, input)
        } else {
            candidates.read_pgn(&name, input)
        };
        read.with_context(|| format!("cannot read {shown}"))?;
    }
    let games = candidates.games();
    let found = candidates.into_vec();
    anyhow::ensure!(games > 0, "there are no games in these files");
    anyhow::ensure!(
        !found.is_empty(),
        "no score jumps by {} centipawns in these {games} games",
        args.swing
    );
    Ok(found)
}

fn write(args: &MineArgs, finds: &[Find], file: Option<File>) -> anyhow::Result<()> {
    let digits = args.lines.to_string().len();
    let lines = finds
        .iter()
        .enumerate()
        .map(|(index, find)| find.epd(&format!("{}.{:0digits$}", args.name, index + 1)));
    let (Some(file), Some(path)) = (file, &args.out) else {
        lines.for_each(|line| say_line!("{line}"));
        return Ok(());
    };
    let mut output = BufWriter::new(file);
    for line in lines {
        writeln!(output, "{line}").with_context(|| cannot(path))?;
    }
    output.flush().with_context(|| cannot(path))
}

fn tell(args: &MineArgs, finds: &[Find], candidates: usize, last: MineProgress) {
    let (found, tried, failures) = (finds.len(), last.tried, last.failures);
    if args.json {
        let complete = found == args.lines;
        say_line!(
            "{}",
            json!({ "positions": found, "tried": tried, "candidates": candidates,
                    "failures": failures, "complete": complete })
        );
        return;
    }
    if let Some(path) = &args.out {
        say_line!("{found} positions of {tried} candidates in {}", path.display());
    }
    if failures > 0 {
        eprintln!("the confirming engine failed at {failures} candidates");
    }
    if found < args.lines {
        eprintln!("fewer than the {} positions asked for", args.lines);
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
