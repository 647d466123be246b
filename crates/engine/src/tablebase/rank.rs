//! The moves of a position in the order of what they are worth under the fifty-move rule.

use std::cmp::Reverse;
use std::collections::HashSet;

use ferz_rules::{Game, Move, Position};
use ferz_search::Wdl;

use super::Tablebases;
use super::probe::{NoTable, before_zeroing, is_zeroing};

/// A move and what the tables say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The result with it, for the player who makes it: cursed wins and blessed losses are those
    /// that the fifty-move rule turns into draws, counted from the present state of the game.
    pub result: Wdl,
    /// Half-moves to the next irreversible move, this one included. None without tables of
    /// distances.
    pub dtz: Option<i32>,
    /// The higher the better. Moves that win for certain rank equally, and so do those that lose.
    pub rank: i32,
}

/// The rank of a certain win. Wins that the fifty-move rule endangers begin at half of it.
const CERTAIN: i32 = 1 << 18;

/// Half-moves without progress after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// Whether there is still time to look at another move.
pub(crate) type Patience<'a> = &'a dyn Fn() -> bool;

impl Tablebases {
    /// Every legal move of the game's position, the best first: by distance where there are
    /// tables for that, by result otherwise. Nothing if tables are missing or patience ends.
    pub fn rank(&self, game: &Game, fifty_moves: bool) -> Option<Vec<RankedMove>> {
        self.rank_while(game, fifty_moves, &|| true)
    }

    pub(crate) fn rank_while(
        &self,
        game: &Game,
        fifty_moves: bool,
        patience: Patience<'_>,
    ) -> Option<Vec<RankedMove>> {
        let position = game.position();
        if !position.castling().is_empty() || position.occupied().len() > self.max_pieces() {
            return None;
        }
        let mut ranked = rank_by(position, patience, &|mv| self.by_distance(game, mv, fifty_moves))
            .or_else(|| rank_by(position, patience, &|mv| self.by_result(game, mv, fifty_moves)))?;
        ranked.sort_by_key(|ranked| (Reverse(ranked.rank), ranked.dtz));
        Some(ranked)
    }

    fn by_distance(&self, game: &Game, mv: Move, fifty_moves: bool) -> Result<RankedMove, NoTable> {
        let dtz = self.distance_after(game, mv, fifty_moves)?;
        let clock = i32::from(game.position().halfmove_clock());
        let used = dtz.abs() + clock;
        let rank = match dtz {
            // Who has repeated a position has dithered enough, and takes the shortest way.
            1.. if used < FIFTY_MOVES && !has_repeated(game) => CERTAIN,
            1.. => CERTAIN / 2 - used,
            0 => 0,
            _ if 2 * dtz.abs() + clock < FIFTY_MOVES => -CERTAIN,
            _ => -CERTAIN / 2 + used,
        };
        let is_in_time = !fifty_moves || used <= FIFTY_MOVES;
        let result = match (dtz, is_in_time) {
            (1.., true) => Wdl::Win,
            (1.., false) => Wdl::CursedWin,
            (0, _) => Wdl::Draw,
            (_, true) => Wdl::Loss,
            (_, false) => Wdl::BlessedLoss,
        };
        Ok(RankedMove { mv, result, dtz: Some(dtz), rank })
    }

    /// The distance with a move, counted from before it.
    fn distance_after(&self, game: &Game, mv: Move, fifty_moves: bool) -> Result<i32, NoTable> {
        let mut next = game.clone();
        // The move is one of the legal ones.
        next.play(mv).map_err(|_| NoTable)?;
        let child = next.position();
        let distance = if is_zeroing(game.position(), mv) {
            before_zeroing(-self.wdl(child)?)
        } else if is_drawn(&next, fifty_moves) {
            0
        } else {
            let distance = -self.dtz(child)?;
            distance + distance.signum()
        };
        let mates = distance == 2 && child.in_check() && !child.has_legal_moves();
        Ok(if mates { 1 } else { distance })
    }

    fn by_result(&self, game: &Game, mv: Move, fifty_moves: bool) -> Result<RankedMove, NoTable> {
        let mut next = game.clone();
        next.play(mv).map_err(|_| NoTable)?;
        let is_drawn = !is_zeroing(game.position(), mv) && is_drawn(&next, fifty_moves);
        let wdl = if is_drawn { Wdl::Draw } else { -self.wdl(next.position())? };
        let result = if fifty_moves { wdl } else { wdl.under(false) };
        Ok(RankedMove { mv, result, dtz: None, rank: result.number() * (CERTAIN / 2) })
    }
}

/// Ranks every legal move, unless one cannot be or patience ends.
fn rank_by(
    position: &Position,
    patience: Patience<'_>,
    rank: &dyn Fn(Move) -> Result<RankedMove, NoTable>,
) -> Option<Vec<RankedMove>> {
    let mut ranked = Vec::new();
    for mv in &position.legal_moves() {
        if !patience() {
            return None;
        }
        ranked.push(rank(mv).ok()?);
    }
    Some(ranked)
}

/// Whether the game is drawn by repetition, or by the fifty-move rule if it is in force.
fn is_drawn(game: &Game, fifty_moves: bool) -> bool {
    let position = game.position();
    let is_over = i32::from(position.halfmove_clock()) >= FIFTY_MOVES;
    let is_mate = position.in_check() && !position.has_legal_moves();
    game.occurrences() >= 3 || (fifty_moves && is_over && !is_mate)
}

/// Whether a position has occurred twice since the last irreversible move.
fn has_repeated(game: &Game) -> bool {
    let all: Vec<&Position> = game.positions().collect();
    let since = usize::from(game.position().halfmove_clock()) + 1;
    let mut seen = HashSet::new();
    all.iter().rev().take(since).any(|position| !seen.insert(position.repetition_key()))
}
