//! Who plays: any UCI engine as a process, or Ferz inside this process.
//!
//! A [`PlayerSpec`] says who; [`PlayerSpec::start`] makes a [`Player`] of it. What a player does
//! wrong in a game is a [`Fault`], which costs the game and nothing else.

mod inside;
mod process;
mod spec;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz_rules::{CastlingStyle, Game, Move};
use ferz_uci::{ClientError, EngineOptionError, Go, ScoreValue};

pub use spec::{PlayerKind, PlayerSpec, SpecError};

/// Something that chooses moves.
pub trait Player: Send {
    /// Prepares for a new game: everything learnt before is forgotten, and what went wrong before
    /// is put right.
    ///
    /// # Errors
    /// If the player cannot be brought to work again.
    fn new_game(&mut self) -> Result<(), PlayerError>;

    /// Chooses a move.
    ///
    /// # Errors
    /// If the player fails, or the user has asked to stop.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Thinks on the opponent's time, expecting this move. [`Player::think`] ends it.
    ///
    /// # Errors
    /// If the player fails.
    fn ponder(&mut self, turn: &Turn<'_>, expected: Move) -> Result<(), Failure>;

    /// The game is over, so whatever the player is doing has no purpose any more.
    fn game_over(&mut self);

    /// What the player calls itself.
    fn title(&self) -> String;
}

/// A move to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// How castling is written.
    pub style: CastlingStyle,
    /// The limits.
    pub go: &'a Go,
    /// How long to wait before the player counts as stalled.
    pub patience: Duration,
    /// Becomes true when the user has asked to stop.
    pub stop: &'a AtomicBool,
}

/// A chosen move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move, which is legal.
    pub mv: Move,
    /// The expected reply, if it is legal.
    pub ponder: Option<Move>,
    /// What the player thinks of it.
    pub opinion: Opinion,
    /// The time it took, by our clock.
    pub elapsed: Duration,
}

/// What a player says of the move it has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opinion {
    /// The score from its own point of view.
    pub score: Option<ScoreValue>,
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The longest line looked at.
    pub selective_depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time it says it has used.
    pub time: Option<Duration>,
    /// How much later than it says its last line arrived, if there is a pipe between us.
    pub latency: Option<Duration>,
}

/// What a player did wrong in a game. Each costs the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It took longer than its clock allowed.
    TimeLoss {
        /// By so much.
        over: Duration,
        /// What the host took from the machine meanwhile, all processors together.
        stolen: Duration,
    },
    /// It did not answer at all.
    Stall(String),
    /// Its process ended, or closed its pipe; or it panicked.
    Crash(String),
    /// Its move is not legal, or cannot be read.
    IllegalMove(String),
    /// It had no move where there are legal ones.
    NoMove,
    /// It wrote more than anybody can want.
    Flood(String),
}

impl Fault {
    /// One word for tables and the store.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TimeLoss { .. } => "time",
            Self::Stall(_) => "stall",
            Self::Crash(_) => "crash",
            Self::IllegalMove(_) | Self::NoMove => "illegal",
            Self::Flood(_) => "flood",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeLoss { over, stolen } => {
                write!(f, "loses on time by {} ms", over.as_millis())?;
                if stolen.is_zero() {
                    return Ok(());
                }
                write!(f, ", while the host took {} ms from the machine", stolen.as_millis())
            }
            Self::Stall(text) => write!(f, "stalls: {text}"),
            Self::Crash(text) => write!(f, "crashes: {text}"),
            Self::IllegalMove(text) => write!(f, "makes an illegal move: {text}"),
            Self::NoMove => f.write_str("makes an illegal move: none"),
            Self::Flood(text) => write!(f, "floods: {text}"),
        }
    }
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The user has asked to stop.
    Interrupted,
    /// The player has failed.
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A player that cannot play at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError {
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub cause: PlayerFault,
}

/// Why a player cannot play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerFault {
    /// Its process cannot be driven, or does not take an option.
    Client(ClientError),
    /// An option of ours was wrong.
    Option(EngineOptionError),
    /// It has no limit, so it would think for ever.
    NoLimit,
    /// It is Ferz inside this process where only another process will do.
    NoProcess,
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}: ", self.name)?;
        match &self.cause {
            PlayerFault::Client(error) => error.fmt(f),
            PlayerFault::Option(error) => error.fmt(f),
            PlayerFault::NoProcess => {
                f.write_str("only an engine with a process of its own will do: cmd=PATH")
            }
            PlayerFault::NoLimit => f.write_str("no limit is set (tc, st, nodes or depth)"),
        }
    }
}

impl std::error::Error for PlayerError {}
