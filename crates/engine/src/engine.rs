//! One engine: settings, table, and at most one search at a time.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ferz_rules::{Color, Game, Position};
use ferz_search::{
    Limits, NoRoom, Report, RootMove, RootMoveHook, SearchResult, Shared, Tracer,
    TranspositionTable,
};

use crate::crew::Crew;
use crate::memory;
use crate::plan::{Plan, Purpose};
use crate::settings::Settings;
use crate::strength;

/// Hears what a search has to say. The result comes last, exactly once.
pub trait Listener: Send {
    /// A line of analysis.
    fn report(&mut self, position: &Position, report: &Report);
    /// A move of the root whose search begins; most listeners do not mind.
    fn root_move(&mut self, _position: &Position, _root: &RootMove) {}
    /// The end of the search.
    fn result(&mut self, position: &Position, result: &SearchResult);
}

/// What to search for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// When to end.
    pub limits: Limits,
    /// Hold the result back until [`Engine::stop`], even if the search ends before.
    pub infinite: bool,
    /// Think on the opponent's time until [`Engine::ponder_hit`].
    pub ponder: bool,
}

/// A chess engine.
pub struct Engine {
    settings: Settings,
    game: Game,
    shared: Arc<Shared>,
    signals: Arc<Signals>,
    crew: Crew,
    /// Whether the crew has searched with these settings, so that its memory is there.
    is_warm: bool,
    /// Whose draws cost how much in the scores that the table holds; none if they cost nothing.
    contempt: Option<(Color, i32)>,
    /// What makes weak play differ from game to game.
    whim: u64,
}

/// What may release a search that has nothing left to do.
#[derive(Default)]
struct Signals {
    released: Mutex<bool>,
    changed: Condvar,
}

