//! The options that Ferz offers, and what each of them does.

use std::time::Duration;

use ferz_engine::Engine;
use ferz_eval::EvaluatorKind;
use ferz_search::FeatureError;

use crate::option::{OptionValue, Options, UciOption};

/// The largest table in mebibytes that can be asked for.
const MAX_HASH: i64 = 1 << 20;

/// Every option. An option that does nothing has no place here.
pub(super) fn declared_options() -> Options {
    [
        UciOption::spin("Hash", 16, 1..=MAX_HASH),
        UciOption::button("Clear Hash"),
        UciOption::spin("Threads", 1, 1..=1),
        UciOption::check("Ponder", false),
        UciOption::spin("MultiPV", 1, 1..=256),
        UciOption::spin("Move Overhead", 10, 0..=5000).alias("MoveOverhead"),
        UciOption::check("UCI_Chess960", false),
        UciOption::combo("Evaluator", "classical", &["classical", "material"]),
        UciOption::text("Features", "all"),
    ]
    .into_iter()
    .collect()
}

/// Puts a checked value in force.
pub(super) fn apply(
    name: &str,
    value: OptionValue,
    engine: &mut Engine,
    chess960: &mut bool,
) -> Result<(), FeatureError> {
    let mut settings = engine.settings().clone();
    match (name, value) {
        ("Hash", OptionValue::Spin(size)) => settings.hash = size.unsigned_abs() as usize,
        ("Clear Hash", _) => {
            engine.clear_hash();
            return Ok(());
        }
        ("MultiPV", OptionValue::Spin(lines)) => settings.multipv = lines.unsigned_abs() as usize,
        ("Move Overhead", OptionValue::Spin(time)) => {
            settings.overhead = Duration::from_millis(time.unsigned_abs());
        }
        ("UCI_Chess960", OptionValue::Check(on)) => *chess960 = on,
        ("Evaluator", OptionValue::Combo(name)) => {
            settings.evaluator = name.parse().unwrap_or(EvaluatorKind::Classical);
        }
        ("Features", OptionValue::Text(list)) => settings.features = list.parse()?,
        // Threads has one value only, and Ponder tells us nothing that `go ponder` does not.
        _ => {}
    }
    if settings != *engine.settings() {
        engine.configure(settings);
    }
    Ok(())
}
