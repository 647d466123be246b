//! The options that Ferz offers, and what each of them does.

use std::fmt;
use std::time::Duration;

use ferz_engine::Engine;
use ferz_eval::EvaluatorKind;
use ferz_search::FeatureError;

use crate::option::{OptionError, OptionValue, Options, UciOption};

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

/// Sets an option of an engine that is driven without the protocol, under the names and with the
/// values that the protocol has for it.
///
/// ```
/// use ferz_engine::Engine;
/// let mut engine = Engine::default();
/// ferz_uci::set_engine_option(&mut engine, "hash", Some("4"))?;
/// assert_eq!(engine.settings().hash, 4);
/// let error = ferz_uci::set_engine_option(&mut engine, "Hash", Some("0")).unwrap_err();
/// assert!(error.to_string().starts_with("option Hash takes a number from 1"));
/// # Ok::<(), ferz_uci::EngineOptionError>(())
/// ```
///
/// # Errors
/// If there is no such option, or it does not take the value.
pub fn set_engine_option(
    engine: &mut Engine,
    name: &str,
    value: Option<&str>,
) -> Result<(), EngineOptionError> {
    let options = declared_options();
    let (option, value) = options.set(name, value).map_err(EngineOptionError::Option)?;
    // Castling needs no style where no move becomes text.
    let mut chess960 = false;
    apply(option.name(), value, engine, &mut chess960).map_err(EngineOptionError::Feature)
}

/// Why an option of our engine cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineOptionError {
    /// There is no such option, or it does not take the value.
    Option(OptionError),
    /// A list of features names one that does not exist.
    Feature(FeatureError),
}

impl fmt::Display for EngineOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(error) => error.fmt(f),
            Self::Feature(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EngineOptionError {}

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
