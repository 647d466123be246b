//! The `ferz` binary: the command line and its wiring, nothing else.

mod ablate;
mod analyse;
mod bench;
mod book;
mod cli;
mod data;
mod data_labels;
mod data_write;
mod datagen;
mod datastats;
mod date;
mod ebf;
mod eval;
mod evolve;
mod explain;
mod filter_args;
mod gauntlet;
mod interrupt;
mod match_args;
mod match_json;
mod match_play;
mod match_run;
mod match_scribe;
mod net;
mod net_blend;
mod net_judge;
mod network;
mod opening_args;
mod openings;
mod output;
mod perft;
mod perft_suite;
mod play;
mod progress;
mod rate;
mod report_files;
mod runs;
mod serve;
mod speedup;
mod speedup_games;
mod sprt;
mod stats;
mod study_run;
mod suite;
mod tablebase;
mod trace;
mod train;
mod train_teller;
mod tune;
mod tune_spsa;
mod tune_spsa_teller;
mod tune_texel;
mod tune_wdl;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use ferz_uci::Session;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let result = match Cli::parse().command.unwrap_or(Command::Uci) {
        Command::Uci => speak_uci(),
        Command::Lines(lines) => {
            Session::new(io::stdout()).run_lines(lines.iter().map(String::as_str));
            Ok(ExitCode::SUCCESS)
        }
        Command::Bench(args) => bench::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Trace(args) => Ok(trace::run(&args)),
        Command::Perft(args) => match args.suite {
            Some(ref file) => perft_suite::run(file, &args),
            None => perft::run(&args),
        },
        Command::Match(args) => match_play::run(&args),
        Command::Gauntlet(args) => gauntlet::run(&args),
        Command::Runs(args) => runs::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(args),
        Command::Openings(args) => openings::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Book(command) => book::run(&command),
        Command::Ablate(args) => ablate::run(&args),
        Command::Ebf(args) => ebf::run(&args),
        Command::Speedup(args) => speedup::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Tablebase(command) => tablebase::run(&command),
        Command::Datagen(args) => datagen::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Net(command) => net::run(&command),
        Command::Tune(command) => tune::run(&command),
        Command::Evolve(args) => evolve::run(&args),
        Command::Data(command) => data::run(&command),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

fn speak_uci() -> anyhow::Result<ExitCode> {
    Session::new(io::stdout()).run(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}
