//! How long a player may think: clocks, time for each move, nodes and depth.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// A clock, as it is set before a game.
///
/// ```
/// use std::time::Duration;
/// use ferz_lab::TimeControl;
/// let control: TimeControl = "40/60+0.6".parse()?;
/// assert_eq!(control.base, Duration::from_secs(60));
/// assert_eq!(control.increment, Duration::from_millis(600));
/// assert_eq!(control.to_string(), "40/60+0.6");
/// assert!("8+".parse::<TimeControl>().is_err());
/// # Ok::<(), ferz_lab::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// After so many moves the base time is given again.
    pub moves: Option<NonZeroU32>,
    /// The time at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// What bounds a player's thinking. Several bounds at once are legal; the first one reached ends
/// the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// A clock for the whole game.
    pub clock: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

impl Limit {
    /// Whether there is no bound at all, so that a search would never end.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the result of a search depends on the speed of the machine.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

impl fmt::Display for Limit {
    /// As it is written on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("st={}", seconds(time))),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&seconds(self.base))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", seconds(self.increment)) }
    }
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlError(pub String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a time control such as 8+0.08, 40/60 or 1:30+1, got \"{}\"", self.0)
    }
}

impl std::error::Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `[moves/]time[+increment]` in seconds, where time may be minutes and seconds.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        read(text).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (base, read_seconds(increment)?),
        None => (rest, Duration::ZERO),
    };
    let base = match base.split_once(':') {
        Some((minutes, rest)) => read_seconds(rest)?
            .checked_add(Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?))?,
        None => read_seconds(base)?,
    };
    (!base.is_zero()).then_some(TimeControl { moves, base, increment })
}

/// Reads seconds with a decimal fraction, of at most a year.
pub(crate) fn read_seconds(text: &str) -> Option<Duration> {
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= 365.0 * 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

/// Seconds without needless zeros.
pub(crate) fn seconds(time: Duration) -> String {
    (time.as_millis() as f64 / 1000.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(u32, u64, u64)>) {
        let read = text.parse::<TimeControl>().ok().map(|control| {
            let moves = control.moves.map_or(0, NonZeroU32::get);
            (moves, control.base.as_millis() as u64, control.increment.as_millis() as u64)
        });
        assert_eq!(read, expected, "{text}");
        if let Ok(control) = text.parse::<TimeControl>() {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }

    #[test]
    fn time_controls() {
        check("8+0.08", Some((0, 8000, 80)));
        check("1", Some((0, 1000, 0)));
        check(".5+.01", Some((0, 500, 10)));
        check("40/1:30+2", Some((40, 90_000, 2000)));
        for text in
            ["", "+1", "0", "0/8", "x/8", "8+", "8+-1", "-8", "1e3", "inf", "8 + 1", "1/2/3"]
        {
            check(text, None);
        }
    }
}
