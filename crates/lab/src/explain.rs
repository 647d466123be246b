//! Why a move is good, or what it loses, in sentences.
//!
//! Nothing is said that the search has not found: mates and material come from its lines, tactical
//! words from the first moves of those lines, and the rest from the terms of the classical
//! evaluation at their ends, against those of the best line.

mod exchange;
mod tactic;
mod terms;

use ferz_engine::Engine;
use ferz_rules::{Game, Move, Position};
use ferz_search::{Limits, Score, SearchResult, Verdict};
use ferz_uci::{ScoreValue, shown_score};

use crate::analysis::{Judgement, win_percent};
use exchange::{Exchange, quiet_end};
use terms::Speaks;

/// A move that costs less is not worth finding fault with.
const NOTICEABLE: i32 = 30;

/// What is to be said about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The sentences, the weightiest first.
    pub sentences: Vec<String>,
    /// The score of the move for its player.
    pub score: ScoreValue,
    /// The line that the search expects, the move first.
    pub line: Vec<Move>,
    /// The best move by the search; the same if it is the best.
    pub best: Move,
    /// The score of the best move.
    pub best_score: ScoreValue,
    /// The line of the best move.
    pub best_line: Vec<Move>,
}

/// Explains a legal move of the game's position. Both the move and the best one are searched within
/// the limits.
///
/// Nothing if the search was stopped before it had a line.
pub fn explain(engine: &mut Engine, game: &Game, mv: Move, limits: &Limits) -> Option<Explanation> {
    engine.set_game(game.clone());
    let best = engine.think(limits, &mut |_| {});
    let played = if best.best == Some(mv) {
        best.clone()
    } else {
        let only = Limits { root_moves: vec![mv], ..limits.clone() };
        engine.think(&only, &mut |_| {})
    };
    Explanation::new(game.position(), mv, &best, &played)
}

impl Explanation {
    /// Explains a legal move of a position by two searches of it: one of all moves, and one of this
    /// move alone.
    ///
    /// Nothing if a search was stopped before it had a line.
    pub fn new(
        position: &Position,
        mv: Move,
        best: &SearchResult,
        played: &SearchResult,
    ) -> Option<Self> {
        let sentences = Explainer { position, mv, played, best }.sentences();
        Some(Self {
            sentences,
            score: shown_score(played.score, position),
            line: played.pv.clone(),
            best: best.best?,
            best_score: shown_score(best.score, position),
            best_line: best.pv.clone(),
        })
    }
}

struct Explainer<'a> {
    position: &'a Position,
    mv: Move,
    played: &'a SearchResult,
    best: &'a SearchResult,
}

