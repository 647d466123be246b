//! The games that agents play: against whom, from where, and how deep.

use std::path::{Path, PathBuf};

use clap::Args;
use ferz_lab::evolve::{AgentSearch, GamesMeasure, SelfPlayStarts, Starts};
use ferz_lab::{Book, BookSpec, Group, PlayerSpec};

use super::parse_depth;

/// Who plays when nobody is named, and how.
const DEFAULT_OPPONENT: [&str; 3] = ["cmd=ferz", "depth=1", "option.Hash=1"];

#[derive(Args)]
pub(super) struct OpponentArgs {
    /// The opponent: cmd=PATH with args, dir, name, option.NAME and tc, st, nodes or depth (1 if none is given); Ferz itself if not given
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    opponent: Vec<String>,
    /// Games begin after so many moves of the opponent against itself
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=300))]
    start_moves: u32,
    /// How deep it thinks about them
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30))]
    start_depth: u32,
    /// How many half-moves of them are random
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
}

impl OpponentArgs {
    pub(super) fn opponent(&self) -> anyhow::Result<PlayerSpec> {
        let mut group = Group::from_words(self.opponent.iter().map(String::as_str));
        if self.opponent.is_empty() {
            group = Group::from_words(DEFAULT_OPPONENT);
        }
        let mut spec = PlayerSpec::from_group(&group)?;
        if spec.limit.is_unlimited() {
            spec.limit.depth = Some(1);
        }
        Ok(spec)
    }

    pub(super) const fn self_play(&self) -> SelfPlayStarts {
        SelfPlayStarts {
            moves: self.start_moves,
            depth: self.start_depth,
            random_plies: self.random_plies,
        }
    }
}

#[derive(Args)]
pub(super) struct GameArgs {
    #[command(flatten)]
    opponent: OpponentArgs,
    /// Games begin at the positions of this book instead, in random order
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// How deep the agent's minimax looks
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = parse_depth)]
    depth: u32,
    /// The agent plays by the search of Ferz with so many nodes instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A draw after so many moves
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
}

impl GameArgs {
    /// Games of each evaluation by these rules.
    pub(super) fn measure(&self, games: u32, seed: u64) -> anyhow::Result<GamesMeasure> {
        let opponent = self.opponent.opponent()?;
        // A wrong path should be known before the first generation.
        opponent.start(false)?;
        let search = match self.nodes {
            Some(nodes) => AgentSearch::Nodes(nodes),
            None => AgentSearch::Minimax(self.depth),
        };
        let starts = match &self.starts {
            Some(file) => Starts::Book(book(file, seed)?),
            None => Starts::SelfPlay(self.opponent.self_play()),
        };
        Ok(GamesMeasure { opponent, search, games, starts, max_moves: self.max_moves })
    }
}

/// The book of a file in random order.
pub(super) fn book(file: &Path, seed: u64) -> anyhow::Result<Book> {
    Ok(Book::read(&BookSpec::new(file)?, seed)?)
}
