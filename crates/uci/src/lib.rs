#![doc = include_str!("../README.md")]

mod best_move;
mod client;
mod command;
mod info;
mod move_text;
mod option;
mod reply;
mod session;
mod text;

pub use best_move::BestMove;
pub use client::{
    Client, ClientError, Decision, Exit, Flood, Introduction, Launch, Phase, ReceivedInfo, Thought,
    Timeouts,
};
pub use command::{
    Clock, Command, CommandError, GameTextError, GenFens, Go, MAX_TIME, MIN_TIME, Parsed,
    PositionText, StartText,
};
pub use info::{Bound, Info, InfoScore, MoveLine, ScoreValue, Wdl};
pub use move_text::{MoveText, MoveTextError};
pub use option::{OptionError, OptionKind, OptionLineError, OptionValue, Options, UciOption};
pub use reply::{Reply, ReplyError};
pub use session::{
    EngineOptionError, OpponentError, Session, options_table, search_limits, set_engine_option,
    shown_score,
};
