//! The hall where games are played: each at its table, with its engine, its record in the store
//! and those who watch.
//!
//! A change is made on a copy of the game, written down, and only then becomes the game: whatever
//! a client was told has happened is in the store.

mod engine;
mod table;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ferz_engine::TableSettings;
use ferz_rules::Outcome;
use serde_json::json;

use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::games::{Change, EnginePlayer, GameList, GameView, LiveGame, NewGame};
use crate::guard::Client;
use crate::hub::{Hub, Topic};
use crate::id::GameId;
use crate::queue::Queue;
use crate::store::{GameStore, Which};
use crate::time::now;
pub(crate) use table::Table;

/// The hall.
pub(crate) struct Hall {
    store: Arc<GameStore>,
    hub: Arc<Hub>,
    queue: Arc<Queue>,
    limits: Limits,
    endgames: TableSettings,
    tables: Mutex<HashMap<GameId, Arc<Mutex<Table>>>>,
    /// For searches, which come back here with their moves.
    itself: Weak<Self>,
}

impl Hall {
    /// Opens the hall with every game that is not over, as it was when the server was last alive.
    pub(crate) fn open(
        store: Arc<GameStore>,
        hub: Arc<Hub>,
        queue: Arc<Queue>,
        limits: Limits,
        endgames: TableSettings,
    ) -> Result<Arc<Self>, ApiError> {
        let hall = Arc::new_cyclic(|itself| Self {
            store,
            hub,
            queue,
            limits,
            endgames,
            tables: Mutex::default(),
            itself: itself.clone(),
        });
        hall.wake()?;
        Ok(hall)
    }

    fn wake(&self) -> Result<(), ApiError> {
        let now = now();
        let last_alive = self.store.last_alive()?.unwrap_or(0);
        for id in self.store.list(Which::Playing, usize::MAX, 0)? {
            let Some(mut game) = self.store.load(&id)? else { continue };
            if let Some(clock) = &mut game.clock {
                clock.wake(last_alive, now);
            }
            // The clock runs from this moment on, and must do so if the server dies again.
            self.store.save(&game, game.ply())?;
            let mut table = Table::new(game);
            self.let_engine_think(&mut table, None);
            lock(&self.tables).insert(id, Arc::new(Mutex::new(table)));
        }
        self.store.beat(now)
    }

    /// Makes a game.
    pub(crate) fn create(&self, request: NewGame, owner: Client) -> Result<GameView, ApiError> {
        let now = now();
        let mut game = request.create(owner, &self.limits, now)?;
        let is_full = self.store.count(Which::Playing)? >= self.limits.games;
        if is_full || self.store.count(Which::All)? >= self.limits.stored_games {
            let message = "there are too many games: delete some, or finish them";
            return Err(ApiError::new(Code::TooManyGames, message));
        }
        while self.store.load(&game.id)?.is_some() {
            game.id = GameId::random();
        }
        self.store.save(&game, 0)?;
        let id = game.id.clone();
        let table = Arc::new(Mutex::new(Table::new(game)));
        let mut seated = lock(&table);
        lock(&self.tables).insert(id, Arc::clone(&table));
        self.let_engine_think(&mut seated, None);
        self.tell_list(&seated);
        Ok(seated.view(now))
    }

    /// Changes a game.
    pub(crate) fn change(
        &self,
        id: &GameId,
        act: impl FnOnce(&mut LiveGame, u64) -> Result<Change, ApiError>,
    ) -> Result<GameView, ApiError> {
        self.change_and_think(id, None, act)
    }

    /// Lets the engine make one move for whoever is to move.
    pub(crate) fn engine_move(
        &self,
        id: &GameId,
        helper: EnginePlayer,
    ) -> Result<GameView, ApiError> {
        self.change_and_think(id, Some(helper), |game, _| {
            game.expect_playing()?;
            Ok(Change::Status)
        })
    }

    fn change_and_think(
        &self,
        id: &GameId,
        helper: Option<EnginePlayer>,
        act: impl FnOnce(&mut LiveGame, u64) -> Result<Change, ApiError>,
    ) -> Result<GameView, ApiError> {
        let table = self.table(id)?;
        let mut table = lock(&table);
        let now = now();
        self.settle(&mut table, now)?;
        let mut next = table.game()?.clone();
        let change = act(&mut next, now)?;
        self.commit(&mut table, next, change, helper, now)?;
        Ok(table.view(now))
    }

