//! Parameters as OpenBench writes them: a line with name, type, value, range, `c_end` and `r_end`.

use std::fmt;
use std::str::FromStr;

/// Which values a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whole numbers.
    Int,
    /// Any number.
    Float,
}

/// A parameter that is tuned.
///
/// ```
/// use ferz_lab::tune::spsa::Tunable;
/// let line = "rfp_scale, int, 78, 30, 160, 8, 0.002";
/// let tunable: Tunable = line.parse()?;
/// assert_eq!((tunable.value, tunable.c_end), (78.0, 8.0));
/// assert_eq!(tunable.to_string(), line);
/// # Ok::<(), ferz_lab::tune::spsa::LineError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Tunable {
    /// The name of the parameter and of its option.
    pub name: String,
    /// Which values it takes.
    pub kind: Kind,
    /// Where it starts.
    pub value: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// How far to either side it is tried at the end of the run.
    pub c_end: f64,
    /// How far it goes at the end of the run for each game won more than lost, in units of
    /// `c_end`.
    pub r_end: f64,
}

impl Tunable {
    /// A value as an option takes it.
    pub fn show(&self, value: f64) -> String {
        match self.kind {
            Kind::Int => format!("{value:.0}"),
            Kind::Float => value.to_string(),
        }
    }

    /// A value between whole numbers made one that the parameter can have.
    pub fn nearest(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Int => value.round(),
            Kind::Float => value,
        }
    }
}

impl fmt::Display for Tunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind, c_end, r_end, .. } = self;
        let kind = match kind {
            Kind::Int => "int",
            Kind::Float => "float",
        };
        let [value, min, max] = [self.value, self.min, self.max].map(|number| self.show(number));
        write!(f, "{name}, {kind}, {value}, {min}, {max}, {c_end}, {r_end}")
    }
}

/// Why a line is of no parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineError {
    /// It has not seven fields, or its name is empty.
    Fields(String),
    /// Its type is neither of the two.
    Kind(String),
    /// A field is no number, or not one that it takes.
    Number {
        /// The field.
        field: &'static str,
        /// What stands there.
        text: String,
        /// What it takes.
        expected: &'static str,
    },
    /// Smallest, present and largest value are not in order.
    Order(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(line) => write!(
                f,
                "expected \"name, int|float, value, min, max, c_end, r_end\", got \"{line}\""
            ),
            Self::Kind(text) => write!(f, "expected int or float, got \"{text}\""),
            Self::Number { field, text, expected } => {
                write!(f, "{field} takes {expected}, got \"{text}\"")
            }
            Self::Order(line) => {
                write!(f, "expected min below max and the value between them in \"{line}\"")
            }
        }
    }
}

impl std::error::Error for LineError {}

impl FromStr for Tunable {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, value, min, max, c_end, r_end] = fields[..] else {
            return Err(LineError::Fields(line.trim().to_owned()));
        };
        if name.is_empty() {
            return Err(LineError::Fields(line.trim().to_owned()));
        }
        let kind = match kind {
            "int" => Kind::Int,
            "float" => Kind::Float,
            other => return Err(LineError::Kind(other.to_owned())),
        };
        let tunable = Self {
            name: name.to_owned(),
            kind,
            value: read_value("value", value, kind)?,
            min: read_value("min", min, kind)?,
            max: read_value("max", max, kind)?,
            c_end: read_gain("c_end", c_end)?,
            r_end: read_gain("r_end", r_end)?,
        };
        let is_ordered =
            tunable.min < tunable.max && (tunable.min..=tunable.max).contains(&tunable.value);
        if is_ordered { Ok(tunable) } else { Err(LineError::Order(line.trim().to_owned())) }
    }
}

fn read_value(field: &'static str, text: &str, kind: Kind) -> Result<f64, LineError> {
    match kind {
        Kind::Int => read_number(field, text, is_whole, "a whole number"),
        Kind::Float => read_number(field, text, f64::is_finite, "a number"),
    }
}

