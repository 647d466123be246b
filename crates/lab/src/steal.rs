//! Time that the host of a virtual machine takes from it.
//!
//! A player who loses on time while nobody could have played has lost to the machine. So every loss on
//! time says how much of it the host took.

use std::fs;
use std::time::Duration;

/// What the kernel counts processor time in, on every machine it shows its counters of.
const TICK: Duration = Duration::from_millis(10);

/// How much time the host has taken from all processors together since the machine was started; unknown
/// where the system does not tell.
///
/// A tick is 10 ms, so less than that is not seen.
pub(crate) fn stolen() -> Option<Duration> {
    parse(&fs::read_to_string("/proc/stat").ok()?)
}

/// The eighth number behind `cpu`, the sum of all processors.
fn parse(text: &str) -> Option<Duration> {
    let numbers = text.lines().next()?.strip_prefix("cpu ")?;
    let ticks: u32 = numbers.split_whitespace().nth(7)?.parse().ok()?;
    Some(TICK * ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_counts_in_ticks() {
        let text = "cpu  5491 0 2425 38918 979 0 97 253 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        assert_eq!(parse(text), Some(Duration::from_millis(2530)));
        for text in ["", "cpu  1 2 3 4 5 6 7", "cpu  1 2 3 4 5 6 7 many 0 0", "intr 1 2 3"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
