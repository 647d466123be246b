//! All the weights of an evaluation.

use std::fmt;
use std::str::FromStr;

use ferz_rules::PieceType;

use super::gene::Gene;
use super::original;
use super::principle::Principle;
use crate::Phase;

/// How many tables there are: one for each kind of piece.
pub const TABLES: usize = PieceType::COUNT;

/// Half the phases lie between opening and middle game, half between that and the endgame.
const HALF: i32 = Phase::MAX / 2;

/// One value for each principle and each square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genes {
    /// In the order of [`Principle::ALL`].
    pub principles: [Gene; Principle::COUNT],
    /// By kind of piece and square, from White's side.
    pub tables: [[Gene; 64]; TABLES],
}

impl Genes {
    /// How many values there are.
    pub const COUNT: usize = Principle::COUNT + TABLES * 64;

    /// All values: the principles, then table by table.
    pub fn list(&self) -> impl Iterator<Item = Gene> + '_ {
        self.principles.iter().chain(self.tables.iter().flatten()).copied()
    }

    fn from_values(values: &[f64]) -> Option<Self> {
        let (principles, squares) = values.split_at_checked(Principle::COUNT)?;
        let mut genes = original::genes();
        let places = genes.principles.iter_mut().chain(genes.tables.iter_mut().flatten());
        places.zip(principles.iter().chain(squares)).for_each(|(to, from)| *to = Gene::new(*from));
        Some(genes)
    }
}

/// The part of a game that a value is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// All pieces are there.
    Opening,
    /// Half of them are gone.
    Middlegame,
    /// Kings and pawns.
    Endgame,
}

impl Stage {
    /// In the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }
}

/// How many values a gene has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChromosomeKind {
    /// One for the whole game.
    #[default]
    Flat,
    /// One for each stage of it, blended by phase.
    Phased,
}

impl ChromosomeKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Flat, Self::Phased];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Phased => "phased",
        }
    }

    /// How many values a chromosome has.
    pub const fn values(self) -> usize {
        match self {
            Self::Flat => Genes::COUNT,
            Self::Phased => Stage::ALL.len() * Genes::COUNT,
        }
    }
}

impl fmt::Display for ChromosomeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChromosomeKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| format!("expected flat or phased, got \"{text}\""))
    }
}

/// The weights of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chromosome {
    /// The same for the whole game.
    Flat(Box<Genes>),
    /// For opening, middle game and endgame.
    Phased(Box<[Genes; 3]>),
}

impl Chromosome {
    /// How many values a gene has.
    pub const fn kind(&self) -> ChromosomeKind {
        match self {
            Self::Flat(_) => ChromosomeKind::Flat,
            Self::Phased(_) => ChromosomeKind::Phased,
        }
    }

    /// The values of each stage: one set, or three in the order of [`Stage::ALL`].
    pub fn stages(&self) -> &[Genes] {
        match self {
            Self::Flat(genes) => std::slice::from_ref(genes),
            Self::Phased(stages) => stages.as_slice(),
        }
    }

    /// All values in one list, stage after stage.
    pub fn values(&self) -> Vec<f64> {
        self.stages().iter().flat_map(Genes::list).map(Gene::get).collect()
    }

    /// The chromosome of such a list; none if its length is wrong.
    pub fn from_values(kind: ChromosomeKind, values: &[f64]) -> Option<Self> {
        if values.len() != kind.values() {
            return None;
        }
        let mut stages = values.chunks_exact(Genes::COUNT).map(Genes::from_values);
        let mut next = || stages.next().flatten();
        match kind {
            ChromosomeKind::Flat => Some(Self::Flat(Box::new(next()?))),
            ChromosomeKind::Phased => Some(Self::Phased(Box::new([next()?, next()?, next()?]))),
        }
    }

    /// The hand-made values, the same in every stage.
    pub fn original(kind: ChromosomeKind) -> Self {
        match kind {
            ChromosomeKind::Flat => Self::Flat(Box::new(original::genes())),
            ChromosomeKind::Phased => {
                Self::Phased(Box::new([original::genes(), original::genes(), original::genes()]))
            }
        }
    }

    /// This chromosome with the tables of the original one: what is left of an evolution whose
    /// tables are thrown away.
    #[must_use]
    pub fn with_original_tables(&self) -> Self {
        let restored = |genes: &Genes| Genes { tables: original::genes().tables, ..genes.clone() };
        match self {
            Self::Flat(genes) => Self::Flat(Box::new(restored(genes))),
            Self::Phased(stages) => Self::Phased(Box::new(stages.each_ref().map(restored))),
        }
    }

    /// The values that count in a phase, from [`Phase::MAX`] with all pieces to 0 with none.
    pub(super) fn at(&self, phase: i32) -> Genes {
        let [opening, middle, end] = match self {
            Self::Flat(genes) => return genes.as_ref().clone(),
            Self::Phased(stages) => stages.as_ref(),
        };
        if phase > HALF { blend(middle, opening, phase - HALF) } else { blend(end, middle, phase) }
    }
}

impl Default for Chromosome {
    /// The hand-made values.
    fn default() -> Self {
        Self::original(ChromosomeKind::Flat)
    }
}

fn blend(from: &Genes, to: &Genes, part: i32) -> Genes {
    let mut blend = from.clone();
    let pairs = blend.principles.iter_mut().zip(&to.principles);
    pairs.for_each(|(gene, other)| *gene = gene.towards(*other, part, HALF));
    let squares = blend.tables.iter_mut().flatten().zip(to.tables.iter().flatten());
    squares.for_each(|(gene, other)| *gene = gene.towards(*other, part, HALF));
    blend
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_back() {
        for kind in ChromosomeKind::ALL {
            let values: Vec<f64> = (0..kind.values()).map(|n| (n as f64 - 300.0) / 100.0).collect();
            let chromosome = Chromosome::from_values(kind, &values).expect("as many as needed");
            assert_eq!(chromosome.kind(), kind);
            assert_eq!(chromosome.values(), values);
            assert_eq!(Chromosome::from_values(kind, &values[1..]), None);
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert_eq!(ChromosomeKind::Flat.values(), 402, "18 principles and 6 tables of 64");
    }

    #[test]
    fn each_end_of_a_phase_is_its_stage() {
        let values: Vec<f64> = (0..3 * Genes::COUNT).map(|n| n as f64 / 7.0).collect();
        let chromosome = Chromosome::from_values(ChromosomeKind::Phased, &values).expect("enough");
        for (phase, stage) in [(24, 0), (12, 1), (0, 2)] {
            assert_eq!(chromosome.at(phase), chromosome.stages()[stage]);
        }
    }

    #[test]
    fn original_tables_replace_only_tables() {
        let values = vec![2.0; Genes::COUNT];
        let evolved = Chromosome::from_values(ChromosomeKind::Flat, &values).expect("enough");
        let restored = evolved.with_original_tables();
        assert_eq!(restored.stages()[0].principles, evolved.stages()[0].principles);
        assert_eq!(restored.stages()[0].tables, Chromosome::default().stages()[0].tables);
    }
}
