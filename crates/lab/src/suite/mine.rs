//! Mining: positions of games in which one move is much better than every other, and is not seen
//! at a glance. They make a suite of our own.
//!
//! Games tell where to look: where the players' scores jump, somebody has overlooked something.
//! Ferz then searches to a small depth, and must not choose the move. Last, another engine
//! searches the two best moves to two depths, and must find the same move far ahead in both.

mod judge;
mod source;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ferz_rules::{Epd, Move, Operand, Operation, Position};
use ferz_uci::ScoreValue;

use crate::player::{PlayerError, PlayerSpec};
use judge::Judge;
pub use source::{Candidate, CandidateError, Candidates};

/// What makes a position worth keeping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MineSettings {
    /// How many positions are enough.
    pub lines: usize,
    /// How far ahead of every other the best move must be, in centipawns.
    pub gap: i32,
    /// The depth at which Ferz must not choose it yet.
    pub missed_at: i32,
    /// The two depths at which the other engine must agree with itself.
    pub depths: (u32, u32),
}

/// A position that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The position.
    pub position: Position,
    /// Its best move.
    pub best: Move,
    /// The score of the best move for the player to move.
    pub score: ScoreValue,
    /// The depth of that score.
    pub depth: u32,
    /// Where it comes from.
    pub origin: String,
}

impl Find {
    /// The position as a line of a suite, with this name.
    pub fn epd(&self, name: &str) -> Epd {
        let word = |opcode: &str, word: String| Operation {
            opcode: opcode.to_owned(),
            operands: vec![Operand::Word(word)],
        };
        let text = |opcode: &str, text: &str| Operation {
            opcode: opcode.to_owned(),
            operands: vec![Operand::Text(text.to_owned())],
        };
        let score = match self.score {
            ScoreValue::Centipawns(score) => score,
            // As the standard of EPD writes a mate.
            ScoreValue::Mate(moves) if moves > 0 => 32_768 - 2 * moves,
            ScoreValue::Mate(moves) => -32_767 - 2 * moves,
        };
        let operations = vec![
            word("acd", self.depth.to_string()),
            word("bm", self.position.san(self.best)),
            text("c0", &self.origin),
            word("ce", score.to_string()),
            text("id", name),
        ];
        Epd { position: self.position.clone(), operations }
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MineProgress {
    /// Candidates judged.
    pub tried: usize,
    /// Positions found.
    pub found: usize,
    /// Candidates of which the other engine made nothing.
    pub failures: usize,
}

/// Judges candidates, several at a time, until enough are found. At most one position is taken
/// from a game. Which ones does not depend on the number of threads.
///
/// # Errors
/// If the other engine cannot be used.
pub fn mine(
    candidates: &[Candidate],
    settings: &MineSettings,
    confirming: &PlayerSpec,
    concurrency: NonZeroUsize,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(MineProgress) + Send),
) -> Result<Vec<Find>, PlayerError> {
    let judges: Vec<Judge> = (0..concurrency.get())
        .map(|_| Judge::start(confirming, settings))
        .collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((Gathered::new(candidates.len()), tell, None));
    thread::scope(|scope| {
        for mut judge in judges {
            let (next, shared) = (&next, &shared);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(candidate) = candidates.get(index) else { break };
                    let verdict = judge.judge(candidate);
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    match verdict {
                        Ok(verdict) => shared.0.verdicts[index] = Some(verdict),
                        Err(error) => shared.2 = Some(error),
                    }
                    shared.0.advance(candidates, settings.lines);
                    let progress = shared.0.progress;
                    (shared.1)(progress);
                    if progress.found == settings.lines || shared.2.is_some() {
                        break;
                    }
                }
            });
        }
    });
    let (gathered, _, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match error {
        Some(error) => Err(error),
        None => Ok(gathered.finds),
    }
}

/// What a judge says of a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Judgement {
    Kept(Box<Find>),
    Rejected,
    /// The other engine failed, and was started again.
    Failed,
}

/// Verdicts as they come, and what follows from those whose turn it is.
struct Gathered {
    verdicts: Vec<Option<Judgement>>,
    progress: MineProgress,
    /// The games that have given a position already.
    games: HashSet<usize>,
    finds: Vec<Find>,
}

impl Gathered {
    fn new(candidates: usize) -> Self {
        Self {
            verdicts: vec![None; candidates],
            progress: MineProgress::default(),
            games: HashSet::new(),
            finds: Vec::new(),
        }
    }

    /// Takes over the verdicts that have come without a hole before them.
    fn advance(&mut self, candidates: &[Candidate], lines: usize) {
        while self.finds.len() < lines
            && let Some(verdict) = self.verdicts.get_mut(self.progress.tried).and_then(Option::take)
        {
            match verdict {
                Judgement::Kept(find) => {
                    if self.games.insert(candidates[self.progress.tried].game) {
                        self.finds.push(*find);
                    }
                }
                Judgement::Rejected => {}
                Judgement::Failed => self.progress.failures += 1,
            }
            self.progress.tried += 1;
            self.progress.found = self.finds.len();
        }
    }
}

#[cfg(test)]
mod tests;
