//! The `ferz` binary: the command line and its wiring, nothing else.

mod cli;
mod interrupt;
mod network;
mod perft;
mod play;
mod suite;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Perft(args) => match args.suite {
            Some(ref file) => suite::run(file, &args),
            None => perft::run(&args),
        },
        Command::Play(args) => play::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
