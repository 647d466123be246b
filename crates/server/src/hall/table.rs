//! A table: a game, and the engine that thinks about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{ApiError, Code};
use crate::games::{GameHead, GameView, LiveGame, Thinking};
use crate::queue::{Queue, Ticket};
use crate::wire::Side;

/// A game at its table.
pub(crate) struct Table {
    /// Nothing if the game was deleted while somebody held the table.
    game: Option<LiveGame>,
    search: Option<Thought>,
}

/// A search for the next move.
pub(super) struct Thought {
    pub(super) ticket: Ticket,
    pub(super) signs: Arc<Signs>,
    pub(super) side: Side,
}

/// What a search and its table tell each other without waiting for each other.
#[derive(Default)]
pub(super) struct Signs {
    pub(super) has_begun: AtomicBool,
    pub(super) is_unwanted: AtomicBool,
}

impl Table {
    pub(super) const fn new(game: LiveGame) -> Self {
        Self { game: Some(game), search: None }
    }

    pub(crate) fn game(&self) -> Result<&LiveGame, ApiError> {
        self.game.as_ref().ok_or_else(|| ApiError::new(Code::NoGame, "the game was deleted"))
    }

    pub(super) fn set(&mut self, game: LiveGame) {
        self.game = Some(game);
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.as_ref().is_none_or(|game| super::is_over(game.ending))
    }

    /// The game is deleted.
    pub(super) fn clear(&mut self, queue: &Queue) {
        self.stop_thinking(queue);
        self.game = None;
    }

    pub(super) fn think(&mut self, thought: Thought) {
        self.search = Some(thought);
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Whether this is the search that is wanted; it is over then.
    pub(super) fn take_search(&mut self, signs: &Arc<Signs>) -> bool {
        let is_this = self.search.as_ref().is_some_and(|one| Arc::ptr_eq(&one.signs, signs));
        if is_this {
            self.search = None;
        }
        is_this
    }

    pub(super) fn stop_thinking(&mut self, queue: &Queue) {
        if let Some(search) = self.search.take() {
            search.signs.is_unwanted.store(true, Ordering::Relaxed);
            queue.stop(&search.ticket);
        }
    }

    pub(crate) fn thinking(&self) -> Option<Thinking> {
        let search = self.search.as_ref()?;
        let waiting = !search.signs.has_begun.load(Ordering::Relaxed);
        Some(Thinking { side: search.side, waiting })
    }

    /// The game as clients see it. Only of a table that has one.
    pub(crate) fn view(&self, now: u64) -> GameView {
        let game = self.game.as_ref().expect("callers look only at games that are there");
        game.view(self.thinking(), now)
    }

    pub(crate) fn head(&self, now: u64) -> GameHead {
        let game = self.game.as_ref().expect("callers look only at games that are there");
        game.head(self.thinking(), now)
    }
}
