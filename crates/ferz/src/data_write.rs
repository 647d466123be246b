//! The commands of `ferz data` that write files.
//!
//! All of them write to a draft that takes its name only when it is complete, so that no half of a
//! file is ever mistaken for a whole one.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use ferz_lab::Random;
use ferz_lab::data::{
    Filter, Labelled, PackedBoard, RecordedGame, Shuffle, TextLine, for_each_board, for_each_game,
    is_bulletformat,
};

use crate::cli::parse_share;
use crate::filter_args::FilterArgs;
use crate::output::say_line;

#[derive(Args)]
pub(crate) struct FilterGamesArgs {
    /// Files made by `ferz datagen`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the games go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave out games with fewer positions that are kept
    #[arg(long, default_value_t = 1, value_name = "N")]
    min_kept: usize,
    /// Keep games that are the same move for move
    #[arg(long)]
    keep_repeated: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Args)]
pub(crate) struct ShuffleArgs {
    /// Files of games, or of positions in bulletformat (.bin, .bullet)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where they go; positions in bulletformat if it is called .bin or .bullet, else games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write no more than this many, chosen at random
    #[arg(long, value_name = "N")]
    max: Option<u64>,
    /// Another seed gives another order
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Megabytes of memory; what does not fit is put aside in files beside the output
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Args)]
pub(crate) struct SplitArgs {
    /// Files made by `ferz datagen`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the chosen games go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where the others go
    #[arg(long, value_name = "FILE")]
    rest: PathBuf,
    /// The share of games that are chosen
    #[arg(long, default_value_t = 0.02, value_name = "SHARE", value_parser = parse_share)]
    share: f64,
    /// Another seed chooses other games
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// Files of games, or of positions in bulletformat (.bin, .bullet)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the positions go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What is written
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines `FEN | score | result`, both White's
    Text,
    /// 32 bytes for each position, as bullet and others read them
    Bulletformat,
}

