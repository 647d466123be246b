//! Openings drawn from a Polyglot book, which has positions and moves but no lines.

use std::collections::HashSet;

use ferz_engine::PolyglotBook;
use ferz_rules::{Game, Position};

use crate::book::{BookError, BookLine, BookSpec, Opening};
use crate::random::Random;

/// So many openings are enough for any match; then they come again.
const MOST_LINES: usize = 20_000;
/// After so many lines in a row that were drawn before, the book is taken to have no others.
const PATIENCE: usize = 2_000;

/// Lines drawn by the weights of their moves, no two of which end in the same position. A likely
/// line comes early, so short matches play what the book plays most.
pub(super) fn lines(spec: &BookSpec, bytes: &[u8], seed: u64) -> Result<Vec<BookLine>, BookError> {
    let book = PolyglotBook::from_bytes(bytes)
        .map_err(|error| BookError::Polyglot { file: spec.file.clone(), error })?;
    if book.moves(&Position::startpos()).is_empty() {
        return Err(BookError::NoFirstMove(spec.file.clone()));
    }
    let plies = spec.depth().unwrap_or(usize::MAX);
    let mut random = Random::new(seed);
    let (mut lines, mut seen, mut in_vain) = (Vec::new(), HashSet::new(), 0);
    while lines.len() < MOST_LINES && in_vain < PATIENCE {
        let game = walk(&book, plies, &mut random);
        let is_over = game.outcome().is_some() || game.claimable_draw().is_some();
        if !is_over && seen.insert(game.position().key()) {
            let opening = Opening { start: game.start().clone(), moves: game.moves().collect() };
            lines.push(BookLine::ready(opening));
            in_vain = 0;
        } else {
            in_vain += 1;
        }
    }
    Ok(lines)
}

/// Follows the book until it ends, the game does, or enough moves are made.
fn walk(book: &PolyglotBook, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::from_position(Position::startpos());
    // A book may go round in circles, which a draw by repetition ends.
    while game.moves().len() < plies && game.claimable_draw().is_none() {
        let Some(mv) = book.draw(game.position(), random.bits()) else { break };
        game.play(mv).expect("a book gives legal moves only");
    }
    game
}

#[cfg(test)]
mod tests;
