//! Chains of feature sets, each with one more technique than the one before.

use std::fmt;

use ferz_search::Features;
use serde::Deserialize;

/// A set of techniques under a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The name in tables.
    pub name: String,
    /// What is switched on.
    pub features: Features,
}

/// The seven stages of table 6.16. The first has what that engine's move ordering has: captures
/// by victim and attacker, killers and history.
///
/// ```
/// use ferz_lab::studies::document_chain;
/// let chain = document_chain();
/// assert_eq!(chain.len(), 7);
/// assert_eq!(chain[2].name, "TT");
/// assert_eq!(chain[2].features, "plain,killer,hist,qs,tt".parse()?);
/// # Ok::<(), ferz_search::FeatureError>(())
/// ```
pub fn document_chain() -> Vec<Stage> {
    let steps = [
        ("Base", "plain,killer,hist"),
        ("Quiescence", ",qs"),
        ("TT", ",tt"),
        ("NMP", ",nmp"),
        ("LMR", ",lmr"),
        ("Aspiration", ",asp"),
        ("PVS", ",pvs"),
    ];
    let mut list = String::new();
    steps
        .into_iter()
        .map(|(name, more)| {
            list += more;
            let features = list.parse().expect("the names are those of features");
            Stage { name: name.to_owned(), features }
        })
        .collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    stage: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    features: String,
}

/// Reads a chain from TOML.
///
/// ```
/// let chain = ferz_lab::studies::parse_chain(
///     "[[stage]]\nname = \"without\"\nfeatures = \"-se\"\n\
///      [[stage]]\nname = \"with\"\nfeatures = \"default\"\n",
/// )?;
/// assert_eq!(chain[0].features.to_string(), "-se");
/// # Ok::<(), ferz_lab::studies::ChainError>(())
/// ```
///
/// # Errors
/// If the text is not of that form, a feature is unknown, names repeat, or there are fewer than
/// two stages.
pub fn parse_chain(text: &str) -> Result<Vec<Stage>, ChainError> {
    let file: File = toml::from_str(text).map_err(|error| {
        // Its own text is a drawing of several lines.
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        ChainError(format!("line {line}: {}", error.message().replace('\n', " ")))
    })?;
    let mut chain: Vec<Stage> = Vec::new();
    for row in file.stage {
        let features =
            row.features.parse().map_err(|error| ChainError(format!("{}: {error}", row.name)))?;
        if chain.iter().any(|stage| stage.name == row.name) {
            return Err(ChainError(format!("two stages are called {}", row.name)));
        }
        chain.push(Stage { name: row.name, features });
    }
    if chain.len() < 2 {
        return Err(ChainError("a chain needs at least two stages".to_owned()));
    }
    Ok(chain)
}

/// Why a text is no chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainError(String);

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for ChainError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_adds_one_technique() {
        let counts: Vec<usize> = document_chain()
            .iter()
            .map(|stage| {
                ferz_search::Feature::ALL.iter().filter(|f| stage.features.has(**f)).count()
            })
            .collect();
        assert_eq!(counts, [2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn wrong_chains_are_explained() {
        let stage =
            |name, features| format!("[[stage]]\nname = \"{name}\"\nfeatures = \"{features}\"\n");
        for (text, part) in [
            (stage("a", "plain"), "at least two stages"),
            (stage("a", "plain") + &stage("a", "qs"), "two stages are called a"),
            (stage("a", "xyz"), "a: no feature is called \"xyz\""),
            ("x = 1".to_owned(), "unknown field"),
        ] {
            let error = parse_chain(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
