//! Writes values back into the table of parameters, `crates/search/src/params.rs`.

use std::fmt;

use super::line::Tunable;

/// A parameter that has no row in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError(pub String);

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no row \"{} = value, min..=max, step n;\"", self.0)
    }
}

impl std::error::Error for SourceError {}

/// The source with the values of these parameters in their rows `name = value, min..=max, step n;`
/// and everything else as it was.
///
/// ```
/// use ferz_lab::tune::spsa::apply_to_source;
/// let source = "    /// Half the width.\n    asp_margin = 14, 4..=60, step 3;\n";
/// let found = "asp_margin, int, 17, 4, 60, 3, 0.002".parse()?;
/// let applied = apply_to_source(source, &[found])?;
/// assert_eq!(applied, source.replace("14", "17"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a parameter has no row.
pub fn apply_to_source(source: &str, found: &[Tunable]) -> Result<String, SourceError> {
    let mut lines: Vec<String> = source.split_inclusive('\n').map(str::to_owned).collect();
    for tunable in found {
        let value = tunable.show(tunable.value);
        let replace = |line: &String| replaced(line, &tunable.name, &value);
        let row = lines.iter().enumerate().find_map(|(index, line)| Some((index, replace(line)?)));
        let (index, line) = row.ok_or_else(|| SourceError(tunable.name.clone()))?;
        lines[index] = line;
    }
    Ok(lines.concat())
}

/// The line with another value, if it is this parameter's row.
fn replaced(line: &str, name: &str, value: &str) -> Option<String> {
    let indent = &line[..line.len() - line.trim_start().len()];
    let rest = line.trim_start().strip_prefix(name)?.strip_prefix(" = ")?;
    let (old, tail) = rest.split_once(',')?;
    let is_row = old.parse::<i64>().is_ok() && tail.contains("..=") && tail.contains("step");
    is_row.then(|| format!("{indent}{name} = {value},{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::spsa::choose;

    const TABLE: &str = include_str!("../../../../search/src/params.rs");

    #[test]
    fn the_table_of_the_search_takes_every_value() {
        let all = choose(&["*"], 0.002).expect("all");
        assert_eq!(apply_to_source(TABLE, &all).as_deref(), Ok(TABLE));
        for tunable in &all {
            let least = Tunable { value: tunable.min, ..tunable.clone() };
            let there = apply_to_source(TABLE, &[least]).expect("a row");
            let moved = tunable.value - tunable.min > 0.0;
            assert_eq!(there != TABLE, moved, "{tunable}");
            let back = apply_to_source(&there, std::slice::from_ref(tunable));
            assert_eq!(back.as_deref(), Ok(TABLE));
        }
    }

    #[test]
    fn a_stranger_is_refused() {
        let stranger = "lmr, int, 1, 0, 9, 1, 0.002".parse().expect("a line");
        assert_eq!(apply_to_source(TABLE, &[stranger]), Err(SourceError("lmr".to_owned())));
    }
}
