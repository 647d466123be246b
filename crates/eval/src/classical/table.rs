//! What stands behind the table of weights: names, shapes, indices and changes.
//!
//! The values themselves are in [`weights`](super::weights), one row each; everything here is
//! derived from those rows.

use std::ops::Index;

use super::score::TaperedScore;
use super::weights::{COUNT, GROUPS};

/// A chapter of the evaluation, as the breakdown prints it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// The pieces themselves.
    Material,
    /// Where they stand.
    Placement,
    /// How many squares they can go to.
    Mobility,
    /// Doubled, isolated, backward and connected pawns.
    Pawns,
    /// Pawns that no pawn can stop.
    Passed,
    /// Outposts, files, and pieces that are shut in.
    Activity,
    /// The pawns before the king.
    Shelter,
    /// Attack on the king. Its weights are units of danger and not centipawns: a curve turns
    /// their sum into a score.
    Danger,
    /// Pieces that may be won.
    Threats,
    /// Room behind the pawns.
    Space,
    /// The right to move.
    Tempo,
}

impl Term {
    /// Every term in the order of the breakdown.
    pub const ALL: [Self; 11] = [
        Self::Material,
        Self::Placement,
        Self::Mobility,
        Self::Pawns,
        Self::Passed,
        Self::Activity,
        Self::Shelter,
        Self::Danger,
        Self::Threats,
        Self::Space,
        Self::Tempo,
    ];

    /// Whether the term is the plain sum of its weights.
    pub const fn is_linear(self) -> bool {
        !matches!(self, Self::Danger)
    }
}

/// How a row of the table is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A single weight.
    One,
    /// A few weights, indexed by whatever the row's description says.
    Row,
    /// One weight for each square, drawn as White sees the board.
    Board,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The row's name in the source.
    pub name: &'static str,
    /// The row's description, line by line.
    pub doc: &'static [&'static str],
    /// The term it belongs to.
    pub term: Term,
    /// How it is drawn.
    pub shape: Shape,
    /// What is in it unless somebody has tuned it.
    pub defaults: &'static [(i16, i16)],
}

/// The place of one weight in the whole table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WeightIndex(u16);

impl WeightIndex {
    /// The first weight of the nth row.
    pub(super) const fn of_group(nth: usize) -> Self {
        let mut start = 0;
        let mut group = 0;
        while group < nth {
            start += GROUPS[group].defaults.len();
            group += 1;
        }
        Self(start as u16)
    }

    /// The weight at this place, if the table is so long.
    pub const fn from_usize(place: usize) -> Option<Self> {
        if place < COUNT { Some(Self(place as u16)) } else { None }
    }

    /// The place, counted from zero.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The row that holds the weight, and the place in that row.
    pub fn group(self) -> (&'static Group, usize) {
        let mut place = self.get();
        for group in GROUPS {
            if place < group.defaults.len() {
                return (group, place);
            }
            place -= group.defaults.len();
        }
        unreachable!("an index is made only for a weight of the table")
    }
}

/// A row of several weights, as the evaluation uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    start: u16,
    len: u16,
}

impl Row {
    pub(super) const fn of_group(nth: usize) -> Self {
        Self { start: WeightIndex::of_group(nth).0, len: GROUPS[nth].defaults.len() as u16 }
    }

    /// The weight at this place of the row.
    #[inline(always)]
    pub const fn at(self, place: usize) -> WeightIndex {
        debug_assert!(place < self.len as usize);
        WeightIndex(self.start + place as u16)
    }
}

/// One weight in the flat view of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The name of its row.
    pub name: &'static str,
    /// Its place in the row.
    pub place: usize,
    /// Its value in the middle game.
    pub mg: i32,
    /// Its value in the endgame.
    pub eg: i32,
}

