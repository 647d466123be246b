//! `ferz data count` and `ferz data stats`: what files of games are like.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use ferz_lab::Store;
use ferz_lab::data::{
    DataHealth, DataStats, Filter, GameReader, PackedBoard, PackedHeader, ReadError, SourceError,
    is_bulletformat,
};
use serde_json::json;

use crate::filter_args::FilterArgs;
use crate::output::say_line;

#[derive(Args)]
pub(crate) struct StatsArgs {
    /// Files made by `ferz datagen`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Keep the report in this store, where the Lab page finds it
    #[arg(long, value_name = "STORE.db")]
    store: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn stats(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    let mut stats = DataStats::default();
    let filter = args.filter.filter();
    for file in &args.files {
        add(file, &filter, &mut stats).with_context(|| format!("{}", file.display()))?;
    }
    let health = DataHealth::from(&stats);
    if let Some(store) = &args.store {
        Store::open(store)?.keep_health(&names(&args.files), &health)?;
    }
    if args.json {
        say_line!("{}", json!(health));
    } else {
        say_line!("{stats}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of files, without where they lie.
fn names(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
    files.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

fn add(file: &Path, filter: &Filter, stats: &mut DataStats) -> anyhow::Result<()> {
    anyhow::ensure!(!is_bulletformat(file), "it has positions, but games are needed");
    let input = BufReader::with_capacity(1 << 20, File::open(file)?);
    for game in GameReader::new(input) {
        match game {
            Ok(game) => stats.note(&game, filter),
            // The end of a file that is being written to, or whose writer was killed.
            Err(error @ ReadError::Cut { .. }) => {
                eprintln!("note: {}: {error}; the rest was counted", file.display());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[derive(Args)]
pub(crate) struct CountArgs {
    /// Files made by `ferz datagen`, or of positions in bulletformat (.bin, .bullet)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Games and positions of a file.
#[derive(Default)]
struct Count {
    games: u64,
    positions: u64,
}

/// Counts without looking into games, which is much faster than reading them.
pub(crate) fn count(args: &CountArgs) -> anyhow::Result<ExitCode> {
    let mut sum = Count::default();
    for file in &args.files {
        let name = file.display();
        let count = count_file(file).with_context(|| format!("{name}"))?;
        if !args.json {
            say_line!("{name}: {} games, {} positions", count.games, count.positions);
        }
        sum.games += count.games;
        sum.positions += count.positions;
    }
    if args.json {
        say_line!("{}", json!({ "games": sum.games, "positions": sum.positions }));
    } else if args.files.len() > 1 {
        say_line!("all: {} games, {} positions", sum.games, sum.positions);
    }
    Ok(ExitCode::SUCCESS)
}

fn count_file(path: &Path) -> anyhow::Result<Count> {
    let file = File::open(path)?;
    if is_bulletformat(path) {
        let (bytes, each) = (file.metadata()?.len(), PackedBoard::LEN as u64);
        // A cut or foreign file should not pass for one that is a little smaller.
        anyhow::ensure!(bytes.is_multiple_of(each), SourceError::Length);
        return Ok(Count { games: 0, positions: bytes / each });
    }
    let mut reader = GameReader::new(BufReader::with_capacity(1 << 20, file));
    let mut count = Count::default();
    loop {
        let start = reader.offset();
        match reader.pass_over() {
            Ok(true) => {
                count.games += 1;
                // A game is its header, four bytes for each move and four at the end.
                count.positions += (reader.offset() - start - PackedHeader::LEN as u64) / 4 - 1;
            }
            Ok(false) => return Ok(count),
            Err(error @ ReadError::Cut { .. }) => {
                eprintln!("note: {}: {error}; the rest was counted", path.display());
                return Ok(count);
            }
            Err(error) => return Err(error.into()),
        }
    }
}
