//! `ferz book`: opening books in Polyglot's format.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use ferz_engine::{BookBuilder, BookRules, PolyglotBook, merge_books, opening_name};
use ferz_rules::pgn::{GameResult, PgnGame, Reader};
use ferz_rules::{CastlingStyle, Position};
use serde_json::json;

use crate::cli::parse_share;
use crate::interrupt;
use crate::output::say_line;
use crate::progress;

#[derive(Subcommand)]
pub(crate) enum BookCommand {
    /// Show what a book knows about a position
    Show(ShowArgs),
    /// Make a book of games
    Make(MakeArgs),
    /// Make one book of several; weights of the same move are added
    Merge(MergeArgs),
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The book
    file: PathBuf,
    /// The position; the ordinary starting position if none is given
    #[arg(long)]
    fen: Option<Position>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct MakeArgs {
    /// Files of games
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Where the book goes
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// How many half-moves of each game count
    #[arg(long, default_value_t = 24, value_name = "N")]
    plies: usize,
    /// A move must have been played so often
    #[arg(long, default_value_t = 3, value_name = "N")]
    min_games: u32,
    /// And have scored this share of its points, from 0 to 1
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = parse_share)]
    min_score: f64,
    /// Tell the outcome as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The books
    #[arg(required = true, num_args = 2.., value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Where the new book goes
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(command: &BookCommand) -> anyhow::Result<ExitCode> {
    match command {
        BookCommand::Show(args) => show(args),
        BookCommand::Make(args) => make(args),
        BookCommand::Merge(args) => merge(args),
    }
}

fn read(path: &Path) -> anyhow::Result<PolyglotBook> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    PolyglotBook::from_bytes(&bytes).with_context(|| path.display().to_string())
}

fn show(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let book = read(&args.file)?;
    let position = args.fen.clone().unwrap_or_else(Position::startpos);
    let moves = book.moves(&position);
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    if args.json {
        let rows: Vec<_> = moves
            .iter()
            .map(|known| {
                json!({
                    "uci": known.mv.uci(style(&position)).to_string(),
                    "san": position.san(known.mv),
                    "weight": known.weight,
                    "share": f64::from(known.weight) / total as f64,
                })
            })
            .collect();
        let name = opening_name(&position);
        say_line!("{}", json!({ "fen": position.to_string(), "opening": name, "moves": rows }));
    } else {
        if let Some(name) = opening_name(&position) {
            say_line!("{name}");
        }
        for known in &moves {
            let share = 100.0 * f64::from(known.weight) / total as f64;
            say_line!("{:<8} {:>7} {share:5.1} %", position.san(known.mv), known.weight);
        }
        if moves.is_empty() {
            say_line!("the book does not know this position");
        }
    }
    Ok(if moves.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn style(position: &Position) -> CastlingStyle {
    if position.needs_chess960() { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
}

fn make(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    let interrupted = interrupt::flag()?;
    let mut builder = BookBuilder::default();
    let (mut games, mut left_out) = (0_u64, 0_u64);
    let bar = progress::bytes(&args.games)?;
    for path in &args.games {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let reader = BufReader::new(bar.wrap_read(file));
        for game in Reader::new(reader) {
            if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
                anyhow::bail!("interrupted; no book was written");
            }
            match game.ok().and_then(|game| game.result.map(|result| (game, result))) {
                Some((game, result)) => {
                    add(&mut builder, &game, result, args.plies);
                    games += 1;
                }
                // Without a result, or broken: it says nothing about its moves.
                None => left_out += 1,
            }
        }
    }
    bar.finish_and_clear();
    let rules = BookRules { min_games: args.min_games, min_score: args.min_score };
    let bytes = builder.to_bytes(&rules);
    anyhow::ensure!(
        !bytes.is_empty(),
        "no move of {games} games was played {} times with that score; no book was written",
        args.min_games
    );
    let entries = bytes.len() / 16;
    fs::write(&args.out, bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    if args.json {
        let told =
            json!({ "games": games, "left_out": left_out, "entries": entries, "file": args.out });
        say_line!("{told}");
    } else {
        say_line!("{entries} moves from {games} games ({left_out} without result left out)");
    }
    Ok(ExitCode::SUCCESS)
}

fn add(builder: &mut BookBuilder, game: &PgnGame, result: GameResult, plies: usize) {
    let mut position = game.start.clone();
    for mv in game.main_line().take(plies) {
        let points = match result {
            GameResult::Draw => 1,
            GameResult::Win(winner) if winner == position.turn() => 2,
            GameResult::Win(_) => 0,
        };
        builder.add(&position, mv, points);
        position.play(mv);
    }
}

fn merge(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let books = args.books.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let bytes = merge_books(&books)?;
    let entries = bytes.len() / 16;
    fs::write(&args.out, bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    say_line!("{entries} moves from {} books", books.len());
    Ok(ExitCode::SUCCESS)
}
