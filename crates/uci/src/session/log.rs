//! The conversation in a file, for those who have to find out what went wrong in it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// The GUI.
    Heard,
    /// We.
    Said,
}

/// A log that grows at its end, so that the sessions of a whole tournament stay together.
pub(super) struct Log(File);

impl Log {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        OpenOptions::new().create(true).append(true).open(path).map(Self)
    }

    /// Notes each line of a text. A full disk must not stop a game, so failures are passed over.
    pub(super) fn note(&mut self, direction: Direction, text: &str) {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mark = if direction == Direction::Heard { "<<" } else { ">>" };
        let time = utc(since_epoch);
        let mut lines = String::new();
        for line in text.trim_end().lines() {
            lines.extend([&time, " ", mark, " ", line, "\n"]);
        }
        let _ = self.0.write_all(lines.as_bytes());
    }
}

/// A moment as `2026-05-17T09:30:00.125Z`.
fn utc(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    let (seconds, millis) = (seconds % 60, since_epoch.subsec_millis());
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

/// The date so many days after the first of January 1970.
fn date(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_399, "2000-02-28T23:59:59.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (1_798_761_599, "2026-12-31T23:59:59.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ] {
            assert_eq!(utc(Duration::new(seconds, 7_000_000)), text);
        }
    }
}
