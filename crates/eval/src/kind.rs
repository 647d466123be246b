//! The evaluations by name, as options and command lines give them.

use std::fmt;
use std::str::FromStr;

/// Which evaluation is meant.
///
/// ```
/// use ferz_eval::EvaluatorKind;
/// assert_eq!("material".parse(), Ok(EvaluatorKind::Material));
/// assert_eq!(EvaluatorKind::Classical.to_string(), "classical");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EvaluatorKind {
    /// [`Nnue`](crate::nnue::Nnue): a network; the classical evaluation where there is none.
    #[default]
    Nnue,
    /// [`Classical`](crate::Classical): many hand-made terms.
    Classical,
    /// [`Evolved`](crate::evolved::Evolved): the genes of an agent; hand-made ones where there is
    /// none.
    Evolved,
    /// [`Material`](crate::Material): nothing but the pieces.
    Material,
}

impl EvaluatorKind {
    /// Every kind, the default first.
    pub const ALL: [Self; 4] = [Self::Nnue, Self::Classical, Self::Evolved, Self::Material];

    /// The name in options and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nnue => "nnue",
            Self::Classical => "classical",
            Self::Evolved => "evolved",
            Self::Material => "material",
        }
    }
}

impl fmt::Display for EvaluatorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluatorKindError(pub String);

impl fmt::Display for EvaluatorKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected nnue, classical, evolved or material, got \"{}\"", self.0)
    }
}

impl std::error::Error for EvaluatorKindError {}

impl FromStr for EvaluatorKind {
    type Err = EvaluatorKindError;

    fn from_str(text: &str) -> Result<Self, EvaluatorKindError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| EvaluatorKindError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for kind in EvaluatorKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }

    #[test]
    fn error_names_the_bad_text() {
        let error = "nnue2".parse::<EvaluatorKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected nnue, classical, evolved or material, got \"nnue2\""
        );
    }
}
