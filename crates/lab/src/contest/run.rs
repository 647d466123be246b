//! Playing a contest: one thread for each game that runs.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ferz_rules::ByColor;

use crate::contest::{Contest, ContestError, Encounter, EncounterRecord, Games};
use crate::game::{GameError, GameSetup, Seat, play_game};
use crate::player::Player;
use crate::queue::{self, work_through};

impl Contest {
    /// Plays every encounter that is not done yet and hands each over as it ends, in no
    /// particular order. Ends early when told to by `stop` or by the receiver's `Break`; games
    /// that are not finished then do not count.
    ///
    /// # Errors
    /// If a player can no longer be brought to play.
    pub fn run(
        &self,
        is_done: &(dyn Fn(u32) -> bool + Sync),
        stop: &AtomicBool,
        receive: &mut dyn FnMut(EncounterRecord) -> ControlFlow<()>,
    ) -> Result<(), ContestError> {
        let counter = AtomicU32::new(0);
        let next = || loop {
            let number = self.encounter(counter.fetch_add(1, Ordering::Relaxed))?.number;
            if !is_done(number) {
                return Some(number);
            }
        };
        let worker = |index| Worker { contest: self, index, players: HashMap::new() };
        let mut workers: Vec<_> = (0..self.concurrency.get()).map(worker).collect();
        work_through(&mut workers, &next, stop, receive)
    }
}

/// A thread with players of its own.
struct Worker<'a> {
    contest: &'a Contest,
    index: usize,
    players: HashMap<usize, Box<dyn Player>>,
}

impl queue::Worker for Worker<'_> {
    type Done = EncounterRecord;
    type Error = ContestError;

    fn begin(&mut self) {
        if self.contest.affinity {
            pin(self.index);
        }
    }

    fn work(
        &mut self,
        number: u32,
        halt: &AtomicBool,
    ) -> Result<Option<EncounterRecord>, ContestError> {
        let Some(encounter) = self.contest.encounter(number) else { return Ok(None) };
        match self.meet(encounter, halt) {
            Ok(record) => Ok(Some(record)),
            Err(GameError::Interrupted) => Ok(None),
            Err(GameError::Player(error)) => Err(ContestError::Player(error)),
        }
    }
}

impl Worker<'_> {
    fn meet(
        &mut self,
        encounter: Encounter,
        halt: &AtomicBool,
    ) -> Result<EncounterRecord, GameError> {
        let Encounter { round, first, second, .. } = encounter;
        let orders = match self.contest.games {
            Games::Pair => vec![(first, second), (second, first)],
            Games::Single if round.is_multiple_of(2) => vec![(first, second)],
            Games::Single => vec![(second, first)],
        };
        let mut games = Vec::with_capacity(orders.len());
        for (white, black) in orders {
            games.push((white, self.play(round, white, black, halt)?));
        }
        Ok(EncounterRecord { encounter, games })
    }

    fn play(
        &mut self,
        round: u32,
        white: usize,
        black: usize,
        halt: &AtomicBool,
    ) -> Result<crate::GameRecord, GameError> {
        self.bring(white)?;
        self.bring(black)?;
        let [Some(first), Some(second)] = self.players.get_disjoint_mut([&white, &black]) else {
            unreachable!("both players were brought, and nobody meets himself")
        };
        let specs = &self.contest.players;
        let mut seats = ByColor {
            white: Seat { player: first.as_mut(), spec: &specs[white] },
            black: Seat { player: second.as_mut(), spec: &specs[black] },
        };
        let opening = self.contest.book.opening(round as usize);
        let setup = GameSetup {
            opening: &opening,
            rules: &self.contest.rules,
            chess960: self.contest.chess960,
            stop: halt,
        };
        play_game(&mut seats, &setup)
    }

    /// Starts a player if this thread has not done so yet.
    fn bring(&mut self, index: usize) -> Result<(), GameError> {
        if !self.players.contains_key(&index) {
            let spec = &self.contest.players[index];
            let player = spec.start(self.contest.chess960).map_err(GameError::Player)?;
            self.players.insert(index, player);
        }
        Ok(())
    }
}

/// Binds this thread to a processor. Engines that it starts, and the threads that speak with
/// them, inherit that. A system that does not allow it is no reason not to play.
fn pin(index: usize) {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    if let Some(core) = cores.get(index % cores.len().max(1)) {
        core_affinity::set_for_current(*core);
    }
}
