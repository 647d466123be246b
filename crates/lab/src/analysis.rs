//! Whole games, move by move: what was played, what it was worth, and what would have been better.
//!
//! [`Analyst`] searches every position of a game once; [`annotate()`] writes what it found into the
//! game beside whatever was there; [`Tally`] adds up what a player's moves have cost, and
//! [`report`] makes a page of it. `docs/analysis.md` has the formulas.

mod annotate;
mod judge;
mod moves;
mod page;
mod tally;

use std::sync::atomic::{AtomicBool, Ordering};

use ferz_engine::{Chances, Engine, WdlModel};
use ferz_rules::pgn::{EvalScore, PgnGame};
use ferz_rules::{Color, Game, Move, Outcome, Position};
use ferz_search::{Limits, Score, SearchResult};
use ferz_uci::{ScoreValue, shown_score};

pub use annotate::{Annotation, annotate};
pub use judge::{Judgement, accuracy, win_percent};
pub use moves::{JudgedMove, judge_moves};
pub use page::report;
pub use tally::{GameSummary, Moment, PlayerSummary, Tally};

/// A line of the engine from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// Its score from White's side.
    pub score: EvalScore,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The score from White's side.
    pub score: EvalScore,
    /// White's chances.
    pub chances: Chances,
    /// How deep it was searched; nothing if the game is over.
    pub depth: Option<u32>,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<EngineLine>,
}

/// The analysis was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Searches the positions of games.
pub struct Analyst {
    engine: Engine,
    limits: Limits,
}

impl Analyst {
    /// An analyst with this engine, whose number of lines is the number of alternatives, and these
    /// limits for every position.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self { engine, limits }
    }

    /// The opinions of every position of the main line, from the start to the end. `progress` hears
    /// of every position.
    ///
    /// # Errors
    /// If `stop` became true.
    pub fn opinions(
        &mut self,
        game: &PgnGame,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Result<Vec<Opinion>, Interrupted> {
        self.engine.new_game();
        let mut played = Game::from_position(game.start.clone());
        let mut opinions = vec![self.opinion(&played)];
        progress();
        for mv in game.main_line() {
            if stop.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
            // The reader has let in legal moves only.
            if played.play(mv).is_err() {
                break;
            }
            opinions.push(self.opinion(&played));
            progress();
        }
        Ok(opinions)
    }

    fn opinion(&mut self, game: &Game) -> Opinion {
        if let Some(outcome) = game.outcome() {
            return Opinion::of_outcome(outcome);
        }
        self.engine.set_game(game.clone());
        Opinion::of_search(game.position(), &self.engine.think(&self.limits, &mut |_| {}))
    }
}

impl Opinion {
    /// What a search of a position has found.
    pub fn of_search(position: &Position, result: &SearchResult) -> Self {
        let lines = result.lines.iter().map(|line| EngineLine {
            score: white_score(line.score, position),
            moves: line.pv.clone(),
        });
        let mut lines: Vec<EngineLine> = lines.collect();
        lines.retain(|line| !line.moves.is_empty());
        Self {
            score: white_score(result.score, position),
            chances: white_chances(result.score, position),
            depth: u32::try_from(result.depth).ok(),
            lines,
        }
    }

    /// What is to be said of a game that is over.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let (score, [win, draw, loss]) = match outcome.winner() {
            Some(Color::White) => (EvalScore::Mate(0), [1000, 0, 0]),
            Some(Color::Black) => (EvalScore::Mate(0), [0, 0, 1000]),
            None => (EvalScore::Centipawns(0), [0, 1000, 0]),
        };
        Self { score, chances: Chances { win, draw, loss }, depth: None, lines: Vec::new() }
    }
}

fn white_score(score: Score, position: &Position) -> EvalScore {
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    match shown_score(score, position) {
        ScoreValue::Centipawns(value) => EvalScore::Centipawns(sign * value),
        ScoreValue::Mate(moves) => EvalScore::Mate(sign * moves),
    }
}

fn white_chances(score: Score, position: &Position) -> Chances {
    let chances = WdlModel::OWN.chances(score, position);
    match position.turn() {
        Color::White => chances,
        Color::Black => Chances { win: chances.loss, draw: chances.draw, loss: chances.win },
    }
}

#[cfg(test)]
mod tests;
