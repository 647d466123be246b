//! How evolution goes on: every number of the document's algorithm, and what it wished for.

use std::fmt;
use std::str::FromStr;

use ferz_eval::evolved::ChromosomeKind;

/// How a child's genes are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mutation {
    /// Each by itself, as in the document.
    #[default]
    Plain,
    /// Tables as wholes: neighbouring squares change together, and a table keeps its mean and its
    /// spread.
    Smooth,
}

/// The tables that the first generation has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstTables {
    /// The hand-made ones, as in the document.
    #[default]
    Original,
    /// Random ones.
    Random,
}

macro_rules! named {
    ($type:ident, $($variant:ident = $name:literal),*) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $name,)*
                })
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($name => Ok(Self::$variant),)*
                    _ => Err(format!("expected {}, got \"{text}\"", [$($name),*].join(" or "))),
                }
            }
        }
    };
}

named!(Mutation, Plain = "plain", Smooth = "smooth");
named!(FirstTables, Original = "original", Random = "random");

/// How evolution goes on.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolveSettings {
    /// How many values a gene has.
    pub kind: ChromosomeKind,
    /// Individuals of a generation.
    pub population: u32,
    /// Generations.
    pub generations: u32,
    /// How many of the best live on unchanged.
    pub elite: u32,
    /// The share of a generation that takes part in a tournament.
    pub tournament: f64,
    /// The least and the greatest share of the first parent in a child's gene.
    pub blend: (f64, f64),
    /// The share of genes that change.
    pub rate: f64,
    /// How far a gene may change in the first generation, in pawns.
    pub strength: f64,
    /// The same after the last; in between it goes straight from one to the other.
    pub final_strength: f64,
    /// How genes change.
    pub mutation: Mutation,
    /// The tables of the first generation.
    pub first_tables: FirstTables,
    /// What makes one evolution differ from another.
    pub seed: u64,
}

impl Default for EvolveSettings {
    /// The document's, with a small population.
    fn default() -> Self {
        Self {
            kind: ChromosomeKind::Flat,
            population: 40,
            generations: 30,
            elite: 2,
            tournament: 0.05,
            blend: (0.4, 0.6),
            rate: 1.0,
            strength: 0.3,
            final_strength: 0.0,
            mutation: Mutation::Plain,
            first_tables: FirstTables::Original,
            seed: 1,
        }
    }
}

impl EvolveSettings {
    /// How far a gene may change in a child that is born after this generation.
    ///
    /// ```
    /// use ferz_lab::evolve::EvolveSettings;
    /// let settings = EvolveSettings { generations: 10, ..EvolveSettings::default() };
    /// assert_eq!(settings.strength_after(0), 0.3);
    /// assert_eq!(settings.strength_after(5), 0.15);
    /// ```
    pub fn strength_after(&self, generation: u32) -> f64 {
        let share = f64::from(generation) / f64::from(self.generations.max(1));
        self.strength + share * (self.final_strength - self.strength)
    }

    /// How many take part in a tournament.
    pub fn tournament_size(&self) -> usize {
        let size = (f64::from(self.population) * self.tournament).round() as usize;
        // With one there would be no selection at all.
        size.clamp(2, (self.population as usize).max(2))
    }
}

impl fmt::Display for EvolveSettings {
    /// Everything: two evolutions with the same text and the same fitness are the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.blend;
        write!(
            f,
            "kind={} population={} generations={} elite={} tournament={} blend={low},{high} rate={} \
             strength={} final-strength={} mutation={} first-tables={} seed={}",
            self.kind,
            self.population,
            self.generations,
            self.elite,
            self.tournament,
            self.rate,
            self.strength,
            self.final_strength,
            self.mutation,
            self.first_tables,
            self.seed
        )
    }
}
