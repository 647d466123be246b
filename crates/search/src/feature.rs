//! The techniques of the search, by name, each with a switch.
//!
//! The same name serves the parameter table, the statistics, the trace and the `Features` option. A switch
//! is one bit of a word that stays in a register, so that nothing is paid when nothing is off.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal $(($off:ident))?;)*) => {
        /// A technique that can be switched off and measured.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Feature {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Feature {
            /// All of them in the order in which a node meets them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The short name by which options and reports call it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Whether it stays off unless it is asked for, since it has shown no gain.
            pub const fn is_off_by_default(self) -> bool {
                match self {
                    $(Self::$variant => false $(|| features!(@$off))?,)*
                }
            }
        }
    };
    (@off) => { true };
}

features! {
    /// Principal variation search: later moves are tried with a null window first.
    Pvs = "pvs";
    /// Aspiration windows around the score of the last iteration.
    Aspiration = "asp";
    /// Quiescence: captures are searched to their end.
    Quiescence = "qs";
    /// The transposition table, for cutoffs and for the first move.
    Tt = "tt";
    /// Upcoming repetition: a player who can return to an earlier position has a draw.
    UpcomingRepetition = "uprep";
    /// Mate-distance pruning.
    MateDistance = "mdp";
    /// Correction of the static evaluation by what searches found it wrong by.
    Correction = "corr";
    /// Whether the static evaluation has improved over two plies.
    Improving = "improving";
    /// Razoring: hopeless nodes go straight to quiescence.
    Razoring = "razor";
    /// Reverse futility pruning: nodes far above beta are cut.
    ReverseFutility = "rfp";
    /// Null-move pruning.
    NullMove = "nmp";
    /// Internal iterative reduction of nodes without a table move.
    InternalReduction = "iir";
    /// ProbCut: a capture that beats a raised beta at low depth cuts.
    ProbCut = "probcut";
    /// Late move pruning: after enough quiet moves the rest are skipped.
    LateMovePruning = "lmp";
    /// Futility pruning of quiet moves that cannot reach alpha.
    Futility = "fp";
    /// Pruning of moves that lose material in a static exchange.
    SeePruning = "see";
    /// Pruning of quiet moves with a bad history.
    HistoryPruning = "hp";
    /// Singular extensions, with their multicut and negative extensions.
    Singular = "se";
    /// Check extensions.
    CheckExtension = "check";
    /// Extension of the only legal move.
    OneReply = "onereply" (off);
    /// Extension of a pawn's step to the seventh rank.
    PawnPush = "pawnpush" (off);
    /// Late move reductions.
    LateMoveReduction = "lmr";
    /// Killer moves.
    Killers = "killer";
    /// Quiet moves ordered by butterfly history.
    History = "hist";
    /// Quiet moves ordered by what they followed.
    ContinuationHistory = "conthist";
    /// Captures ordered by history.
    CaptureHistory = "capthist";
}

/// A set of techniques.
///
/// ```
/// use ferz_search::{Feature, Features};
/// let most: Features = "-nmp,-lmr".parse()?;
/// assert!(most.has(Feature::Pvs) && !most.has(Feature::NullMove));
/// let few: Features = "plain,qs,tt".parse()?;
/// assert_eq!(few.to_string(), "plain,qs,tt");
/// assert_eq!(
///     "-nmp,-xyz".parse::<Features>().unwrap_err().to_string(),
///     "no feature is called \"xyz\"",
/// );
/// # Ok::<(), ferz_search::FeatureError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u64);

impl Features {
    /// Plain alpha-beta with iterative deepening and nothing else.
    pub const PLAIN: Self = Self(0);
    /// Everything, also what is off by default.
    pub const ALL: Self = Self((1 << Feature::ALL.len()) - 1);
    /// What the engine plays with.
    pub const DEFAULT: Self = {
        let mut features = Self::ALL;
        let mut index = 0;
        while index < Feature::ALL.len() {
            if Feature::ALL[index].is_off_by_default() {
                features = features.without(Feature::ALL[index]);
            }
            index += 1;
        }
        features
    };

    /// Whether the technique is switched on.
    #[inline(always)]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 != 0
    }

    /// The set with the technique.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u8)
    }

    /// The set without the technique.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u8))
    }
}

impl Default for Features {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// No technique has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureError(pub String);

impl fmt::Display for FeatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no feature is called \"{}\"", self.0)
    }
}

impl std::error::Error for FeatureError {}

impl FromStr for Features {
    type Err = FeatureError;

    /// Reads a list: `-name` takes away from the default, `plain` empties, a name adds.
    fn from_str(text: &str) -> Result<Self, FeatureError> {
        let mut features = Self::default();
        for word in text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()) {
            let (name, adds) = match word.strip_prefix('-') {
                Some(name) => (name, false),
                None => (word.strip_prefix('+').unwrap_or(word), true),
            };
            features = match (name, adds) {
                ("plain", true) => Self::PLAIN,
                ("default", true) => Self::DEFAULT,
                ("all", true) => Self::ALL,
                _ => {
                    let found = Feature::ALL.iter().find(|feature| feature.name() == name);
                    let feature = *found.ok_or_else(|| FeatureError(name.to_owned()))?;
                    if adds { features.with(feature) } else { features.without(feature) }
                }
            };
        }
        Ok(features)
    }
}

impl fmt::Display for Features {
    /// Writes the shorter of two lists: how it differs from the default, or what is there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on: Vec<Feature> =
            Feature::ALL.iter().copied().filter(|feature| self.has(*feature)).collect();
        let changed: Vec<Feature> = Feature::ALL
            .iter()
            .copied()
            .filter(|feature| self.has(*feature) != Self::DEFAULT.has(*feature))
            .collect();
        let words: Vec<String> = if changed.is_empty() {
            vec!["default".to_owned()]
        } else if changed.len() <= on.len() {
            let sign = |feature: &Feature| if self.has(*feature) { "" } else { "-" };
            changed.iter().map(|feature| format!("{}{}", sign(feature), feature.name())).collect()
        } else {
            let names = on.iter().map(|feature| feature.name().to_owned());
            std::iter::once("plain".to_owned()).chain(names).collect()
        };
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_set_survives_as_text() {
        for (index, feature) in Feature::ALL.iter().enumerate() {
            assert!(Feature::ALL[..index].iter().all(|other| other.name() != feature.name()));
            for set in [Features::ALL.without(*feature), Features::PLAIN.with(*feature)] {
                assert_eq!(set.to_string().parse(), Ok(set));
            }
        }
        assert_eq!(Features::ALL.to_string().parse(), Ok(Features::ALL));
        assert_eq!("plain".parse(), Ok(Features::PLAIN));
    }
}
