//! A player as the command line describes it: `cmd=PATH name=X option.Hash=16 tc=8+0.08`.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use ferz_uci::{Client, Launch, Timeouts};

use crate::group::Group;
use crate::limit::{Limit, TimeControlError, read_seconds, seconds};
use crate::player::inside::InsidePlayer;
use crate::player::process::ProcessPlayer;
use crate::player::{Player, PlayerError, PlayerFault};

/// The command that means Ferz inside this process.
const INSIDE: &str = "ferz";
/// How far a clock may be overstepped: a busy machine may wake a player late.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

/// Where a player comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Ferz in this process.
    Inside,
    /// A UCI engine.
    Process {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
        /// The directory to run in; ours if none is given.
        directory: Option<PathBuf>,
    },
}

/// A player: who it is and under which conditions it plays.
///
/// ```
/// use ferz_lab::{Group, PlayerSpec};
/// let each: Group = "tc=8+0.08 option.Hash=16".parse()?;
/// let own: Group = "ferz option.Features=-nmp nodes=1000".parse()?;
/// let spec = PlayerSpec::from_group(&own.over(&each))?;
/// assert_eq!(spec.name, "ferz");
/// assert_eq!(spec.limit.to_string(), "tc=8+0.08 nodes=1000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// The name in tables and games.
    pub name: String,
    /// Where it comes from.
    pub kind: PlayerKind,
    /// The options to set, in order.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limit: Limit,
    /// How far it may overstep its time without losing.
    pub margin: Duration,
    /// How long past its time, or how long at all without one, it may be silent before it counts
    /// as stalled.
    pub stall: Option<Duration>,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
}

impl PlayerSpec {
    /// Ferz in this process with this name and limit, everything else as usual.
    pub fn inside(name: &str, limit: Limit) -> Self {
        Self {
            name: name.to_owned(),
            kind: PlayerKind::Inside,
            options: Vec::new(),
            limit,
            margin: DEFAULT_MARGIN,
            stall: None,
            ponder: false,
        }
    }

