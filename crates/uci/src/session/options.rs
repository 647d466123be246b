//! The options that Ferz offers, and what each of them does.

mod error;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ferz_engine::{
    Engine, EvalFile, LoadError, PolyglotBook, Settings, Tablebases, embedded_network,
    load_eval_file,
};

use crate::option::OptionValue;

use super::opponent::Opponent;
use super::output::Output;

pub use error::EngineOptionError;
pub(super) use table::declared_options;
pub use table::options_table;

/// How lines are written, for those settings that the engine does not need to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Manners {
    /// Castling is written as the king taking its rook.
    pub(super) chess960: bool,
    /// Scores come with the chances to win, draw and lose.
    pub(super) show_wdl: bool,
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
    // Where nothing becomes text, manners do not matter and there is nothing to log.
    let (mut manners, output) = (Manners::default(), Output::new(io::sink()));
    apply(option.name(), value, engine, &mut manners, &output).map(drop)
}

/// Puts a checked value in force. Some have something to say about it.
pub(super) fn apply<W: Write>(
    name: &str,
    value: OptionValue,
    engine: &mut Engine,
    manners: &mut Manners,
    output: &Output<W>,
) -> Result<Option<String>, EngineOptionError> {
    let mut settings = engine.settings().clone();
    let mut message = None;
    match (name, value) {
        ("Hash", OptionValue::Spin(size)) => settings.hash = size.unsigned_abs() as usize,
        ("Clear Hash", _) => engine.clear_hash(),
        ("MultiPV", OptionValue::Spin(lines)) => settings.multipv = lines.unsigned_abs() as usize,
        ("Move Overhead", OptionValue::Spin(time)) => {
            settings.overhead = Duration::from_millis(time.unsigned_abs());
        }
        ("UCI_Chess960", OptionValue::Check(on)) => manners.chess960 = on,
        ("UCI_ShowWDL", OptionValue::Check(on)) => manners.show_wdl = on,
        ("UCI_AnalyseMode", OptionValue::Check(on)) => settings.analyse_mode = on,
        ("UCI_Opponent", OptionValue::Text(text)) => {
            let opponent: Opponent = text.parse().map_err(EngineOptionError::Opponent)?;
            settings.opponent_rating = opponent.rating;
        }
        ("Contempt", OptionValue::Spin(contempt)) => settings.contempt = contempt as i32,
        ("Debug Log File", OptionValue::Text(path)) => {
            let file = Some(Path::new(&path)).filter(|_| !path.is_empty());
            output.log_to(file).map_err(|error| EngineOptionError::Log(path, error.to_string()))?;
        }
        ("Evaluator", OptionValue::Combo(name)) => {
            settings.evaluator = name.parse().unwrap_or_default();
        }
        ("EvalFile", OptionValue::Text(path)) => {
            message = use_eval_file(&path, &mut settings)?;
        }
        ("UCI_LimitStrength", OptionValue::Check(on)) => settings.strength.is_limited = on,
        ("UCI_Elo", OptionValue::Spin(elo)) => settings.strength.elo = elo as u32,
        ("Skill Level", OptionValue::Spin(skill)) => settings.strength.skill = skill as u32,
        ("OwnBook", OptionValue::Check(on)) => settings.book.is_used = on,
        ("BookFile", OptionValue::Text(path)) => settings.book.book = book(&path)?,
        ("BookDepth", OptionValue::Spin(last)) => settings.book.last_move = last as u16,
        ("BookBestMove", OptionValue::Check(on)) => settings.book.is_best = on,
        ("SyzygyPath", OptionValue::Text(path)) => {
            let (tables, findings) = Tablebases::open(&path);
            let is_some = !path.is_empty();
            settings.tables.tables = is_some.then(|| Arc::new(tables));
            message = is_some.then(|| findings.to_string());
        }
        ("SyzygyProbeDepth", OptionValue::Spin(depth)) => {
            settings.tables.probe_depth = depth as i32;
        }
        ("SyzygyProbeLimit", OptionValue::Spin(pieces)) => {
            settings.tables.probe_limit = pieces as u32;
        }
        ("Syzygy50MoveRule", OptionValue::Check(on)) => settings.tables.fifty_moves = on,
        ("Features", OptionValue::Text(list)) => {
            settings.features = list.parse().map_err(EngineOptionError::Feature)?;
        }
        ("Threads", OptionValue::Spin(threads)) => {
            settings.threads = threads.unsigned_abs() as usize;
        }
        ("Parallel", OptionValue::Combo(name)) => {
            settings.parallel = name.parse().unwrap_or_default();
        }
        ("RootDriver", OptionValue::Combo(name)) => {
            settings.root_driver = name.parse().unwrap_or_default();
        }
        (name, OptionValue::Spin(value)) if settings.params.set(name, value as i32) => {}
        // Ponder tells us nothing that `go ponder` does not.
        _ => {}
    }
    if settings == *engine.settings() {
        return Ok(message);
    }
    let resizes = settings.hash != engine.settings().hash;
    let configured = engine.configure(settings);
    let size = engine.hash_mebibytes();
    configured.map_err(|error| EngineOptionError::NoRoom { error, kept: size })?;
    Ok(message.or_else(|| resizes.then(|| format!("hash table of {size} MB"))))
}

/// The book in a file; none without a name.
fn book(path: &str) -> Result<Option<Arc<PolyglotBook>>, EngineOptionError> {
    if path.is_empty() {
        return Ok(None);
    }
    let refused = |reason: String| EngineOptionError::Book(path.to_owned(), reason);
    let bytes = fs::read(path).map_err(|error| refused(error.to_string()))?;
    let book = PolyglotBook::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
    Ok(Some(Arc::new(book)))
}

/// Puts in force what a value of `EvalFile` means, and says what it is. An agent leaves the network
/// alone: which of them evaluates is the word of `Evaluator`.
fn use_eval_file(path: &str, settings: &mut Settings) -> Result<Option<String>, EngineOptionError> {
    let refused = |error| EngineOptionError::EvalFile(path.to_owned(), error);
    let file = match path {
        "" => {
            (settings.network, settings.agent) = (None, None);
            return Ok(None);
        }
        table::EMBEDDED => {
            let network = embedded_network().map_err(|error| refused(LoadError::Network(error)))?;
            EvalFile::Network(network.ok_or(EngineOptionError::NoNetwork)?)
        }
        file => load_eval_file(Path::new(file)).map_err(refused)?,
    };
    Ok(Some(match file {
        EvalFile::Network(network) => {
            let message = format!("network {network}");
            settings.network = Some(network);
            message
        }
        EvalFile::Agent(agent) => {
            let message = format!("agent {agent}");
            settings.agent = Some(agent);
            message
        }
    }))
}
