//! Which parameters of the search are tuned.

use std::fmt;

use ferz_search::PARAMS;

use super::line::{Kind, Tunable};

/// A word that no parameter answers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceError(pub String);

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no parameter of the search is called \"{0}\" or begins with it; `ferz spsa` lists them",
            self.0
        )
    }
}

impl std::error::Error for ChoiceError {}

/// The parameters of the search that these words name, in the order of their table: each word is
/// a whole name, or the beginning of several. They are tried as far as the table says.
///
/// ```
/// use ferz_lab::tune::spsa::choose;
/// let chosen = choose(&["razor_", "lmr_base"], 0.002)?;
/// let names: Vec<&str> = chosen.iter().map(|tunable| tunable.name.as_str()).collect();
/// assert_eq!(names, ["razor_base", "razor_scale", "razor_max_depth", "lmr_base"]);
/// # Ok::<(), ferz_lab::tune::spsa::ChoiceError>(())
/// ```
///
/// # Errors
/// If a word names none.
pub fn choose(words: &[impl AsRef<str>], r_end: f64) -> Result<Vec<Tunable>, ChoiceError> {
    let mut is_chosen = vec![false; PARAMS.len()];
    for word in words.iter().map(AsRef::as_ref) {
        // A name that others begin with means itself alone.
        let is_whole = PARAMS.iter().any(|row| row.name == word);
        let beginning = word.trim_end_matches('*');
        let mut found = false;
        for (row, chosen) in PARAMS.iter().zip(&mut is_chosen) {
            let fits = if is_whole { row.name == word } else { row.name.starts_with(beginning) };
            *chosen |= fits;
            found |= fits;
        }
        if !found || word.is_empty() {
            return Err(ChoiceError(word.to_owned()));
        }
    }
    let rows = PARAMS.iter().zip(is_chosen).filter(|(_, chosen)| *chosen);
    Ok(rows
        .map(|(row, _)| Tunable {
            name: row.name.to_owned(),
            kind: Kind::Int,
            value: row.default.into(),
            min: row.min.into(),
            max: row.max.into(),
            c_end: row.step.into(),
            r_end,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_beginnings() {
        let count = |words: &[&str]| choose(words, 0.002).map(|chosen| chosen.len());
        assert_eq!(count(&["*"]), Ok(PARAMS.len()));
        assert_eq!(count(&["nmp_", "nmp_*", "nmp_base"]), count(&["nmp"]));
        assert_eq!(count(&["lmr_pv"]), Ok(1));
        for word in ["", "xyz", "lmr_basis", "LMR"] {
            assert_eq!(count(&["rfp_", word]), Err(ChoiceError(word.to_owned())));
        }
    }

    #[test]
    fn the_table_gives_lines_that_can_be_read() {
        for tunable in choose(&["*"], 0.002).expect("all") {
            assert_eq!(tunable.to_string().parse(), Ok(tunable));
        }
    }
}