pub(crate) fn filter(args: &FilterGamesArgs) -> anyhow::Result<ExitCode> {
    let filter = args.filter.filter();
    let mut seen = HashSet::new();
    let (mut all, mut kept) = (0_u64, 0_u64);
    let mut draft = Draft::new(&args.out)?;
    for_each_game_of(&args.files, &mut |game, bytes| {
        all += 1;
        let mut positions = 0;
        filter.visit(game, |_| positions += 1);
        let is_new = args.keep_repeated || seen.insert(hash(bytes));
        if positions >= args.min_kept && is_new {
            kept += 1;
            draft.write(bytes)?;
        }
        Ok(())
    })?;
    draft.finish()?;
    say_line!("{kept} of {all} games kept in {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// What tells one game from another; a chance of one in 2^64 for each pair is small enough.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

pub(crate) fn shuffle(args: &ShuffleArgs) -> anyhow::Result<ExitCode> {
    let to_positions = is_bulletformat(&args.out);
    let size = |path: &PathBuf| -> anyhow::Result<u64> {
        let len = fs::metadata(path).with_context(|| path.display().to_string())?.len();
        // Four bytes of a move become the 32 of a position.
        Ok(if to_positions && !is_bulletformat(path) { 8 * len } else { len })
    };
    let bytes = args.files.iter().map(size).sum::<anyhow::Result<u64>>()?;
    let mut shuffle = Shuffle::new(&args.out, args.seed, bytes, args.memory << 20)?;
    if to_positions {
        let filter = args.filter.filter();
        for_each_position_of(&args.files, &filter, &mut |position| {
            Ok(shuffle.push(&position.board().to_bytes())?)
        })?;
    } else {
        for_each_game_of(&args.files, &mut |_, bytes| Ok(shuffle.push(bytes)?))?;
    }
    let mut draft = Draft::new(&args.out)?;
    let parts = shuffle.parts();
    let count = shuffle
        .finish(&mut draft.writer, args.max.unwrap_or(u64::MAX))
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    draft.finish()?;
    let what = if to_positions { "positions" } else { "games" };
    say_line!("{count} {what} in a random order in {} ({parts} parts)", args.out.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn split(args: &SplitArgs) -> anyhow::Result<ExitCode> {
    let (mut chosen, mut rest) = (Draft::new(&args.out)?, Draft::new(&args.rest)?);
    let (mut all, mut count) = (0_u64, 0_u64);
    for_each_game_of(&args.files, &mut |_, bytes| {
        let is_chosen = Random::nth(args.seed, all).fraction() < args.share;
        all += 1;
        count += u64::from(is_chosen);
        if is_chosen { chosen.write(bytes) } else { rest.write(bytes) }
    })?;
    chosen.finish()?;
    rest.finish()?;
    say_line!("{count} games in {}", args.out.display());
    say_line!("{} games in {}", all - count, args.rest.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn convert(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let filter = args.filter.filter();
    let mut draft = Draft::new(&args.out)?;
    let mut count = 0_u64;
    for_each_position_of(&args.files, &filter, &mut |position| {
        count += 1;
        match args.to {
            Format::Bulletformat => draft.write(&position.board().to_bytes()),
            Format::Text => {
                let labelled = position.labelled().context("a position that is not legal")?;
                draft.write(format!("{}\n", TextLine(&labelled)).as_bytes())
            }
        }
    })?;
    draft.finish()?;
    say_line!("{count} positions in {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// A position from either kind of file.
enum Found {
    Labelled(Labelled),
    Board(PackedBoard),
}

impl Found {
    fn board(&self) -> PackedBoard {
        match self {
            Self::Labelled(labelled) => PackedBoard::new(labelled),
            Self::Board(board) => *board,
        }
    }

    fn labelled(&self) -> Option<Labelled> {
        match self {
            Self::Labelled(labelled) => Some(labelled.clone()),
            Self::Board(board) => board.unpack(),
        }
    }
}

/// Shows each game and its bytes. Positions alone make no games.
fn for_each_game_of(
    files: &[PathBuf],
    see: &mut dyn FnMut(&RecordedGame, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    for path in files {
        let name = path.display();
        anyhow::ensure!(!is_bulletformat(path), "{name} has positions, but games are needed");
        for_each_game::<anyhow::Error>(path, &mut |game| {
            bytes.clear();
            game.write(&mut bytes);
            see(&game, &bytes)
        })
        .with_context(|| name.to_string())?;
    }
    Ok(())
}

/// Shows each position of games that the filter keeps, and every one of files of positions.
fn for_each_position_of(
    files: &[PathBuf],
    filter: &Filter,
    see: &mut dyn FnMut(&Found) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        let result = if is_bulletformat(path) {
            for_each_board::<anyhow::Error>(path, &mut |board| see(&Found::Board(board)))
        } else {
            for_each_game::<anyhow::Error>(path, &mut |game| {
                let mut result = Ok(());
                filter.visit(&game, |labelled| {
                    if result.is_ok() {
                        result = see(&Found::Labelled(labelled));
                    }
                });
                result
            })
        };
        result.with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// A file that takes its name when it is complete.
struct Draft {
    path: PathBuf,
    unfinished: PathBuf,
    writer: BufWriter<File>,
}

impl Draft {
    fn new(path: &Path) -> anyhow::Result<Self> {
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".draft");
        let unfinished = PathBuf::from(unfinished);
        let file = File::create(&unfinished).with_context(|| cannot(path))?;
        let writer = BufWriter::with_capacity(1 << 20, file);
        Ok(Self { path: path.to_owned(), unfinished, writer })
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.writer.write_all(bytes).with_context(|| cannot(&self.path))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush().with_context(|| cannot(&self.path))?;
        fs::rename(&self.unfinished, &self.path).with_context(|| cannot(&self.path))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `finish` there is none; before it, an error has already been told.
        let _ = fs::remove_file(&self.unfinished);
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
