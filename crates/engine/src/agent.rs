//! Agents: evolved evaluations as files.
//!
//! A file is JSON (docs/evolution.md has an example). Everything that is wrong with it is one
//! sentence that names the place.

use std::fmt;
use std::sync::{Arc, LazyLock};

use ferz_eval::evolved::{Chromosome, ChromosomeKind, Gene, Genes, Principle, Stage};
use ferz_rules::PieceType;
use serde_json::{Map, Value, json};

/// What the first field of every agent says.
const FORMAT: &str = "ferz-agent";

/// The hand-made one, for who asks for evolved play and names no file.
static ORIGINAL: LazyLock<Arc<Agent>> = LazyLock::new(|| {
    Arc::new(Agent { name: "original".to_owned(), chromosome: Chromosome::default() })
});

/// A chromosome with a name.
///
/// ```
/// use ferz_engine::Agent;
/// use ferz_eval::evolved::Chromosome;
/// let agent = Agent { name: "first".to_owned(), chromosome: Chromosome::default() };
/// assert_eq!(Agent::from_json(&agent.to_json()), Ok(agent));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agent {
    /// What it is called.
    pub name: String,
    /// Its genes.
    pub chromosome: Chromosome,
}

impl Agent {
    /// The hand-made agent.
    pub fn original() -> &'static Arc<Self> {
        &ORIGINAL
    }

    /// Reads an agent.
    ///
    /// # Errors
    /// If the text is no agent.
    pub fn from_json(text: &str) -> Result<Self, AgentError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| AgentError::Json(error.to_string()))?;
        if value["format"] != FORMAT {
            return Err(AgentError::Format);
        }
        let Some(Ok(kind)) = value["kind"].as_str().map(str::parse) else {
            return Err(wrong("kind", "\"flat\" or \"phased\""));
        };
        let name = value["name"].as_str().unwrap_or("unnamed").to_owned();
        Ok(Self { name, chromosome: read_chromosome(kind, &value)? })
    }

    /// The agent as a file has it.
    pub fn to_json(&self) -> String {
        let stages = self.chromosome.stages();
        let principle = |principle: Principle| {
            let gene = |genes: &Genes| json!(genes.principles[principle as usize].get());
            (principle.name().to_owned(), by_stage(stages, gene))
        };
        let table = |kind: PieceType| {
            let rows = |genes: &Genes| {
                let ranks = genes.tables[kind.index()].chunks(8);
                ranks.map(|rank| rank.iter().map(|gene| gene.get()).collect::<Vec<_>>()).collect()
            };
            (piece_name(kind), by_stage(stages, rows))
        };
        let principles: Map<String, Value> = Principle::ALL.into_iter().map(principle).collect();
        let tables: Map<String, Value> = PieceType::ALL.into_iter().map(table).collect();
        let value = json!({
            "format": FORMAT,
            "name": self.name,
            "kind": self.chromosome.kind().name(),
            "principles": principles,
            "tables": tables,
        });
        format!("{value:#}\n")
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.chromosome.kind())
    }
}

/// Why a text is no agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgentError {
    /// It is not JSON.
    Json(String),
    /// It does not call itself an agent.
    Format,
    /// Something in it is missing or not as it must be.
    Field {
        /// Where.
        path: String,
        /// What must be there.
        expected: String,
    },
    /// It has something that means nothing.
    Unknown(String),
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(reason) => write!(f, "it is not JSON: {reason}"),
            Self::Format => write!(f, "it is no agent: its \"format\" is not \"{FORMAT}\""),
            Self::Field { path, expected } => write!(f, "{path} must be {expected}"),
            Self::Unknown(path) => write!(f, "{path} means nothing"),
        }
    }
}

impl std::error::Error for AgentError {}

fn wrong(path: &str, expected: &str) -> AgentError {
    AgentError::Field { path: path.to_owned(), expected: expected.to_owned() }
}

/// "pawn" for a pawn.
fn piece_name(kind: PieceType) -> String {
    format!("{kind:?}").to_lowercase()
}

/// One value, or an object with three.
fn by_stage(stages: &[Genes], value: impl Fn(&Genes) -> Value) -> Value {
    if let [only] = stages {
        return value(only);
    }
    let named = Stage::ALL.into_iter().zip(stages);
    let named = named.map(|(stage, genes)| (stage.name().to_owned(), value(genes)));
    Value::Object(named.collect())
}

fn read_chromosome(kind: ChromosomeKind, value: &Value) -> Result<Chromosome, AgentError> {
    let principle_names = Principle::ALL.map(|principle| principle.name().to_owned());
    let principles = object(value, "principles", &principle_names)?;
    let tables = object(value, "tables", &PieceType::ALL.map(piece_name))?;
    let stages: &[Option<Stage>] = match kind {
        ChromosomeKind::Flat => &[None],
        ChromosomeKind::Phased => &Stage::ALL.map(Some),
    };
    let mut values = Vec::with_capacity(kind.values());
    for stage in stages {
        for name in &principle_names {
            let (value, path) = at_stage(&principles[name], format!("principles.{name}"), *stage)?;
            values.push(number(value, &path)?);
        }
        for kind in PieceType::ALL {
            let name = piece_name(kind);
            let (value, path) = at_stage(&tables[&name], format!("tables.{name}"), *stage)?;
            read_table(value, &path, &mut values)?;
        }
    }
    Ok(Chromosome::from_values(kind, &values).expect("every value was read"))
}

