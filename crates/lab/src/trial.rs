//! A contest with a purpose: it is counted while it runs, and ends when its question is answered.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::contest::{Contest, ContestError, EncounterRecord};
use crate::standings::{Score, Standings};
use crate::stats::{Sprt, Verdict};

/// A contest and, if it asks one, the question whether the first player is stronger than the
/// second.
///
/// Under a test, encounters are counted in the order of their numbers and not in that of their
/// ends. Short games would otherwise come first, and they are not like the others; and with
/// fixed nodes the decision would depend on the number of threads.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The games.
    pub contest: Contest,
    /// The question.
    pub sprt: Option<Sprt>,
}

/// Where a trial stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The results that count.
    pub standings: Standings,
    /// The answer, if there is a question.
    pub verdict: Option<Verdict>,
    /// Whether every encounter has been played.
    pub is_complete: bool,
}

/// Something that keeps finished encounters.
pub trait Keeper {
    /// The encounters that were finished in earlier runs, in any order.
    ///
    /// # Errors
    /// If they cannot be read.
    fn finished(&mut self) -> Result<Vec<EncounterRecord>, KeeperError>;

    /// Keeps one more, completely or not at all.
    ///
    /// # Errors
    /// If that is not possible.
    fn keep(&mut self, record: &EncounterRecord) -> Result<(), KeeperError>;
}

/// Results cannot be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeeperError(pub String);

impl fmt::Display for KeeperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KeeperError {}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forget;

impl Keeper for Forget {
    fn finished(&mut self) -> Result<Vec<EncounterRecord>, KeeperError> {
        Ok(Vec::new())
    }

    fn keep(&mut self, _: &EncounterRecord) -> Result<(), KeeperError> {
        Ok(())
    }
}

/// Why a trial ended without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrialError {
    /// The contest cannot go on.
    Contest(ContestError),
    /// Results cannot be kept.
    Keeper(KeeperError),
}

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contest(error) => error.fmt(f),
            Self::Keeper(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TrialError {}

impl Trial {
    /// Plays what is left to play. `watch` sees each encounter as it is finished, and where the
    /// trial stands then.
    ///
    /// # Errors
    /// If a player can no longer be brought to play, or results cannot be kept.
    pub fn run(
        &self,
        keeper: &mut dyn Keeper,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&EncounterRecord, &Progress),
    ) -> Result<Progress, TrialError> {
        let mut count = Count::new(self.contest.players.len(), self.contest.len(), self.sprt);
        let mut earlier = keeper.finished().map_err(TrialError::Keeper)?;
        // An earlier run of the same experiment may have been meant to be longer.
        earlier.retain(|record| record.encounter.number < self.contest.len());
        let done: BTreeSet<u32> = earlier.iter().map(|record| record.encounter.number).collect();
        for record in earlier {
            count.take(record);
        }
        if count.is_over() {
            return Ok(count.progress);
        }
        let mut failure = None;
        let played = self.contest.run(&|number| done.contains(&number), stop, &mut |record| {
            if let Err(error) = keeper.keep(&record) {
                failure = Some(TrialError::Keeper(error));
                return ControlFlow::Break(());
            }
            count.take(record.clone());
            watch(&record, &count.progress);
            if count.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match failure {
            Some(error) => Err(error),
            None => played.map(|()| count.progress).map_err(TrialError::Contest),
        }
    }
}

/// Where a trial stood when these encounters were finished, of so many that were to be played.
pub fn count(
    records: Vec<EncounterRecord>,
    players: usize,
    len: u32,
    sprt: Option<Sprt>,
) -> Progress {
    let mut count = Count::new(players, len, sprt);
    for record in records {
        count.take(record);
    }
    count.progress
}

/// Counts encounters, in their order if there is a question.
struct Count {
    sprt: Option<Sprt>,
    /// How many encounters there are.
    len: u32,
    progress: Progress,
    /// Encounters that wait for earlier ones.
    waiting: BTreeMap<u32, EncounterRecord>,
    counted: u32,
}

impl Count {
    fn new(players: usize, len: u32, sprt: Option<Sprt>) -> Self {
        let progress = Progress {
            standings: Standings::new(players),
            verdict: sprt.map(|_| Verdict::Undecided),
            is_complete: false,
        };
        Self { sprt, len, progress, waiting: BTreeMap::new(), counted: 0 }
    }

    fn take(&mut self, record: EncounterRecord) {
        let Some(sprt) = self.sprt else {
            return self.count(&record);
        };
        self.waiting.insert(record.encounter.number, record);
        while self.progress.verdict == Some(Verdict::Undecided)
            && let Some(record) = self.waiting.remove(&self.counted)
        {
            self.count(&record);
            self.progress.verdict = Some(verdict(&sprt, &self.progress.standings.between(0, 1)));
        }
    }

    fn count(&mut self, record: &EncounterRecord) {
        self.progress.standings.add(record);
        self.counted += 1;
        self.progress.is_complete = self.counted == self.len;
    }

    fn is_over(&self) -> bool {
        self.progress.is_complete
            || matches!(self.progress.verdict, Some(Verdict::Accepted | Verdict::Rejected))
    }
}

/// Where a test stands, by pairs where there are any.
fn verdict(sprt: &Sprt, score: &Score) -> Verdict {
    if score.is_paired() { sprt.verdict(&score.pairs) } else { sprt.verdict(&score.games) }
}

/// The log-likelihood ratio of a test, by pairs where there are any.
pub fn llr(sprt: &Sprt, score: &Score) -> f64 {
    if score.is_paired() { sprt.llr(&score.pairs) } else { sprt.llr(&score.games) }
}