impl Explainer<'_> {
    fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![self.verdict()];
        let mates = self.mates();
        let has_mate = mates.is_some();
        sentences.extend(mates);
        if !has_mate {
            sentences.extend(self.material());
        }
        sentences.extend(self.bishop_pair());
        if !has_mate {
            sentences.extend(self.terms());
        }
        sentences
    }

    /// Whether the move is the best, and what it costs if it is not.
    fn verdict(&self) -> String {
        let san = self.position.san(self.mv);
        let Some(best) = self.best.best.filter(|best| *best != self.mv) else {
            return format!("{san} is the best move by the search.");
        };
        let best = self.position.san(best);
        let percent = |score: Score| match shown_score(score, self.position) {
            ScoreValue::Centipawns(value) => win_percent(value),
            ScoreValue::Mate(moves) => {
                if moves > 0 {
                    100.0
                } else {
                    0.0
                }
            }
        };
        let lost = percent(self.best.score) - percent(self.played.score);
        match Judgement::of(lost) {
            None => format!("{san} is about as good as {best}, the search's first choice."),
            Some(judgement) => {
                let word = match judgement {
                    Judgement::Inaccuracy => "an inaccuracy",
                    Judgement::Mistake => "a mistake",
                    Judgement::Blunder => "a blunder",
                };
                format!("{san} is {word}: {best} is better.")
            }
        }
    }

    fn mates(&self) -> Option<String> {
        let san = self.position.san(self.mv);
        let moves = |plies: u32| plies.div_ceil(2);
        match (self.played.score.verdict(), self.best.score.verdict()) {
            (Verdict::Mate { plies: 1 }, _) => Some(format!("{san} is checkmate.")),
            (Verdict::Mate { plies }, _) => Some(format!("It mates in {}.", moves(plies))),
            (Verdict::Mated { plies }, Verdict::Mated { plies: best }) if plies == best => {
                Some(format!("Mate in {} cannot be prevented.", moves(plies)))
            }
            (Verdict::Mated { plies }, _) => {
                let reply = self.reply();
                Some(format!("It allows mate in {}{reply}.", moves(plies)))
            }
            (_, Verdict::Mate { plies }) => Some(format!("It misses a mate in {}.", moves(plies))),
            _ => None,
        }
    }

    /// What the move costs in centipawns; mates are left to their own sentence.
    fn cost(&self) -> i32 {
        let value = |score: Score| match shown_score(score, self.position) {
            ScoreValue::Centipawns(value) => value,
            ScoreValue::Mate(moves) => moves.signum() * 2000,
        };
        value(self.best.score) - value(self.played.score)
    }

    /// Whether the scores agree that so many pawns are lost. A hundred centipawns win every other
    /// game, so a rook more is far from five hundred.
    fn costs(&self, pawns: i32) -> bool {
        self.cost() >= (60 * pawns).min(150)
    }

    /// The opponent's answer, for the end of a sentence.
    fn reply(&self) -> String {
        let mut after = self.position.clone();
        match self.played.pv.get(1) {
            Some(reply) if after.try_play(self.mv).is_ok() && after.is_legal(*reply) => {
                format!(" by {}", after.san(*reply))
            }
            _ => String::new(),
        }
    }

    /// What the line wins or loses.
    fn material(&self) -> Option<String> {
        let own = Exchange::along(self.position, &self.played.pv);
        let best = Exchange::along(self.position, &self.best.pv);
        if own.balance() > 0 {
            let by = tactic::by(self.position, &self.played.pv).unwrap_or_default();
            return own.told().map(|told| format!("It wins {told}{by}."));
        }
        // A sacrifice that the search approves of, or a pawn that comes back later, is no loss.
        let lost = best.balance() - own.balance();
        if own.balance() < 0 && lost > 0 && self.costs(lost) {
            let mut after = self.position.clone();
            after.try_play(self.mv).ok()?;
            let tactic = tactic::by(&after, self.played.pv.get(1..).unwrap_or_default());
            let takes = self.played.pv.get(1).is_some_and(|reply| reply.is_capture());
            let by = match tactic {
                Some(tactic) => tactic,
                None if takes && lost > 1 => self.reply(),
                None => " in the line that the search expects".to_owned(),
            };
            return own.flip().told().map(|told| format!("It loses {told}{by}."));
        }
        if best.balance() > own.balance() && self.costs(lost) {
            return best
                .told()
                .map(|told| format!("It does not win {told}, as the best move does."));
        }
        None
    }

    /// Whether a player with two bishops parts with one for something else.
    fn bishop_pair(&self) -> Option<String> {
        let mover = self.position.turn();
        let count = |position: &Position, color| {
            position.pieces(color, ferz_rules::PieceType::Bishop).len()
        };
        // Only what happens at once is the move's doing.
        let end = quiet_end(self.position, &self.played.pv, 2);
        let was_alone = count(self.position, mover) >= 2 && count(self.position, !mover) < 2;
        let was_pair = count(self.position, mover) >= 2;
        let keeps = count(&end, mover) >= 2;
        let takes = count(self.position, !mover) >= 2 && count(&end, !mover) < 2;
        match (was_pair, keeps, takes, was_alone) {
            (true, false, false, _) => Some("It gives up the bishop pair.".to_owned()),
            (_, _, true, false) if keeps || !was_pair => {
                Some("It takes the bishop pair from the opponent.".to_owned())
            }
            _ => None,
        }
    }

    /// How the positions at the ends of the two lines differ.
    fn terms(&self) -> Vec<String> {
        let ends = [&self.played.pv, &self.best.pv].map(|pv| quiet_end(self.position, pv, 8));
        let mover = self.position.turn();
        // Only what speaks for the verdict: a good move's merits, a bad one's faults.
        if self.best.best == Some(self.mv) {
            return terms::changes(self.position, &ends[0], mover, Speaks::For);
        }
        if self.cost() < NOTICEABLE {
            return Vec::new();
        }
        terms::changes(&ends[1], &ends[0], mover, Speaks::Against)
    }
}

#[cfg(test)]
mod tests;
