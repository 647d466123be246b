//! `ferz tune`: numbers of the engine that are found and not guessed.

use std::process::ExitCode;

use clap::Subcommand;

use crate::tune_spsa::{self, SpsaArgs};
use crate::tune_texel::{self, TexelArgs};
use crate::tune_wdl::{self, WdlArgs};

#[derive(Subcommand)]
pub(crate) enum TuneCommand {
    /// Fit the weights of the classical evaluation to the results of games
    Texel(TexelArgs),
    /// Find better parameters of the search by games between neighbours
    Spsa(Box<SpsaArgs>),
    /// Fit the chances to win, draw and lose behind a score to the results of games
    Wdl(WdlArgs),
}

pub(crate) fn run(command: &TuneCommand) -> anyhow::Result<ExitCode> {
    match command {
        TuneCommand::Texel(args) => tune_texel::run(args),
        TuneCommand::Spsa(args) => tune_spsa::run(args),
        TuneCommand::Wdl(args) => tune_wdl::run(args),
    }
}
