//! How much memory there is to be had.

use std::fs;
use std::thread;

/// Below this size a thread takes longer to start than to clear.
const MEBIBYTES_PER_THREAD: usize = 64;

/// Mebibytes that the system could hand out without swapping; unknown where it does not tell.
///
/// Linux promises more memory than it has and kills whoever believes it, so a large table has to
/// ask first.
pub(crate) fn available_mebibytes() -> Option<usize> {
    parse(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// How many threads a table of this size is worth clearing with.
pub(crate) fn clearing_threads(mebibytes: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (mebibytes / MEBIBYTES_PER_THREAD).clamp(1, cores)
}

fn parse(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_counts_in_kibibytes() {
        let text =
            "MemTotal:  16384000 kB\nMemFree: 1 kB\nMemAvailable:    2048000 kB\nBuffers: 3 kB";
        assert_eq!(parse(text), Some(2000));
        for text in ["", "MemAvailable: many kB", "MemAvailable: 5", "MemTotal: 5 kB"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
