//! The commands that programs put into comments: `[%eval 0.25,20]`, `[%clk 1:02:03]`.
//!
//! Only integers are used: a decimal fraction is read digit by digit.

use std::fmt::{self, Write};
use std::ops::Range;
use std::time::Duration;

/// An evaluation as `[%eval …]` gives it, from White's point of view.
///
/// ```
/// use ferz_rules::pgn::{Eval, EvalScore};
/// let eval = Eval::parse("-1.5,20").expect("an evaluation");
/// assert_eq!(eval, Eval { score: EvalScore::Centipawns(-150), depth: Some(20) });
/// assert_eq!(eval.to_string(), "-1.50,20");
/// assert_eq!(Eval::parse("#-3").map(|eval| eval.score), Some(EvalScore::Mate(-3)));
/// assert_eq!(Eval::parse("good"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// The score.
    pub score: EvalScore,
    /// How deep the position was searched, if it is known.
    pub depth: Option<u32>,
}

/// A score from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvalScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, by Black if negative.
    Mate(i32),
}

impl Eval {
    /// Reads what stands behind `%eval`: pawns with a decimal fraction, or `#` and moves to mate,
    /// then perhaps a comma and the depth.
    pub fn parse(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let score = score.trim();
        let score = match score.strip_prefix('#') {
            Some(moves) => EvalScore::Mate(moves.parse().ok()?),
            None => EvalScore::Centipawns(parse_centipawns(score)?),
        };
        Some(Self { score, depth })
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            EvalScore::Mate(moves) => write!(f, "#{moves}")?,
            EvalScore::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

fn parse_centipawns(text: &str) -> Option<i32> {
    let size = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let pawns = parse_digits(whole)?;
    // The third digit rounds; a pawn's thousandth is nobody's business.
    let thousandths = parse_fraction(fraction, 3)?;
    let size = pawns.checked_mul(100)?.checked_add((thousandths + 5) / 10)?;
    let size = i64::try_from(size).ok()?;
    i32::try_from(if text.starts_with('-') { -size } else { size }).ok()
}

/// Reads `1:02:03`, `2:03` or `3`, the seconds with or without a decimal fraction.
pub(super) fn parse_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let nanoseconds = u32::try_from(parse_fraction(fraction, 9)?).ok()?;
    let mut seconds: u64 = 0;
    for (place, part) in whole.split(':').enumerate() {
        if place > 2 || part.is_empty() {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(parse_digits(part)?)?;
    }
    Some(Duration::new(seconds, nanoseconds))
}

/// Writes `h:mm:ss`, with as much of a fraction as there is.
pub(super) fn format_clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, ".{:09}", time.subsec_nanos());
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

/// A number of ASCII digits only; none at all is zero.
fn parse_digits(text: &str) -> Option<u64> {
    text.bytes().try_fold(0u64, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

/// The digits behind a decimal point as a number of that many digits; further ones are cut off.
fn parse_fraction(digits: &str, places: usize) -> Option<u64> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let padded = digits.bytes().chain(std::iter::repeat(b'0')).take(places);
    Some(padded.fold(0, |number, byte| number * 10 + u64::from(byte - b'0')))
}

/// A command found in a comment.
pub(super) struct Command<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Where it stands in the comment, brackets included.
    pub(super) place: Range<usize>,
}

/// The commands of a comment in order. A `[%` without `]` is ordinary text.
pub(super) fn commands(text: &str) -> impl Iterator<Item = Command<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find("[%")?;
        let body = text.get(start + 2..)?;
        let (body, _) = body.split_once(']')?;
        let end = start + 2 + body.len() + 1;
        at = end;
        let (name, value) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        Some(Command { name, value: value.trim(), place: start..end })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_eval(text: &str, centipawns: Option<i32>) {
        let score = centipawns.map(EvalScore::Centipawns);
        assert_eq!(Eval::parse(text).map(|eval| eval.score), score, "{text}");
    }

    #[test]
    fn decimals_by_hand() {
        check_eval("0.25", Some(25));
        check_eval("+.5", Some(50));
        check_eval("-0.07", Some(-7));
        check_eval("3", Some(300));
        check_eval("1.", Some(100));
        check_eval("0.125", Some(13));
        check_eval("-0.994", Some(-99));
        check_eval("0.999", Some(100));
        check_eval("-21474836.48", Some(i32::MIN));
        check_eval("21474836.48", None);
        check_eval("184467440737095516.20", None);
        check_eval("99999999999999999999", None);
        for text in ["", "-", ".", "1.2.3", "1e3", "--1", "1.-2", "0.5,", "0.5,x"] {
            check_eval(text, None);
        }
    }

    #[test]
    fn evals_come_back_as_written() {
        for score in [i32::MIN, -101, -100, -99, -1, 0, 1, 99, 100, i32::MAX] {
            for score in [EvalScore::Centipawns(score), EvalScore::Mate(score)] {
                for depth in [None, Some(0), Some(u32::MAX)] {
                    let eval = Eval { score, depth };
                    assert_eq!(Eval::parse(&eval.to_string()), Some(eval));
                }
            }
        }
    }

    #[track_caller]
    fn check_clock(text: &str, expected: Option<Duration>) {
        assert_eq!(parse_clock(text), expected, "{text}");
        if let Some(time) = expected {
            assert_eq!(parse_clock(&format_clock(time)), Some(time));
        }
    }

    #[test]
    fn clocks() {
        check_clock("1:02:03", Some(Duration::from_secs(3723)));
        check_clock("0:00:05.4", Some(Duration::from_millis(5400)));
        check_clock("100:00:00", Some(Duration::from_hours(100)));
        check_clock("5:07", Some(Duration::from_secs(307)));
        check_clock("12.0000000019", Some(Duration::new(12, 1)));
        check_clock("5124095576030431:00:15.999999999", Some(Duration::new(u64::MAX, 999_999_999)));
        for text in ["", ":", "1:2:3:4", "1::2", "-1:00", "a", "1.x", "99999999999999999999:00:00"]
        {
            check_clock(text, None);
        }
        assert_eq!(format_clock(Duration::from_millis(5400)), "0:00:05.4");
    }
}
