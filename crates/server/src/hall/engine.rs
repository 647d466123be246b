//! The engine's part in games.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use ferz_rules::{Game, Position};
use ferz_search::{Limits as SearchLimits, Report, SearchResult};

use super::table::{Signs, Table, Thought as TableThought};
use super::{Hall, lock};
use crate::games::{EnginePlayer, GameClock, MoveLimit, Thought};
use crate::id::GameId;
use crate::queue::{Lane, Search, Watcher};
use crate::time::now;
use crate::wire::Value;

impl Hall {
    /// Starts a search if an engine is to move, or somebody asks for a move.
    pub(super) fn let_engine_think(&self, table: &mut Table, helper: Option<EnginePlayer>) {
        let Ok(game) = table.game() else { return };
        let player = helper.or_else(|| game.engine_to_move().cloned());
        let Some(player) = player.filter(|_| !table.is_thinking()) else { return };
        let signs = Arc::<Signs>::default();
        let watcher = MoveWatcher {
            hall: self.itself.clone(),
            id: game.id.clone(),
            game: game.game.clone(),
            clock: game.clock.clone(),
            limit: player.limit,
            longest: self.limits.movetime,
            signs: Arc::clone(&signs),
        };
        let side = game.turn().into();
        let submitted = self.queue.submit(Search {
            client: game.owner.clone(),
            lane: Lane::Move,
            key: game.id.to_string(),
            settings: player.settings(&self.endgames),
            game: game.game.clone(),
            watcher: Box::new(watcher),
        });
        // Moves of games are never refused: each game has one at most.
        if let Ok(ticket) = submitted {
            table.think(TableThought { ticket, signs, side });
        }
    }

    /// Plays what a search has found, if it is still wanted.
    fn take_move(&self, id: &GameId, signs: &Arc<Signs>, found: Option<&SearchResult>) {
        let Ok(table) = self.table(id) else { return };
        let mut table = lock(&table);
        if !table.take_search(signs) {
            return;
        }
        let now = now();
        if self.settle(&mut table, now).is_err() {
            return;
        }
        let Ok(game) = table.game() else { return };
        let position = game.game.position();
        let Some((result, mv)) = found.and_then(|result| Some((result, result.best?))) else {
            return;
        };
        let thought = Thought {
            score: Value::new(result.score, position),
            depth: result.depth,
            nodes: result.nodes,
        };
        let mut next = game.clone();
        if let Ok(change) = next.play_engine(mv, thought, now) {
            // If the store fails, the game stays where it is, and anybody may ask for a move.
            let _ = self.commit(&mut table, next, change, None, now);
        }
    }
}

/// Waits for the engine's move.
struct MoveWatcher {
    hall: Weak<Hall>,
    id: GameId,
    game: Game,
    clock: Option<GameClock>,
    limit: MoveLimit,
    longest: u64,
    signs: Arc<Signs>,
}

impl Watcher for MoveWatcher {
    fn waiting(&mut self, _: usize) {}

    /// The clock has run while the search waited.
    fn begin(&mut self) -> SearchLimits {
        self.signs.has_begun.store(true, Ordering::Relaxed);
        let running = self.clock.as_ref().filter(|clock| clock.running.is_some());
        self.limit.search(running, self.game.position(), now(), self.longest)
    }

    fn report(&mut self, _: &Position, _: &Report) {}

    fn finished(&mut self, _: &Position, result: Option<&SearchResult>) {
        // Whoever does not want the move holds the table, and waits for nobody.
        if self.signs.is_unwanted.load(Ordering::Relaxed) {
            return;
        }
        if let Some(hall) = self.hall.upgrade() {
            hall.take_move(&self.id, &self.signs, result);
        }
    }
}
