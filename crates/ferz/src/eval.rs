//! `ferz eval`: an evaluation that explains itself.

use std::process::ExitCode;

use ferz_eval::{Classical, Evaluator, EvaluatorKind, Material};
use ferz_rules::Position;

use crate::cli::EvalArgs;
use crate::output::say_line;

pub(crate) fn run(args: &EvalArgs) -> ExitCode {
    let position = args.fen.clone().unwrap_or_else(Position::startpos);
    match args.evaluator {
        EvaluatorKind::Classical => say_line!("{}", Classical::default().explain(&position)),
        EvaluatorKind::Material => {
            say_line!("{} centipawns for the player to move", Material.evaluate(&position));
        }
    }
    ExitCode::SUCCESS
}
