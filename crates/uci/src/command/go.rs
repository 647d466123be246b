//! The limits of a search, as `go` gives them.
//!
//! This module only reads them. What they mean together, and how much of a clock to use, is for
//! the engine to decide.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use ferz_rules::{ByColor, Color};

use crate::command::CommandError;
use crate::move_text::MoveText;
use crate::text::{Words, saturating_integer};

/// The longest time that a `go` can give; more is read as this. Thirty years leave room for
/// every sum a clock may enter.
pub const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// The shortest time that a `go` can give. A runner whose margin was overrun sends clocks at or
/// below zero; the move must still come, at once.
pub const MIN_TIME: Duration = Duration::from_millis(1);

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left, if the line gave one; never zero.
    pub time: Option<Duration>,
    /// What each move adds.
    pub increment: Duration,
}

/// The arguments of `go`. The default has no limit at all: think until `stop`.
///
/// ```
/// use ferz_uci::{Command, Go};
/// let go = Go { depth: Some(5), ..Go::default() };
/// assert_eq!(Command::Go(go).to_string(), "go depth 5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Consider only these moves at the root; all of them if empty.
    pub search_moves: Vec<MoveText>,
    /// Think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The players' clocks. One without the other is legal.
    pub clocks: ByColor<Clock>,
    /// Moves until the clocks get their next share.
    pub moves_to_go: Option<NonZeroU32>,
    /// Search this many plies and no more; at least 1.
    pub depth: Option<u32>,
    /// Search about this many nodes; at least 1.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves; at least 1.
    pub mate: Option<u32>,
    /// Think exactly this long; never zero.
    pub move_time: Option<Duration>,
    /// Give no best move before `stop`.
    pub infinite: bool,
    /// Count the leaves of the tree of legal moves instead of searching it.
    pub perft: Option<u32>,
}

impl Go {
    /// Reads the arguments, in any order; the last of a kind counts. Unknown words are added to
    /// `skipped`.
    pub(super) fn read(
        words: &mut Words<'_>,
        skipped: &mut Vec<String>,
    ) -> Result<Self, CommandError> {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.read_search_moves(words),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.clocks[Color::White].time = Some(time(number(word, words)?)),
                "btime" => go.clocks[Color::Black].time = Some(time(number(word, words)?)),
                "winc" => go.clocks[Color::White].increment = increment(number(word, words)?),
                "binc" => go.clocks[Color::Black].increment = increment(number(word, words)?),
                "movestogo" => go.moves_to_go = NonZeroU32::new(clamp(number(word, words)?, 0)),
                "depth" => go.depth = Some(clamp(number(word, words)?, 1)),
                "nodes" => go.nodes = Some(number(word, words)?.max(1).unsigned_abs()),
                "mate" => go.mate = Some(clamp(number(word, words)?, 1)),
                "movetime" => go.move_time = Some(time(number(word, words)?)),
                "perft" => go.perft = Some(clamp(number(word, words)?, 0)),
                unknown => skipped.push(unknown.to_owned()),
            }
        }
        Ok(go)
    }

    /// The list ends at the first word that is no move, so that it may stand anywhere.
    fn read_search_moves(&mut self, words: &mut Words<'_>) {
        while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
            self.search_moves.push(mv);
            words.next();
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        flag(f, "ponder", self.ponder)?;
        field(f, "wtime", self.clocks.white.time.map(|time| time.as_millis()))?;
        field(f, "btime", self.clocks.black.time.map(|time| time.as_millis()))?;
        field(f, "winc", nonzero_millis(self.clocks.white.increment))?;
        field(f, "binc", nonzero_millis(self.clocks.black.increment))?;
        field(f, "movestogo", self.moves_to_go)?;
        field(f, "depth", self.depth)?;
        field(f, "nodes", self.nodes)?;
        field(f, "mate", self.mate)?;
        field(f, "movetime", self.move_time.map(|time| time.as_millis()))?;
        flag(f, "infinite", self.infinite)?;
        field(f, "perft", self.perft)?;
        // Last, because some engines take all that follows for moves.
        flag(f, "searchmoves", !self.search_moves.is_empty())?;
        self.search_moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

fn flag(f: &mut fmt::Formatter<'_>, name: &str, is_set: bool) -> fmt::Result {
    if is_set { write!(f, " {name}") } else { Ok(()) }
}

fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

fn nonzero_millis(time: Duration) -> Option<u128> {
    Some(time.as_millis()).filter(|&millis| millis > 0)
}

/// Reads the number that must follow a keyword.
pub(super) fn number(keyword: &str, words: &mut Words<'_>) -> Result<i64, CommandError> {
    let text = words.next();
    text.and_then(saturating_integer).ok_or_else(|| CommandError::Number {
        keyword: keyword.to_owned(),
        got: text.map(str::to_owned),
    })
}

/// Brings any number into `min..=u32::MAX`.
pub(super) fn clamp(value: i64, min: u32) -> u32 {
    u32::try_from(value.max(i64::from(min))).unwrap_or(u32::MAX)
}

fn time(millis: i64) -> Duration {
    increment(millis).max(MIN_TIME)
}

fn increment(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0)).min(MAX_TIME)
}