    /// Reads a description.
    ///
    /// # Errors
    /// At the first key that is unknown or has no legal value.
    pub fn from_group(group: &Group) -> Result<Self, SpecError> {
        let mut spec = Self::inside("", Limit::default());
        let (mut program, mut args, mut directory) = (None, Vec::new(), None);
        for (key, value) in group.pairs() {
            match key {
                "cmd" => program = Some(value),
                "args" => args = value.split_ascii_whitespace().map(str::to_owned).collect(),
                "dir" => directory = Some(PathBuf::from(value)),
                "name" => value.clone_into(&mut spec.name),
                _ => spec.set(key, value)?,
            }
        }
        let program = program.ok_or(SpecError::NoCommand)?;
        if spec.name.is_empty() {
            spec.name = short_name(program);
        }
        if program != INSIDE {
            spec.kind = PlayerKind::Process { program: PathBuf::from(program), args, directory };
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let wrong =
            |expected| SpecError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        match key {
            "proto" if value == "uci" => {}
            "proto" => return Err(wrong("uci")),
            "tc" => self.limit.clock = Some(value.parse().map_err(SpecError::TimeControl)?),
            "st" => {
                let time = read_seconds(value).filter(|time| !time.is_zero());
                self.limit.move_time = Some(time.ok_or_else(|| wrong("seconds"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes: &u64| nodes > 0);
                self.limit.nodes = Some(nodes.ok_or_else(|| wrong("a number from 1"))?);
            }
            "depth" | "plies" => {
                let depth = value.parse().ok().filter(|&depth: &u32| depth > 0);
                self.limit.depth = Some(depth.ok_or_else(|| wrong("a number from 1"))?);
            }
            "timemargin" => {
                let millis = value.parse().map_err(|_| wrong("milliseconds"))?;
                self.margin = Duration::from_millis(millis);
            }
            "stall" => {
                self.stall = Some(read_seconds(value).ok_or_else(|| wrong("seconds"))?);
            }
            "ponder" => {
                self.ponder = match value {
                    "on" | "true" => true,
                    "off" | "false" => false,
                    _ => return Err(wrong("on or off")),
                };
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(SpecError::Key(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Starts the player and sets its options.
    ///
    /// # Errors
    /// If it cannot be started or does not take an option.
    pub fn start(&self, chess960: bool) -> Result<Box<dyn Player>, PlayerError> {
        let failed = |cause| PlayerError { name: self.name.clone(), cause };
        if self.limit.is_unlimited() {
            return Err(failed(PlayerFault::NoLimit));
        }
        Ok(match &self.kind {
            PlayerKind::Inside => Box::new(InsidePlayer::start(self)?),
            PlayerKind::Process { .. } => Box::new(ProcessPlayer::start(self, chess960)?),
        })
    }

    /// Starts the engine's process and sets its options. Ferz inside this process has none.
    ///
    /// # Errors
    /// If it cannot be started or does not take an option.
    pub(crate) fn start_client(&self) -> Result<Client, PlayerError> {
        let failed = |cause| PlayerError { name: self.name.clone(), cause };
        let PlayerKind::Process { program, args, directory } = &self.kind else {
            return Err(failed(PlayerFault::NoProcess));
        };
        let mut launch = args.iter().fold(Launch::new(program), Launch::arg);
        if let Some(directory) = directory {
            launch = launch.directory(directory);
        }
        let client = |error| failed(PlayerFault::Client(error));
        let mut process = Client::start(launch, Timeouts::default()).map_err(client)?;
        for (name, value) in &self.options {
            process.set_option(name, Some(value)).map_err(client)?;
        }
        Ok(process)
    }
}

/// The last part of a path without its extension.
fn short_name(program: &str) -> String {
    let stem = PathBuf::from(program);
    stem.file_stem().map_or_else(|| program.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl fmt::Display for PlayerSpec {
    /// As the command line would say it, every default included: two specs are the same
    /// experiment if this is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PlayerKind::Inside => write!(f, "cmd={INSIDE}")?,
            PlayerKind::Process { program, args, directory } => {
                write!(f, "cmd={}", program.display())?;
                if !args.is_empty() {
                    write!(f, " args={}", args.join(" "))?;
                }
                if let Some(directory) = directory {
                    write!(f, " dir={}", directory.display())?;
                }
            }
        }
        write!(f, " name={}", self.name)?;
        for (name, value) in &self.options {
            write!(f, " option.{name}={value}")?;
        }
        write!(f, " {} timemargin={}", self.limit, self.margin.as_millis())?;
        if let Some(stall) = self.stall {
            write!(f, " stall={}", seconds(stall))?;
        }
        if self.ponder { f.write_str(" ponder=on") } else { Ok(()) }
    }
}

/// Why a description is of no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// There is no command.
    NoCommand,
    /// A key means nothing.
    Key(String),
    /// A key does not take the value.
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// The time control is wrong.
    TimeControl(TimeControlError),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => {
                f.write_str("a player needs a command: cmd=PATH, or ferz for this engine itself")
            }
            Self::Key(key) => write!(
                f,
                "a player has no \"{key}\": expected cmd, args, dir, name, option.NAME, tc, st, \
                 nodes, depth, timemargin, stall or ponder"
            ),
            Self::Value { key, value, expected } => {
                write!(f, "{key} takes {expected}, got \"{value}\"")
            }
            Self::TimeControl(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::from_group(&text.parse().expect("a test's own group"))
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "ferz tc=8+0.08",
            "cmd=ferz name=old option.Features=-nmp,-lmr option.Hash=4 nodes=1000",
            "cmd=/opt/My Engines/fish args=--uci --fast dir=/tmp st=0.1 timemargin=0 ponder=on",
            "/usr/games/stockfish option.Move Overhead=5 depth=4 stall=2.5",
        ] {
            let spec = read(text).expect("legal");
            assert_eq!(read(&spec.to_string()), Ok(spec));
        }
        assert_eq!(
            read("/usr/games/stockfish depth=4").map(|spec| spec.name).as_deref(),
            Ok("stockfish")
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(read("name=x tc=1"), Err(SpecError::NoCommand));
        assert_eq!(read("ferz hash=3"), Err(SpecError::Key("hash".to_owned())));
        for text in
            ["ferz nodes=0", "ferz st=-1", "ferz st=0", "ferz ponder=maybe", "ferz proto=xboard"]
        {
            assert!(matches!(read(text), Err(SpecError::Value { .. })), "{text}");
        }
        assert!(matches!(read("ferz tc=fast"), Err(SpecError::TimeControl(_))));
    }
}
