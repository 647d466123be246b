//! The document's search (Algorithms 1 and 2): so many half-moves deep, and nothing beyond.
//!
//! Alpha-beta finds the value of minimax and, since every move must beat the best one before it, its
//! move. Unlike the listing, the value is from White's point of view at every leaf, a mate is the
//! better the sooner it comes, and stalemate and bare kings are draws: otherwise an agent could not
//! finish a won game.

use ferz_eval::evolved::Evolved;
use ferz_rules::{Color, Move, MoveList, Piece, PieceType, Position};

/// More than any evaluation comes to.
const MATE: i64 = 1 << 50;

/// The most half-moves: more would not end.
pub const MAX_DEPTH: u32 = 12;

/// A move and what it is worth to its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its value in steps of [`Evolved::fine`].
    pub value: i64,
}

impl Choice {
    /// In how many half-moves somebody is mated, negative if it is the player; none if nobody is.
    pub const fn mate(&self) -> Option<i64> {
        let left = MATE - self.value.abs();
        match left {
            0..=1000 => Some(if self.value > 0 { left } else { -left }),
            _ => None,
        }
    }
}

/// A search by an evaluation.
#[derive(Clone, Debug)]
pub struct Minimax<'a> {
    eval: &'a Evolved,
    /// Positions looked at so far.
    pub nodes: u64,
}

impl<'a> Minimax<'a> {
    /// A search.
    pub const fn new(eval: &'a Evolved) -> Self {
        Self { eval, nodes: 0 }
    }

    /// Algorithm 2: the best move at a depth of at least one; none if there is no legal move.
    pub fn choose(&mut self, position: &Position, depth: u32) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for mv in &ordered(position) {
            let alpha = best.map_or(-MATE, |best| best.value);
            let mut child = position.clone();
            child.play(mv);
            let value = -self.value(&child, depth.max(1) - 1, 1, -MATE, -alpha);
            if best.is_none_or(|best| value > best.value) {
                best = Some(Choice { mv, value });
            }
        }
        best
    }

    /// Algorithm 1, from the point of view of the player to move.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i64,
        mut alpha: i64,
        beta: i64,
    ) -> i64 {
        self.nodes += 1;
        if position.is_insufficient_material() {
            return 0;
        }
        if depth == 0 {
            return self.leaf(position, ply);
        }
        let moves = ordered(position);
        if moves.is_empty() {
            return ended(position, ply);
        }
        let mut best = -MATE;
        for mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            best = best.max(-self.value(&child, depth - 1, ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn leaf(&self, position: &Position, ply: i64) -> i64 {
        if !position.has_legal_moves() {
            return ended(position, ply);
        }
        let value = self.eval.fine(position);
        match position.turn() {
            Color::White => value,
            Color::Black => -value,
        }
    }
}

/// The value where there is no move.
fn ended(position: &Position, ply: i64) -> i64 {
    if position.in_check() { ply - MATE } else { 0 }
}

/// Legal moves, promising ones first. Order changes no value, only the time it takes.
fn ordered(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    let promise = |mv: &Move| {
        let kind = |square| position.piece_on(square).map_or(PieceType::Pawn, Piece::kind);
        let taken = if mv.is_capture() { 10 + 10 * kind(mv.to()).index() } else { 0 };
        let made = mv.promotion().map_or(0, |kind| 10 * kind.index());
        // A small piece that takes before a great one.
        let price = if mv.is_capture() { kind(mv.from()).index() } else { 0 };
        std::cmp::Reverse((taken + made).saturating_sub(price))
    };
    moves.sort_by_key(promise);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_eval::evolved::Chromosome;

    /// Minimax without pruning: the definition.
    fn plain(eval: &Evolved, position: &Position, depth: u32, ply: i64) -> i64 {
        let minimax = Minimax::new(eval);
        let moves = position.legal_moves();
        if position.is_insufficient_material() {
            return 0;
        }
        if depth == 0 || moves.is_empty() {
            return minimax.leaf(position, ply);
        }
        let child = |mv| {
            let mut child = position.clone();
            child.play(mv);
            -plain(eval, &child, depth - 1, ply + 1)
        };
        moves.iter().copied().map(child).max().expect("there are moves")
    }

    #[test]
    fn pruning_changes_no_value() {
        let eval = Evolved::new(&Chromosome::default());
        for fen in [
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "8/2k5/1p1p4/p1pP1p2/P1P2P2/1P1K4/8/8 w - - 0 1",
            "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
            "4k3/8/3n4/2p1p3/2P1P3/3B4/4K3/8 b - - 5 60",
        ] {
            let position: Position = fen.parse().expect("legal");
            for depth in 1..=3 {
                let choice = Minimax::new(&eval).choose(&position, depth).expect("a move");
                assert_eq!(choice.value, plain(&eval, &position, depth, 0), "{fen} at {depth}");
            }
        }
    }

    #[test]
    fn the_soonest_mate_is_the_best() {
        let eval = Evolved::new(&Chromosome::default());
        let position: Position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse().expect("legal");
        let choice = Minimax::new(&eval).choose(&position, 3).expect("a move");
        assert_eq!(position.san(choice.mv), "Rd8#");
        assert_eq!(choice.mate(), Some(1));
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse().expect("legal");
        assert_eq!(Minimax::new(&eval).choose(&mated, 3), None);
    }
}
