//! `ferz data`: files of games and positions.

use std::process::ExitCode;

use clap::Subcommand;

use crate::data_labels::{self, LabelsArgs};
use crate::data_write::{self, ConvertArgs, FilterGamesArgs, ShuffleArgs, SplitArgs};
use crate::datastats::{self, CountArgs, StatsArgs};

#[derive(Subcommand)]
pub(crate) enum DataCommand {
    /// Count games and positions
    Count(CountArgs),
    /// Report on results, scores, phases and repeated positions, and what looks wrong
    Stats(StatsArgs),
    /// Tell how much of what longer searches know is in the scores of games, by their foresight
    Labels(LabelsArgs),
    /// Keep the games that have positions worth learning from, each once
    Filter(FilterGamesArgs),
    /// Put games or positions in a random order, more than fit into memory too
    Shuffle(ShuffleArgs),
    /// Divide games at random between two files
    Split(SplitArgs),
    /// Write the positions of games as text or in bulletformat
    Convert(ConvertArgs),
}

pub(crate) fn run(command: &DataCommand) -> anyhow::Result<ExitCode> {
    match command {
        DataCommand::Count(args) => datastats::count(args),
        DataCommand::Stats(args) => datastats::stats(args),
        DataCommand::Labels(args) => data_labels::run(args),
        DataCommand::Filter(args) => data_write::filter(args),
        DataCommand::Shuffle(args) => data_write::shuffle(args),
        DataCommand::Split(args) => data_write::split(args),
        DataCommand::Convert(args) => data_write::convert(args),
    }
}