/// A value for every weight of the table.
///
/// ```
/// use ferz_eval::{TaperedScore, Weights, weights};
/// let mut tuned = Weights::default();
/// tuned.set(weights::TEMPO, TaperedScore::new(30, 20));
/// assert_ne!(tuned, Weights::default());
/// assert!(tuned.to_source().contains("TEMPO: One = [(30, 20)];"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([TaperedScore; COUNT]);

impl Weights {
    /// How many weights there are.
    pub const COUNT: usize = COUNT;

    /// Every weight in the order of the table.
    pub fn list(&self) -> impl Iterator<Item = Weight> {
        let names =
            GROUPS.iter().flat_map(|group| (0..group.defaults.len()).map(|n| (group.name, n)));
        let weights = names.zip(&self.0);
        weights.map(|((name, place), w)| Weight { name, place, mg: w.mg(), eg: w.eg() })
    }

    /// Changes one weight.
    pub fn set(&mut self, index: WeightIndex, value: TaperedScore) {
        self.0[index.get()] = value;
    }
}

impl Default for Weights {
    fn default() -> Self {
        let values = GROUPS.iter().flat_map(|group| group.defaults);
        let mut weights = Self([TaperedScore::ZERO; COUNT]);
        for (weight, &(mg, eg)) in weights.0.iter_mut().zip(values) {
            *weight = TaperedScore::new(mg.into(), eg.into());
        }
        weights
    }
}

impl Index<WeightIndex> for Weights {
    type Output = TaperedScore;

    #[inline(always)]
    fn index(&self, index: WeightIndex) -> &TaperedScore {
        &self.0[index.get()]
    }
}

/// Makes the constants by which the evaluation finds its weights, and the list of rows from
/// which the rest is derived.
macro_rules! weights {
    (@handle One $(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        pub const $name: WeightIndex = WeightIndex::of_group(Nth::$name as usize);
    };
    (@handle $shape:ident $(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        pub const $name: Row = Row::of_group(Nth::$name as usize);
    };
    ($($term:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $shape:ident = [$($value:tt),* $(,)?];)*
    })*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // Named after their rows.
        enum Nth { $($($name,)*)* }

        $($(weights!(@handle $shape $(#[doc = $doc])+ $name);)*)*

        /// Every row of the table in order.
        pub const GROUPS: &[Group] = &[$($(Group {
            name: stringify!($name),
            doc: &[$($doc),+],
            term: Term::$term,
            shape: Shape::$shape,
            defaults: &[$($value),*],
        },)*)*];
    };
}
pub(super) use weights;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_knows_its_row() {
        let weights = Weights::default();
        let mut count = 0;
        for (n, weight) in weights.list().enumerate() {
            let (group, place) = WeightIndex::from_usize(n).unwrap().group();
            assert_eq!((group.name, place), (weight.name, weight.place));
            let (mg, eg) = group.defaults[place];
            assert_eq!((weight.mg, weight.eg), (mg.into(), eg.into()));
            count += 1;
        }
        assert_eq!(count, Weights::COUNT);
        assert_eq!(WeightIndex::from_usize(count), None);
    }

    #[test]
    fn boards_have_sixty_four_weights_and_ones_have_one() {
        for group in GROUPS {
            match group.shape {
                Shape::One => assert_eq!(group.defaults.len(), 1, "{}", group.name),
                Shape::Row => assert!(group.defaults.len() > 1, "{}", group.name),
                Shape::Board => assert_eq!(group.defaults.len(), 64, "{}", group.name),
            }
        }
    }

    #[test]
    fn setting_one_weight_leaves_the_others() {
        let mut weights = Weights::default();
        let index = WeightIndex::from_usize(17).unwrap();
        weights.set(index, TaperedScore::new(-7, 9));
        let changed: Vec<_> = weights.list().zip(Weights::default().list()).collect();
        assert_eq!(changed.iter().filter(|(new, old)| new != old).count(), 1);
        assert_eq!(weights[index], TaperedScore::new(-7, 9));
    }
}
