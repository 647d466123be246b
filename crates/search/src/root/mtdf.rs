//! MTD(f): the score of an iteration by null windows alone (Plaat and others, 1996).
//!
//! Every search asks one question, whether the score reaches a bound, and the answer becomes the
//! next bound, until the upper and the lower one meet. The transposition table is what makes
//! repeating the search cheap, and what the principal variation is read from, since a null window
//! proves a bound and keeps no line.

use ferz_eval::Evaluator;
use ferz_rules::{Game, Move};

use crate::node::Root;
use crate::score::{MAX_PLY, Score};
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

impl<E: Evaluator> Worker<E> {
    /// The score of the game's position at this depth, closed in on from a first guess. The best
    /// line is left where the root's line is.
    pub(super) fn mtdf(
        &mut self,
        shared: &Shared,
        game: &Game,
        depth: i32,
        guess: Score,
    ) -> Result<Score, Stopped> {
        let (mut lower, mut upper) = (Score::NEG_INFINITY, Score::INFINITY);
        let mut score = guess;
        // When every answer is "less", the last move that was good enough is of the iteration before.
        let mut best = self.table_move(shared, game);
        while lower < upper {
            let bound = if score == lower { score + 1 } else { score };
            let window = Window::null(bound);
            score = self.search::<Root>(shared, game.position(), window, depth, 0, true)?;
            if window.fails_high(score) {
                lower = score;
                best = self.pv[0].first().copied().or(best);
            } else {
                upper = score;
            }
        }
        let first = best.or_else(|| self.pv[0].first().copied());
        self.pv[0] = self.line_from_table(shared, game, first);
        Ok(score)
    }

    fn table_move(&self, shared: &Shared, game: &Game) -> Option<Move> {
        let position = game.position();
        let hit = shared.tt.probe(position.key(), 0)?;
        hit.mv.filter(|mv| position.is_legal(*mv) && !self.skips_at_root(*mv))
    }

    /// The line that begins with a move and goes on with the moves of the table, as long as the
    /// game does.
    fn line_from_table(&self, shared: &Shared, game: &Game, first: Option<Move>) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        let first = first.or_else(|| {
            game.position().legal_moves().into_iter().find(|mv| !self.skips_at_root(*mv))
        });
        let mut next = first;
        while let Some(mv) = next {
            if line.len() >= MAX_PLY || game.play(mv).is_err() {
                break;
            }
            line.push(mv);
            if game.outcome().is_some() {
                break;
            }
            next = shared.tt.probe(game.position().key(), line.len()).and_then(|hit| hit.mv);
        }
        line
    }
}
