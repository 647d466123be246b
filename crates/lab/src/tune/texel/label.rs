//! Results in EPD files, in the ways that people write them.

use std::fmt;

use ferz_rules::{Epd, EpdError, Position};

/// Why a line is no position with a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdLabelError {
    /// The position is wrong.
    Epd(EpdError),
    /// No result was found.
    Result(String),
}

impl fmt::Display for EpdLabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epd(error) => error.fmt(f),
            Self::Result(text) => {
                write!(f, "expected a result such as c9 \"1-0\" or [0.5], got \"{text}\"")
            }
        }
    }
}

impl std::error::Error for EpdLabelError {}

/// The position of a line and White's points: `… c9 "1-0";`, or a FEN with `[0.5]`, `"1-0"` or
/// `1-0` behind it.
///
/// ```
/// use ferz_lab::tune::texel::epd_result;
/// let (position, result) = epd_result("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1/2-1/2\";")?;
/// assert_eq!((position.occupied().len(), result), (3, 0.5));
/// assert_eq!(epd_result("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?.1, 1.0);
/// # Ok::<(), ferz_lab::tune::texel::EpdLabelError>(())
/// ```
///
/// # Errors
/// If the position or the result cannot be read.
pub fn epd_result(line: &str) -> Result<(Position, f32), EpdLabelError> {
    let line = line.trim();
    if let Ok(epd) = line.parse::<Epd>()
        && let Some(result) = epd.value("c9").and_then(points)
    {
        return Ok((epd.position, result));
    }
    let no_result = || EpdLabelError::Result(line.to_owned());
    let (fen, word) = line.trim_end_matches(';').rsplit_once(' ').ok_or_else(no_result)?;
    let word = word.trim_matches(|c| matches!(c, '[' | ']' | '"'));
    let result = points(word).ok_or_else(no_result)?;
    let fen = fen.trim().trim_end_matches(" c9").trim();
    let position = fen.parse::<Position>().or_else(|error| {
        // Four fields alone are an EPD without operations.
        let epd = fen.parse::<Epd>().map(|epd| epd.position);
        epd.map_err(|_| EpdLabelError::Epd(EpdError::Fen(error)))
    })?;
    Ok((position, result))
}

fn points(text: &str) -> Option<f32> {
    match text {
        "1-0" | "1.0" | "1" => Some(1.0),
        "0-1" | "0.0" | "0" => Some(0.0),
        "1/2-1/2" | "0.5" | "1/2" => Some(0.5),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<f32>) {
        assert_eq!(epd_result(line).ok().map(|(_, result)| result), expected, "{line}");
    }

    #[test]
    fn results_are_read_in_every_way_people_write_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        check(&format!("{start} c9 \"1-0\";"), Some(1.0));
        check(&format!("{start} c9 \"0-1\"; id \"a\";"), Some(0.0));
        check(&format!("{start} 0 1 [0.5]"), Some(0.5));
        check(&format!("{start} 0 1 0-1"), Some(0.0));
        check(&format!("{start} 0 1 \"1/2-1/2\";"), Some(0.5));
        check(&format!("{start} 0 1 win"), None);
        check("nonsense [1.0]", None);
        check("", None);
    }
}