impl Signals {
    fn lock(&self) -> MutexGuard<'_, bool> {
        lock(&self.released)
    }

    fn set(&self, released: bool) {
        *self.lock() = released;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut released = self.lock();
        while !*released {
            released = self.changed.wait(released).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Engine {
    /// An engine with these settings at the start of a game.
    pub fn new(settings: Settings) -> Self {
        let table = TranspositionTable::with_mebibytes(settings.hash);
        Self {
            shared: Arc::new(share(table, &settings)),
            signals: Arc::default(),
            crew: Crew::new(&settings),
            is_warm: false,
            settings,
            game: Game::default(),
            contempt: None,
            whim: strength::random_bits(),
        }
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game that the next search starts from.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Sets the game. A search under way is not disturbed.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Changes the settings, ending a search under way.
    ///
    /// # Errors
    /// If there is no room for a table of this size; nothing has changed then, except that an
    /// old table that had to make room for the attempt is empty.
    pub fn configure(&mut self, settings: Settings) -> Result<(), NoRoom> {
        self.stop();
        self.wait();
        if settings.hash != self.settings.hash {
            self.resize(settings.hash)?;
        }
        let is_other_evaluation = settings.evaluation() != self.settings.evaluation();
        if is_other_evaluation
            || settings.tables != self.settings.tables
            || settings.strength != self.settings.strength
        {
            // The table is full of scores by another evaluation, or by other endgame tables.
            self.clear_hash();
        }
        let needs_players = is_other_evaluation
            || settings.features != self.settings.features
            || settings.root_driver != self.settings.root_driver;
        if needs_players {
            self.crew.replace_players(&settings);
        }
        self.crew.engage(&settings);
        match Arc::get_mut(&mut self.shared) {
            Some(shared) => {
                shared.set_team(settings.threads, settings.parallel);
                shared.params.clone_from(&settings.params);
            }
            None => self.shared = Arc::new(new_shared(&settings)),
        }
        self.settings = settings;
        self.is_warm = false;
        Ok(())
    }

    /// Replaces the table. The old one is given up first, since both together may be too much.
    fn resize(&mut self, mebibytes: usize) -> Result<(), NoRoom> {
        let old = self.settings.hash;
        let available = memory::available_mebibytes();
        if available.is_some_and(|available| mebibytes > available.saturating_add(old)) {
            return Err(NoRoom { mebibytes });
        }
        self.shared = Arc::new(share(TranspositionTable::with_mebibytes(1), &self.settings));
        let made = TranspositionTable::new(mebibytes, memory::clearing_threads(mebibytes));
        let (tt, result) = match made {
            Ok(tt) => (tt, Ok(())),
            Err(error) => (TranspositionTable::with_mebibytes(old), Err(error)),
        };
        self.shared = Arc::new(share(tt, &self.settings));
        result
    }

    /// The size of the table in mebibytes.
    pub fn hash_mebibytes(&self) -> usize {
        self.shared.tt.mebibytes()
    }

    /// Forgets everything that earlier searches have taught, ending a search under way.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.whim = strength::random_bits();
        self.crew.new_game();
    }

    /// Like [`Engine::new_game`], for who plays by the clock: the first time, it lets the crew search
    /// for some milliseconds, so that the system hands out now what a search needs of memory, not
    /// when the clock runs. A page can take it 0.2 s (docs/experiments/011), and a first search
    /// touches 150.
    pub fn new_game_by_the_clock(&mut self) {
        if !self.is_warm {
            self.stop();
            self.wait();
            self.crew.warm_up(&self.settings, &self.shared);
            self.is_warm = true;
        }
        self.new_game();
    }

    /// Empties the transposition table, ending a search under way.
    pub fn clear_hash(&mut self) {
        self.stop();
        self.wait();
        match Arc::get_mut(&mut self.shared) {
            Some(shared) => shared.tt.clear(memory::clearing_threads(self.settings.hash)),
            None => self.shared = Arc::new(new_shared(&self.settings)),
        }
    }

    /// Starts a search of the present game, ending one under way.
    pub fn go(&mut self, mut order: Order, listener: impl Listener + 'static) {
        self.stop();
        self.wait();
        order.limits.contempt = self.price_draws(order.infinite);
        order.limits.start.get_or_insert_with(Instant::now);
        self.shared.begin(order.ponder);
        self.signals.set(!(order.infinite || order.ponder));
        let (shared, signals) = (Arc::clone(&self.shared), Arc::clone(&self.signals));
        let game = self.game.clone();
        let purpose = match (order.infinite, order.ponder) {
            (true, _) => Purpose::Study,
            (false, true) => Purpose::Ponder,
            (false, false) => Purpose::Play,
        };
        let plan = Plan::make(&self.settings, &game, &mut order.limits, purpose, self.whim);
        let limits = order.limits.clone();
        let started = self.crew.leader.start(&self.settings, move |player| {
            let position = game.position();
            let listener = Arc::new(Mutex::new(listener));
            player.on_root_move(Some(announcer(&listener, position)));
            let mut report = |report: &Report| {
                if let Some(report) = plan.told(report) {
                    lock(&listener).report(position, &report);
                }
            };
            let limits = &order.limits;
            let mut result = player.think(&shared, &game, limits, plan.multipv, &mut report);
            player.on_root_move(None);
            plan.finish(&mut result);
            signals.wait();
            lock(&listener).result(position, &result);
        });
        started.expect("a machine that can start one thread");
        self.crew.send_helpers(&self.settings, &self.shared, &self.game, &limits);
    }

    /// Searches the present game in the caller's own thread, ending a search under way.
    ///
    /// This is for who has nothing else to do meanwhile and makes very many searches: a match of
    /// short games would otherwise start a thread for every move.
    pub fn think(&mut self, limits: &Limits, report: &mut dyn FnMut(&Report)) -> SearchResult {
        self.stop();
        self.wait();
        let mut limits = Limits { contempt: self.price_draws(false), ..limits.clone() };
        let whim = self.whim;
        let plan = Plan::make(&self.settings, &self.game, &mut limits, Purpose::Play, whim);
        self.shared.begin(false);
        self.crew.send_helpers(&self.settings, &self.shared, &self.game, &limits);
        let player = self.crew.leader.player(&self.settings);
        let mut report = |line: &Report| {
            if let Some(line) = plan.told(line) {
                report(&line);
            }
        };
        let mut result = player.think(&self.shared, &self.game, &limits, plan.multipv, &mut report);
        self.wait();
        plan.finish(&mut result);
        result
    }

    /// Lets somebody watch every node of the searches to come, or nobody. A change of the settings
    /// that needs another player ends it.
    pub fn watch(&mut self, tracer: Option<Box<dyn Tracer>>) {
        self.stop();
        self.wait();
        self.crew.leader.player(&self.settings).set_tracer(tracer);
    }

    /// The contempt of this search. A table whose draws had another price is of no use to it.
    fn price_draws(&mut self, infinite: bool) -> i32 {
        let contempt = if infinite { 0 } else { self.settings.play_contempt() };
        let priced = (contempt != 0).then(|| (self.game.position().turn(), contempt));
        if priced != self.contempt {
            self.clear_hash();
            self.contempt = priced;
        }
        contempt
    }

    /// Asks a search under way to end; its result comes at once.
    pub fn stop(&self) {
        self.shared.pondering.store(false, Ordering::Relaxed);
        self.shared.stop.store(true, Ordering::Relaxed);
        self.signals.set(true);
    }

    /// The opponent has played the expected move: from now on the clock counts. A search that does
    /// not ponder is not concerned.
    pub fn ponder_hit(&self) {
        if self.shared.pondering.swap(false, Ordering::Relaxed) {
            self.signals.set(true);
        }
    }

    /// Waits until a search under way has ended by itself or by a stop.
    pub fn wait(&mut self) {
        self.crew.wait();
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.crew.leader.is_busy()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Passes root moves on to a listener.
fn announcer<L: Listener + 'static>(listener: &Arc<Mutex<L>>, position: &Position) -> RootMoveHook {
    let (listener, position) = (Arc::clone(listener), position.clone());
    Box::new(move |root| lock(&listener).root_move(&position, root))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_shared(settings: &Settings) -> Shared {
    share(TranspositionTable::with_mebibytes(settings.hash), settings)
}

fn share(tt: TranspositionTable, settings: &Settings) -> Shared {
    let mut shared = Shared::for_team(tt, settings.threads, settings.parallel);
    shared.params.clone_from(&settings.params);
    shared
}
