//! What an engine says while it thinks: `info` lines.
//!
//! Printing is strict, because GUIs are: the fields in the order that Stockfish has made usual,
//! whole numbers only, the bound directly after the score. Reading is forgiving, because engines
//! are not: fields in any order, unknown words skipped, a main line kept as it was written.

mod line;
mod read;
mod score;

use std::fmt;
use std::time::Duration;

pub use line::MoveLine;
pub use score::{Bound, InfoScore, ScoreValue, Wdl};

use crate::move_text::MoveText;

/// An `info` line. Fields that are `None` or empty are not printed.
///
/// ```
/// use ferz_uci::Info;
/// let info: Info = Info::parse("info time 5 depth 3 what score cp -12 upperbound pv e2e4 e7e5");
/// assert_eq!(info.depth, Some(3));
/// assert_eq!(info.to_string(), "info depth 3 score cp -12 upperbound time 5 pv e2e4 e7e5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of this iteration in plies.
    pub depth: Option<u32>,
    /// The deepest ply that was looked at.
    pub seldepth: Option<u32>,
    /// Which of several main lines this is, from 1.
    pub multipv: Option<u32>,
    /// The score for the player to move.
    pub score: Option<InfoScore>,
    /// The chances to win, draw and lose.
    pub wdl: Option<Wdl>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions searched in a second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// The time since `go`, in whole milliseconds.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<MoveText>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The main line.
    pub pv: MoveLine,
    /// Words for a human.
    pub string: Option<String>,
}

impl Info {
    /// A line with only words for a human. Line ends in it become spaces.
    ///
    /// ```
    /// assert_eq!(ferz_uci::Info::message("two\nlines").to_string(), "info string two lines");
    /// ```
    pub fn message(text: &str) -> Self {
        let one_line = text.replace(['\n', '\r'], " ");
        Self { string: Some(one_line.trim_ascii().to_owned()), ..Self::default() }
    }

    /// Reads a line, with or without the word `info`. What cannot be read is left out.
    pub fn parse(line: &str) -> Self {
        read::info(line)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        field(f, "wdl", self.wdl)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.currmove)?;
        field(f, "currmovenumber", self.currmovenumber)?;
        field(f, "pv", Some(&self.pv).filter(|pv| !pv.is_empty()))?;
        field(f, "string", self.string.as_ref())
    }
}

fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

#[cfg(test)]
mod tests;
