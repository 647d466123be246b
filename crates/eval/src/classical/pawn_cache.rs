//! Remembers pawn structures: from one move to the next they seldom change.

use ferz_rules::Position;

use super::pawns::PawnEntry;
use super::table::Weights;
use super::trace::Tally;

/// A fixed number of pawn structures, each in the only place where it can be.
#[derive(Clone, Debug)]
pub(super) struct PawnCache(Box<[PawnEntry; PawnCache::LEN]>);

impl PawnCache {
    /// About 200 kB, which a second-level cache holds beside other things.
    const LEN: usize = 4096;

    pub(super) fn new() -> Self {
        let empty: Box<[PawnEntry]> = vec![PawnEntry::default(); Self::LEN].into();
        Self(empty.try_into().expect("as long as it was made"))
    }

    /// What is known of the position's pawns; found out now if it was not known.
    #[inline(always)]
    pub(super) fn get(&mut self, position: &Position, weights: &Weights) -> &PawnEntry {
        let key = position.pawn_key();
        let entry = &mut self.0[key.bits() as usize % Self::LEN];
        if entry.key != key {
            *entry = PawnEntry::new(position, &mut Tally::new(weights, &mut ()));
        }
        entry
    }
}