/// An object with exactly these names.
fn object<'a>(
    value: &'a Value,
    path: &str,
    names: &[String],
) -> Result<&'a Map<String, Value>, AgentError> {
    let object = value[path].as_object().ok_or_else(|| wrong(path, "an object"))?;
    if let Some(odd) = object.keys().find(|key| !names.contains(key)) {
        return Err(AgentError::Unknown(format!("{path}.{odd}")));
    }
    match names.iter().find(|name| !object.contains_key(*name)) {
        Some(missing) => Err(wrong(&format!("{path}.{missing}"), "there")),
        None => Ok(object),
    }
}

/// The value itself, or what it has for a stage.
fn at_stage(
    value: &Value,
    path: String,
    stage: Option<Stage>,
) -> Result<(&Value, String), AgentError> {
    let Some(stage) = stage else { return Ok((value, path)) };
    let path = format!("{path}.{}", stage.name());
    match value.get(stage.name()) {
        Some(value) => Ok((value, path)),
        None => Err(wrong(&path, "there: a phased agent has three values for each gene")),
    }
}

fn number(value: &Value, path: &str) -> Result<f64, AgentError> {
    let number = value.as_f64().filter(|number| number.abs() <= Gene::LIMIT);
    let limit = Gene::LIMIT;
    number.ok_or_else(|| wrong(path, &format!("a number from -{limit} to {limit}")))
}

/// Eight rows of eight, the first rank first.
fn read_table(value: &Value, path: &str, values: &mut Vec<f64>) -> Result<(), AgentError> {
    let eight = |value: &Value, path: &str, what: &str| match value.as_array() {
        Some(list) if list.len() == 8 => Ok(list.clone()),
        _ => Err(wrong(path, what)),
    };
    for (row, rank) in eight(value, path, "eight rows of numbers")?.iter().enumerate() {
        let path = format!("{path}[{row}]");
        for (column, square) in eight(rank, &path, "eight numbers")?.iter().enumerate() {
            values.push(number(square, &format!("{path}[{column}]"))?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(kind: ChromosomeKind) -> Agent {
        let values: Vec<f64> = (0..kind.values()).map(|n| (n % 83) as f64 / 7.0 - 5.0).collect();
        let chromosome = Chromosome::from_values(kind, &values).expect("enough values");
        Agent { name: "one \"of\" many".to_owned(), chromosome }
    }

    #[test]
    fn what_is_written_reads_back() {
        for kind in ChromosomeKind::ALL {
            let agent = agent(kind);
            assert_eq!(Agent::from_json(&agent.to_json()), Ok(agent));
        }
    }

    /// Changes a sound file and expects this sentence.
    #[track_caller]
    fn check(kind: ChromosomeKind, change: impl Fn(&mut Value), sentence: &str) {
        let mut value: Value = serde_json::from_str(&agent(kind).to_json()).expect("our own");
        change(&mut value);
        let error = Agent::from_json(&value.to_string()).expect_err(sentence);
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn what_is_wrong_is_named() {
        use ChromosomeKind::{Flat, Phased};
        let range = "must be a number from -1000 to 1000";
        check(
            Flat,
            |v| v["format"] = json!("net"),
            "it is no agent: its \"format\" is not \"ferz-agent\"",
        );
        check(Flat, |v| v["kind"] = json!("round"), "kind must be \"flat\" or \"phased\"");
        check(Flat, |v| v["principles"] = json!([1]), "principles must be an object");
        check(
            Flat,
            |v| v["principles"]["material"] = json!("1"),
            &format!("principles.material {range}"),
        );
        check(
            Flat,
            |v| v["tables"]["king"][7][0] = json!(1e9),
            &format!("tables.king[7][0] {range}"),
        );
        check(
            Flat,
            |v| v["tables"]["pawn"][3] = json!([1, 2]),
            "tables.pawn[3] must be eight numbers",
        );
        check(
            Flat,
            |v| v["tables"]["pawn"] = json!([]),
            "tables.pawn must be eight rows of numbers",
        );
        check(Flat, |v| v["tables"]["ferz"] = json!([]), "tables.ferz means nothing");
        let lose = |v: &mut Value| {
            v["principles"].as_object_mut().map(|map| map.remove("king_shield"));
        };
        check(Flat, lose, "principles.king_shield must be there");
        check(
            Flat,
            |v| v["kind"] = json!("phased"),
            "principles.material.opening must be there: a phased agent has three values for each gene",
        );
        check(Phased, |v| v["kind"] = json!("flat"), &format!("principles.material {range}"));
    }

    #[test]
    fn no_text_is_an_agent_by_chance() {
        for text in ["", "{", "[]", "null", "{\"format\": 3}"] {
            assert!(Agent::from_json(text).is_err(), "{text}");
        }
    }
}
