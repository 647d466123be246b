//! Playing from an opening book instead of thinking.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use ferz_rules::{Game, Move};
use ferz_search::Limits;

use crate::book::PolyglotBook;

/// Whether and how the engine plays from a book of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// Whether it does.
    pub is_used: bool,
    /// The book, if one is loaded.
    pub book: Option<Arc<PolyglotBook>>,
    /// Up to this move of the game.
    pub last_move: u16,
    /// Always the heaviest move, instead of one drawn by weight.
    pub is_best: bool,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self { is_used: false, book: None, last_move: 255, is_best: false }
    }
}

impl BookSettings {
    /// The move to play, if the book knows one. Different games get different moves, so chance is
    /// the system's and not ours.
    fn choose(&self, game: &Game) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| self.is_used)?;
        let position = game.position();
        // A book that leads back to where the game was before has nothing more to say.
        if position.fullmove_number() > self.last_move || game.occurrences() > 1 {
            return None;
        }
        if self.is_best {
            return book.moves(position).first().map(|known| known.mv);
        }
        book.draw(position, RandomState::new().hash_one(position.key()))
    }

    /// Leaves a search nothing but the book's move, and one iteration to give it a score. A search
    /// for certain moves or for a mate is about something else.
    pub(crate) fn consult(&self, game: &Game, limits: &mut Limits) {
        if !limits.root_moves.is_empty() || limits.mate.is_some() {
            return;
        }
        if let Some(mv) = self.choose(game) {
            limits.root_moves = vec![mv];
            limits.depth = Some(1);
        }
    }
}
