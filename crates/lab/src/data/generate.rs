//! Many games at once, from one seed, into one file.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ferz_eval::Evaluator;

use super::append::GameFile;
use super::filter::Filter;
use super::game::{RecordedGame, Wdl};
use super::selfplay::{SelfPlay, SelfPlaySettings};
use crate::Random;

/// What is generated.
#[derive(Clone, PartialEq, Debug)]
pub struct GenerateSettings {
    /// How the games are played.
    pub play: SelfPlaySettings,
    /// How many are played at once.
    pub threads: NonZeroUsize,
    /// The end after so many games; without it only a stop ends the run.
    pub games: Option<u64>,
    /// The seed of the run.
    pub seed: u64,
    /// How many games are written at once.
    pub block: usize,
}

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games of this run.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Those that the default filter keeps.
    pub kept: u64,
    /// How many games Black won, drew, and White won.
    pub results: [u64; 3],
    /// Time since the start.
    pub time: Duration,
}

impl Progress {
    fn note(&mut self, game: &RecordedGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        let filter = Filter::default();
        filter.visit(game, |_| self.kept += 1);
        self.results[game.result as usize] += 1;
    }

    /// How many games ended so.
    pub const fn count(&self, result: Wdl) -> u64 {
        self.results[result as usize]
    }

    /// Kept positions in a second.
    pub fn rate(&self) -> f64 {
        self.kept as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// How often the progress is told even if no game has ended.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// Plays games into the file until there are enough or `stop` is set.
///
/// Games are numbered, and each is played from the random numbers of the run's seed and its own
/// number. The seed of a run is made from the one given and the length of the file, so a run
/// that goes on where another ended plays other games.
///
/// # Errors
/// If the file cannot be written.
pub fn generate<E: Evaluator>(
    settings: &GenerateSettings,
    file: &mut GameFile,
    make_eval: impl Fn() -> E + Sync,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress),
) -> io::Result<Progress> {
    let seed = Random::nth(settings.seed, file.len()).bits();
    let next = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let (sender, games) = mpsc::sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..settings.threads.get() {
            let (sender, next, done, make_eval) = (sender.clone(), &next, &done, &make_eval);
            scope.spawn(move || {
                let mut player = SelfPlay::new(make_eval(), &settings.play);
                while !stop.load(Ordering::Relaxed) {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if settings.games.is_some_and(|games| nth >= games) {
                        break;
                    }
                    let mut random = Random::nth(seed, nth);
                    let Some(game) = player.play(&mut random, done) else { break };
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = collect(settings, file, &games, stop, &done, tell);
        // Whatever ended the collection, nobody waits for games that are still being played.
        done.store(true, Ordering::Relaxed);
        drop(games);
        result
    })
}

/// Writes finished games block by block.
fn collect(
    settings: &GenerateSettings,
    file: &mut GameFile,
    games: &Receiver<RecordedGame>,
    stop: &AtomicBool,
    done: &AtomicBool,
    tell: &mut dyn FnMut(&Progress),
) -> io::Result<Progress> {
    let start = Instant::now();
    let mut progress = Progress::default();
    let mut block = Vec::with_capacity(settings.block);
    loop {
        match games.recv_timeout(TELL_EVERY) {
            Ok(game) => {
                progress.note(&game);
                block.push(game);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if block.len() >= settings.block.max(1) {
            file.append(&block)?;
            block.clear();
        }
        progress.time = start.elapsed();
        tell(&progress);
        if stop.load(Ordering::Relaxed) {
            done.store(true, Ordering::Relaxed);
        }
    }
    file.append(&block)?;
    progress.time = start.elapsed();
    Ok(progress)
}