/// Neither gain may be zero: such a parameter would be in the games and never move.
fn read_gain(field: &'static str, text: &str) -> Result<f64, LineError> {
    read_number(field, text, |number| number > 0.0 && number.is_finite(), "a number above 0")
}

/// Beyond this a floating-point number does not know the next whole one.
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() < 1e15
}

fn read_number(
    field: &'static str,
    text: &str,
    is_legal: fn(f64) -> bool,
    expected: &'static str,
) -> Result<f64, LineError> {
    let number = text.parse().ok().filter(|number| is_legal(*number));
    number.ok_or_else(|| LineError::Number { field, text: text.to_owned(), expected })
}

/// Why a text is no list of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinesError {
    /// A line is wrong.
    Line {
        /// The line, counted from one.
        number: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// A parameter has two lines.
    Twice(String),
    /// There is no parameter.
    Empty,
}

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { number, error } => write!(f, "line {number}: {error}"),
            Self::Twice(name) => write!(f, "{name} has two lines"),
            Self::Empty => f.write_str("there is no parameter to tune"),
        }
    }
}

impl std::error::Error for LinesError {}

/// Reads parameters, a line for each. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// At the first line that is wrong, or if there is none.
pub fn read_lines(text: &str) -> Result<Vec<Tunable>, LinesError> {
    let mut tunables: Vec<Tunable> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |error| LinesError::Line { number: index + 1, error };
        let tunable: Tunable = line.parse().map_err(wrong)?;
        if tunables.iter().any(|known| known.name == tunable.name) {
            return Err(LinesError::Twice(tunable.name));
        }
        tunables.push(tunable);
    }
    if tunables.is_empty() { Err(LinesError::Empty) } else { Ok(tunables) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_wrong(text: &str, sentence: &str) {
        let error = read_lines(text).expect_err(text).to_string();
        assert!(error.contains(sentence), "{text}: {error}");
    }

    #[test]
    fn lines_read_back_as_they_were_written() {
        let text = "a, int, -5, -20, 20, 2, 0.002\nb, float, 0.25, 0, 1.5, 0.05, 0.01\n";
        let read = read_lines(&format!("# two\n\n{text}")).expect("legal");
        let written: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(written, text.lines().collect::<Vec<_>>());
        let spaced = read_lines(" c ,int,1.0,0,3.0,0.5,1").expect("legal");
        assert_eq!(spaced[0].to_string(), "c, int, 1, 0, 3, 0.5, 1");
    }

    #[test]
    fn each_mistake_is_named() {
        check_wrong("", "no parameter");
        check_wrong("\na, int, 1, 0, 2, 1", "line 2: expected \"name, int|float");
        check_wrong("a, int, 1, 0, 2, 1, 1, 1", "got \"a, int, 1, 0, 2, 1, 1, 1\"");
        check_wrong(", int, 1, 0, 2, 1, 1", "expected \"name");
        check_wrong("a, integer, 1, 0, 2, 1, 1", "expected int or float, got \"integer\"");
        check_wrong("a, int, 1.5, 0, 2, 1, 1", "value takes a whole number, got \"1.5\"");
        check_wrong("a, float, nan, 0, 2, 1, 1", "value takes a number, got \"nan\"");
        check_wrong("a, int, 1, x, 2, 1, 1", "min takes a whole number, got \"x\"");
        check_wrong("a, int, 1, 0, 2, 0, 1", "c_end takes a number above 0, got \"0\"");
        check_wrong("a, int, 1, 0, 2, 1, -1", "r_end takes a number above 0, got \"-1\"");
        check_wrong("a, int, 3, 0, 2, 1, 1", "the value between them");
        check_wrong("a, int, 1, 1, 1, 1, 1", "min below max");
        check_wrong("a, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1", "a has two lines");
    }
}
