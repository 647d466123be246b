//! What can be said on the command line.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use ferz_engine::{EvalFile, Settings, load_eval_file};
use ferz_eval::EvaluatorKind;
use ferz_rules::{MAX_PERFT_DEPTH, Position, StartNumber};

use crate::ablate::AblateArgs;
use crate::analyse::AnalyseArgs;
use crate::book::BookCommand;
use crate::data::DataCommand;
use crate::datagen::DatagenArgs;
use crate::ebf::EbfArgs;
use crate::evolve::EvolveArgs;
use crate::explain::ExplainArgs;
use crate::gauntlet::GauntletArgs;
use crate::match_play::MatchArgs;
use crate::net::NetCommand;
use crate::network;
use crate::openings::OpeningsArgs;
use crate::rate::RateArgs;
use crate::runs::RunsArgs;
use crate::serve::ServeArgs;
use crate::speedup::SpeedupArgs;
use crate::sprt::SprtArgs;
use crate::stats::StatsArgs;
use crate::suite::SuiteArgs;
use crate::tablebase::TablebaseCommand;
use crate::trace::TraceArgs;
use crate::train::TrainArgs;
use crate::tune::TuneCommand;

/// More than any machine has cores for, few enough for any system to start.
const MAX_THREADS: usize = 1024;

/// A chess engine and its laboratory.
///
/// Without a command it speaks UCI on standard input and output, as chess programs expect.
#[derive(Parser)]
#[command(version, long_version = network::long_version())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Speak UCI on standard input and output
    Uci,
    /// Search a fixed set of positions: the last line is the signature of search and evaluation
    Bench(BenchArgs),
    /// Explain the evaluation of a position term by term
    Eval(EvalArgs),
    /// Show the search tree node by node, with what each technique did there
    Trace(TraceArgs),
    /// Count the lines of legal moves from a position, or check a file of known counts
    Perft(PerftArgs),
    /// Play games between two engines, ours or any UCI engine
    Match(MatchArgs),
    /// Test whether one engine is stronger than another: the exit status is the verdict
    Sprt(SprtArgs),
    /// Play one engine against many, or everybody against everybody
    Gauntlet(GauntletArgs),
    /// List, show and export what matches, tests and gauntlets have left in the store
    Runs(RunsArgs),
    /// Play a game between two people at this terminal
    Play(PlayArgs),
    /// Annotate whole games: evaluations, mistakes and better lines, and a report of the players
    Analyse(AnalyseArgs),
    /// Say why a move is good, or what it loses
    Explain(ExplainArgs),
    /// Show, make and merge opening books in Polyglot's format
    #[command(subcommand)]
    Book(BookCommand),
    /// Serve games, analysis and experiments over HTTP and WebSocket, and the page
    Serve(ServeArgs),
    /// Make an opening book: varied, unique and about even positions
    Openings(OpeningsArgs),
    /// Measure what each technique of the search is worth in games
    Ablate(AblateArgs),
    /// Measure how the search tree grows with depth, technique by technique
    Ebf(EbfArgs),
    /// Measure how much faster and stronger several threads are, by Lazy SMP and by YBWC
    Speedup(SpeedupArgs),
    /// Estimate a rating from games against opponents whose ratings are known
    Rate(RateArgs),
    /// Try a test suite of positions with known best moves or mates
    Suite(SuiteArgs),
    /// Ask endgame tables about a position
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
    /// Elo, sequential tests and ratings from counts and games
    Stats(StatsArgs),
    /// Play games against itself, as data for tuning and training
    Datagen(DatagenArgs),
    /// Look into files of such games
    #[command(subcommand)]
    Data(DataCommand),
    /// Train a network on such games
    Train(TrainArgs),
    /// Look at networks, check, compare and import them
    #[command(subcommand)]
    Net(NetCommand),
    /// Find better weights and parameters
    #[command(subcommand)]
    Tune(TuneCommand),
    /// Evolve an evaluation by selection, and test what came of it
    Evolve(Box<EvolveArgs>),
    /// Anything else is taken for UCI command lines, one to an argument
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// How deep each position is searched
    #[arg(long, default_value_t = ferz_engine::BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=60))]
    pub(crate) depth: i32,
    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
    /// Show how often each technique of the search was tried and how often it worked
    #[arg(long)]
    pub(crate) stats: bool,
}

#[derive(Args)]
pub(crate) struct EvalArgs {
    /// The position; the ordinary starting position if none is given
    #[arg(long)]
    pub(crate) fen: Option<Position>,
    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
}

#[derive(Args, Clone)]
pub(crate) struct EvaluationArgs {
    /// Which evaluation: nnue, classical, evolved or material; without a network nnue is classical
    #[arg(long, default_value_t = EvaluatorKind::Nnue)]
    evaluator: EvaluatorKind,
    /// A network instead of the one that this program carries, or an agent for evolved
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl EvaluationArgs {
    /// The default settings with this evaluation.
    pub(crate) fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings { evaluator: self.evaluator, ..Settings::default() };
        if let Some(file) = &self.eval_file {
            let name = file.display();
            match load_eval_file(file).with_context(|| name.to_string())? {
                EvalFile::Network(network) => {
                    let is_evolved = self.evaluator == EvaluatorKind::Evolved;
                    anyhow::ensure!(!is_evolved, "{name} is a network, and evolved needs an agent");
                    settings.network = Some(network);
                }
                EvalFile::Agent(agent) => {
                    settings.evaluator = EvaluatorKind::Evolved;
                    settings.agent = Some(agent);
                }
            }
        }
        Ok(settings)
    }

    /// The same as options of a player, so that a run's manifest tells them.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let evaluator = ("Evaluator".to_owned(), self.evaluator.to_string());
        let file = self.eval_file.as_ref();
        let file = file.map(|file| ("EvalFile".to_owned(), file.display().to_string()));
        std::iter::once(evaluator).chain(file).collect()
    }
}

/// As a report tells it.
impl fmt::Display for EvaluationArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "evaluation {}", self.evaluator)?;
        self.eval_file.as_ref().map_or(Ok(()), |file| write!(f, " of {}", file.display()))
    }
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    /// How many half-moves deep
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = parse_depth)]
    pub(crate) depth: Option<u32>,
    /// The position; the ordinary starting position if none is given
    #[arg(long, conflicts_with = "suite")]
    pub(crate) fen: Option<Position>,
    /// Show the count of each move
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// How many threads count
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: NonZeroUsize,
    /// Remember subtrees in a table of so many megabytes; 0 for none
    #[arg(long, default_value_t = 0, value_name = "MB")]
    pub(crate) hash: usize,
    /// Check a file of lines "FEN ;D1 n ;D2 n …"
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
    /// Leave out counts of the suite above this
    #[arg(long, value_name = "N", requires = "suite")]
    pub(crate) max_nodes: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Start from this position
    #[arg(long)]
    pub(crate) fen: Option<Position>,
    /// Start from the Chess960 position with this number, 0 to 959
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen", value_parser = parse_start)]
    pub(crate) chess960: Option<StartNumber>,
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= MAX_PERFT_DEPTH);
    depth.ok_or_else(|| format!("expected a number of half-moves from 0 to {MAX_PERFT_DEPTH}"))
}

pub(crate) fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MAX_THREADS}"))
}

pub(crate) fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to 1".to_owned())
}

fn parse_start(text: &str) -> Result<StartNumber, String> {
    let number = text.parse().ok().and_then(StartNumber::new);
    number.ok_or_else(|| "expected a number from 0 to 959".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
