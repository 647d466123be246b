//! Playing a contest: one thread for each game that runs.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use ferz_rules::ByColor;

use crate::contest::{Contest, ContestError, Encounter, EncounterRecord, Games};
use crate::game::{GameError, GameSetup, Seat, play_game};
use crate::player::Player;

/// How often the request to stop is looked at while nothing happens.
const SLICE: Duration = Duration::from_millis(50);

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
        let (next, halt) = (AtomicU32::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (sender, records) = sync_channel(0);
            for index in 0..self.concurrency.get() {
                let worker = Worker {
                    contest: self,
                    index,
                    next: &next,
                    halt: &halt,
                    is_done,
                    players: HashMap::new(),
                };
                let sender = sender.clone();
                scope.spawn(move || worker.run(&sender));
            }
            drop(sender);
            let result = listen(&records, stop, &halt, receive);
            // Whoever still has something to say is no longer heard.
            halt.store(true, Ordering::Relaxed);
            drop(records);
            result
        })
    }
}

fn listen(
    records: &Receiver<Result<EncounterRecord, ContestError>>,
    stop: &AtomicBool,
    halt: &AtomicBool,
    receive: &mut dyn FnMut(EncounterRecord) -> ControlFlow<()>,
) -> Result<(), ContestError> {
    loop {
        if stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
        match records.recv_timeout(SLICE) {
            Ok(Ok(record)) => {
                if receive(record).is_break() {
                    return Ok(());
                }
            }
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// A thread with players of its own.
struct Worker<'a> {
    contest: &'a Contest,
    index: usize,
    next: &'a AtomicU32,
    halt: &'a AtomicBool,
    is_done: &'a (dyn Fn(u32) -> bool + Sync),
    players: HashMap<usize, Box<dyn Player>>,
}

impl Worker<'_> {
    fn run(mut self, sender: &SyncSender<Result<EncounterRecord, ContestError>>) {
        if self.contest.affinity {
            pin(self.index);
        }
        while let Some(encounter) = self.next_encounter() {
            let record = match self.meet(encounter) {
                Ok(record) => Ok(record),
                Err(GameError::Interrupted) => return,
                Err(GameError::Player(error)) => Err(ContestError::Player(error)),
            };
            let failed = record.is_err();
            if sender.send(record).is_err() || failed {
                return;
            }
        }
    }

    fn next_encounter(&self) -> Option<Encounter> {
        loop {
            if self.halt.load(Ordering::Relaxed) {
                return None;
            }
            let encounter = self.contest.encounter(self.next.fetch_add(1, Ordering::Relaxed))?;
            if !(self.is_done)(encounter.number) {
                return Some(encounter);
            }
        }
    }

    fn meet(&mut self, encounter: Encounter) -> Result<EncounterRecord, GameError> {
        let Encounter { round, first, second, .. } = encounter;
        let orders = match self.contest.games {
            Games::Pair => vec![(first, second), (second, first)],
            Games::Single if round.is_multiple_of(2) => vec![(first, second)],
            Games::Single => vec![(second, first)],
        };
        let mut games = Vec::with_capacity(orders.len());
        for (white, black) in orders {
            games.push((white, self.play(round, white, black)?));
        }
        Ok(EncounterRecord { encounter, games })
    }

    fn play(
        &mut self,
        round: u32,
        white: usize,
        black: usize,
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
            stop: self.halt,
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
