//! `ferz eval`: an evaluation that explains itself.

use std::process::ExitCode;

use ferz_engine::Evaluation;
use ferz_eval::evolved::Evolved;
use ferz_eval::{Classical, Evaluator, Material};
use ferz_rules::Position;

use crate::cli::EvalArgs;
use crate::output::say_line;

pub(crate) fn run(args: &EvalArgs) -> anyhow::Result<ExitCode> {
    let position = args.fen.clone().unwrap_or_else(Position::startpos);
    match args.evaluation.settings()?.evaluation() {
        Evaluation::Network(network) => say_line!("{}", network.explain(&position)),
        Evaluation::Classical => say_line!("{}", Classical::default().explain(&position)),
        Evaluation::Evolved(agent) => {
            say_line!("{}", Evolved::new(&agent.chromosome).explain(&position));
        }
        Evaluation::Material => {
            say_line!("{} centipawns for the player to move", Material.evaluate(&position));
        }
    }
    Ok(ExitCode::SUCCESS)
}
