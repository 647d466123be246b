//! `ferz tune wdl`: what a score is worth, learned from games.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use ferz_engine::Polynomial;
use ferz_lab::tune::wdl::{Observation, Selection, WdlFit, fit, from_lines, from_pgn};
use serde_json::json;

use crate::output::say_line;

#[derive(Args)]
pub(crate) struct WdlArgs {
    /// Games (.pgn) with scores in their comments, or files of lines "FEN | score | result"
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Of games, take only the scores of the player with this name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The degree of the two polynomials of the material
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    degree: u8,
    /// Leave out scores further from zero, in units of the search
    #[arg(long, default_value_t = 800.0, value_name = "CP")]
    max_score: f64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &WdlArgs) -> anyhow::Result<ExitCode> {
    let selection = Selection { player: args.player.clone(), max_score: args.max_score };
    let mut observations = Vec::new();
    for file in &args.files {
        let read = read(file, &selection).with_context(|| format!("{}", file.display()))?;
        observations.extend(read);
    }
    let fitted = fit(&observations, usize::from(args.degree))?;
    if args.json {
        say_line!("{}", as_json(&fitted));
    } else {
        describe(&fitted);
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path, selection: &Selection) -> anyhow::Result<Vec<Observation>> {
    let input = BufReader::new(File::open(file)?);
    let is_pgn = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    Ok(if is_pgn { from_pgn(input, selection)? } else { from_lines(input, selection)? })
}

fn describe(fitted: &WdlFit) {
    let WdlFit { model, observations, before, after } = fitted;
    say_line!("{observations} scores; mean log likelihood {after:.5}, {before:.5} before");
    say_line!("material     a     b   draws from 0");
    for material in [0.2, 0.4, 0.6, 0.8, 1.0] {
        let (win, loss) = model.probabilities(0.0, material);
        say_line!(
            "{material:>8.1} {:>5.0} {:>5.0} {:>10.0} %",
            model.a(material),
            model.b(material),
            100.0 * (1.0 - win - loss)
        );
    }
    say_line!("for crates/engine/src/wdl.rs:");
    say_line!("a: {}, b: {}", source(&model.a), source(&model.b));
}

fn source(polynomial: &Polynomial) -> String {
    let numbers: Vec<String> = polynomial.iter().map(|number| format!("{number:.1}")).collect();
    format!("[{}]", numbers.join(", "))
}

fn as_json(fitted: &WdlFit) -> serde_json::Value {
    json!({
        "observations": fitted.observations,
        "before": fitted.before,
        "after": fitted.after,
        "a": fitted.model.a,
        "b": fitted.model.b,
    })
}