    /// Looks at a game.
    pub(crate) fn read<T>(
        &self,
        id: &GameId,
        look: impl FnOnce(&Table, u64) -> T,
    ) -> Result<T, ApiError> {
        let table = self.table(id)?;
        let mut table = lock(&table);
        let now = now();
        self.settle(&mut table, now)?;
        table.game()?;
        Ok(look(&table, now))
    }

    pub(crate) fn view(&self, id: &GameId) -> Result<GameView, ApiError> {
        self.read(id, Table::view)
    }

    /// Games, the last changed first.
    pub(crate) fn list(
        &self,
        which: Which,
        limit: usize,
        offset: usize,
    ) -> Result<GameList, ApiError> {
        let total = self.store.count(which)?;
        let ids = self.store.list(which, limit, offset)?;
        // A game may be deleted while the list is made.
        let heads = ids.iter().filter_map(|id| self.read(id, Table::head).ok());
        Ok(GameList { games: heads.collect(), total })
    }

    pub(crate) fn delete(&self, id: &GameId) -> Result<(), ApiError> {
        let table = self.table(id)?;
        let mut table = lock(&table);
        table.game()?;
        self.store.delete(id)?;
        table.clear(&self.queue);
        lock(&self.tables).remove(id);
        self.hub.end(&Topic::Game(id.clone()));
        self.hub.publish(&Topic::Games, || json!({ "kind": "deleted", "id": id.as_str() }));
        Ok(())
    }

    /// The table of a game, from the store if nobody sits there.
    fn table(&self, id: &GameId) -> Result<Arc<Mutex<Table>>, ApiError> {
        let mut tables = lock(&self.tables);
        if let Some(table) = tables.get(id) {
            return Ok(Arc::clone(table));
        }
        let game = self.store.load(id)?.ok_or_else(|| ApiError::no_game(id.as_str()))?;
        if tables.len() > 2 * self.limits.games {
            tables.retain(|_, table| Arc::strong_count(table) > 1 || !lock(table).is_over());
        }
        let table = Arc::new(Mutex::new(Table::new(game)));
        tables.insert(id.clone(), Arc::clone(&table));
        Ok(table)
    }

    /// Ends the game if a flag has fallen.
    fn settle(&self, table: &mut Table, now: u64) -> Result<(), ApiError> {
        let Ok(game) = table.game() else { return Ok(()) };
        let has_fallen = game.clock.as_ref().is_some_and(|clock| clock.flag(now).is_some());
        if !has_fallen || game.ending.is_some() {
            return Ok(());
        }
        let mut next = game.clone();
        next.drop_flag(now);
        self.commit(table, next, Change::Status, None, now)
    }

    /// Writes the next state of a game down, makes it the present one and tells everybody.
    fn commit(
        &self,
        table: &mut Table,
        mut next: LiveGame,
        change: Change,
        helper: Option<EnginePlayer>,
        now: u64,
    ) -> Result<(), ApiError> {
        let before = table.game()?;
        (next.seq, next.updated) = (before.seq + 1, now);
        let from_ply = before.ply().min(next.ply());
        self.store.save(&next, from_ply)?;
        let is_over = next.ending.is_some();
        table.set(next);
        if is_over || change != Change::Status || helper.is_some() {
            table.stop_thinking(&self.queue);
        }
        self.let_engine_think(table, helper);
        self.tell(table, change, now);
        Ok(())
    }

    fn tell(&self, table: &Table, change: Change, now: u64) {
        let Ok(game) = table.game() else { return };
        let topic = Topic::Game(game.id.clone());
        self.hub.publish_numbered(&topic, game.seq, || game.event(change, table.thinking(), now));
        self.tell_list(table);
    }

    fn tell_list(&self, table: &Table) {
        self.hub.publish(&Topic::Games, || json!({ "kind": "changed", "game": table.head(now()) }));
    }

    /// Drops the flags that have fallen, in games that nobody looks at too.
    pub(crate) fn tick(&self) {
        let tables: Vec<_> = lock(&self.tables).values().map(Arc::clone).collect();
        let now = now();
        for table in tables {
            // Whoever holds a table looks at its flag as well.
            if let Ok(mut table) = table.try_lock()
                && self.settle(&mut table, now).is_err()
            {
                // The store fails: the next tick tries again.
            }
        }
    }

    /// Notes that the server is alive, for the clocks.
    pub(crate) fn beat(&self) -> Result<(), ApiError> {
        self.store.beat(now())
    }
}

/// Whether a game has ended.
const fn is_over(ending: Option<Outcome>) -> bool {
    ending.is_some()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
