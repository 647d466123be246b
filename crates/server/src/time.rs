//! Moments.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// When this process looked at the clock first: by the calendar, and by a clock that never jumps.
static START: LazyLock<(u64, Instant)> = LazyLock::new(|| {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    (wall.map_or(0, |since| since.as_millis() as u64), Instant::now())
});

/// Milliseconds since 1970. They never go back while the process lives, whatever is done to the
/// calendar: a player's clock is measured with them.
pub(crate) fn now() -> u64 {
    let (wall, instant) = *START;
    wall + instant.elapsed().as_millis() as u64
}

/// The day of a moment as PGN writes it.
pub(crate) fn day(millis: u64) -> String {
    // The days of a civil year counted from March, so that the leap day comes last.
    let days = millis / 86_400_000 + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        let rows = [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_794_787_199_999, "2026.11.15"),
            (1_794_787_200_000, "2026.11.16"),
        ];
        for (millis, expected) in rows {
            assert_eq!(day(millis), expected);
        }
    }
}
