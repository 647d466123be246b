//! Self-play data: games that Ferz plays against itself, kept whole, with a score for each move.
//!
//! Games are stored in viriformat (`docs/formats.md`), so tools that others have written can read
//! them, and a better filter can be applied later to games that were played long ago. Start
//! with [`generate()`] to make them, with [`GameReader`] to read them and with [`Filter`] to choose
//! the positions that are worth learning from.

mod append;
mod board;
mod duplicates;
mod filter;
mod foresight;
mod game;
mod generate;
mod health;
mod labels;
mod opening;
mod packed;
mod packed_move;
mod reader;
mod selfplay;
mod shuffle;
mod source;
mod stats;
mod text;

pub use append::{AppendError, GameFile};
pub use board::{BoardError, PackedBoard};
pub use duplicates::Duplicates;
pub use filter::{Filter, Labelled};
pub use foresight::Foresight;
pub use game::{DataScore, RecordedGame, Wdl};
pub use generate::{GenerateSettings, Progress, generate};
pub use health::DataHealth;
pub use labels::{LabelQuality, LabelSample, Opinions};
pub use opening::OpeningSettings;
pub use packed::{PackedError, PackedHeader};
pub use packed_move::{pack_move, unpack_move};
pub use reader::{GameReader, ReadError};
pub use selfplay::{Adjudication, SelfPlay, SelfPlaySettings};
pub use shuffle::Shuffle;
pub use source::{SourceError, for_each_board, for_each_game, is_bulletformat};
pub use stats::DataStats;
pub use text::TextLine;
