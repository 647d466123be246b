//! From a position to its result and to the distance to the next irreversible move.
//!
//! A table leaves out what captures decide: where a capture is best, its value is whatever
//! compresses best. So captures are tried first, and the table has the last word only if it is
//! better than they are. En passant, which no table knows, is a capture like the others.

use ferz_rules::{Move, MoveFilter, MoveList, PieceType, Position};
use ferz_search::Wdl;

use super::Tablebases;
use super::table::Distance;

/// There is no table for the position, or it cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoTable;

/// What a result rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    Table,
    /// A capture or pawn move is as good as anything.
    Zeroing,
}

/// How a position ends, and the half-moves to the next capture or pawn move on the way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The result for the player to move.
    pub wdl: Wdl,
    /// The distance: positive for wins, negative for losses, zero for draws. Beyond a hundred the
    /// fifty-move rule makes it a draw. None without a table of distances.
    pub dtz: Option<i32>,
}

impl Tablebases {
    /// What the tables say about a position.
    pub fn probe(&self, position: &Position) -> Option<Probe> {
        let wdl = self.wdl(position).ok()?;
        Some(Probe { wdl, dtz: self.dtz(position).ok() })
    }

    /// The result of a position just after a capture or pawn move.
    pub(crate) fn wdl(&self, position: &Position) -> Result<Wdl, NoTable> {
        if !position.castling().is_empty() {
            return Err(NoTable);
        }
        self.settle(position, false).map(|(wdl, _)| wdl)
    }

    /// The distance to the next capture or pawn move, in half-moves. A table that counts in moves
    /// may make it one more than it is.
    pub(crate) fn dtz(&self, position: &Position) -> Result<i32, NoTable> {
        if !position.castling().is_empty() {
            return Err(NoTable);
        }
        let (wdl, ground) = self.settle(position, true)?;
        if wdl == Wdl::Draw {
            return Ok(0);
        }
        if ground == Ground::Zeroing {
            return Ok(before_zeroing(wdl));
        }
        match self.distance_in_table(position, wdl)? {
            Distance::Plies(plies) => {
                let curse = if matches!(wdl, Wdl::BlessedLoss | Wdl::CursedWin) { 100 } else { 0 };
                Ok((plies as i32 + curse) * wdl.number().signum())
            }
            Distance::OtherTurn => self.shortest(position, wdl),
        }
    }

    /// The distance by way of the moves, where the table has only the other player's turn.
    fn shortest(&self, position: &Position, wdl: Wdl) -> Result<i32, NoTable> {
        let sign = wdl.number().signum();
        let mut shortest: Option<i32> = None;
        for mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            let distance = if is_zeroing(position, mv) {
                before_zeroing(-self.settle(&child, false)?.0)
            } else {
                let distance = -self.dtz(&child)?;
                let mates = distance == 1 && child.in_check() && !child.has_legal_moves();
                if mates { 1 } else { distance + distance.signum() }
            };
            if distance.signum() == sign {
                shortest = Some(shortest.map_or(distance, |best| best.min(distance)));
            }
        }
        // Without a move the position is mate.
        Ok(shortest.unwrap_or(-1))
    }

    /// The result of a position, and what it rests on. With `pawn_moves`, pawn moves are tried
    /// like captures: a table of distances leaves them out as well.
    fn settle(&self, position: &Position, pawn_moves: bool) -> Result<(Wdl, Ground), NoTable> {
        let mut moves = MoveList::new();
        let filter = if pawn_moves { MoveFilter::All } else { MoveFilter::Noisy };
        position.generate_legal(filter, &mut moves);
        let mut best: Option<Wdl> = None;
        let mut tried = 0;
        for mv in &moves {
            if !(mv.is_capture() || (pawn_moves && is_zeroing(position, mv))) {
                continue;
            }
            tried += 1;
            let mut child = position.clone();
            child.play(mv);
            let wdl = -self.settle(&child, false)?.0;
            if best.is_none_or(|best| wdl > best) {
                best = Some(wdl);
                if wdl == Wdl::Win {
                    return Ok((wdl, Ground::Zeroing));
                }
            }
        }
        // If every move is a capture the table has nothing to say: en passant may be among them.
        let is_all = tried > 0 && tried == position.count_legal_moves();
        let value = match best {
            Some(best) if is_all => best,
            _ => self.wdl_in_table(position)?,
        };
        match best {
            Some(best) if best >= value => {
                let zeroing = best > Wdl::Draw || is_all;
                Ok((best, if zeroing { Ground::Zeroing } else { Ground::Table }))
            }
            _ => Ok((value, Ground::Table)),
        }
    }
}

/// The distance of a position whose best move is a capture or a pawn move.
pub(crate) const fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => 101,
        Wdl::BlessedLoss => -101,
        Wdl::Loss => -1,
        Wdl::Draw => 0,
    }
}

/// Whether a move begins the count of fifty moves anew.
pub(crate) fn is_zeroing(position: &Position, mv: Move) -> bool {
    let is_pawn = position.piece_on(mv.from()).is_some_and(|piece| piece.kind() == PieceType::Pawn);
    mv.is_capture() || is_pawn
}
