//! Plays one of the several trials of a study, keeping its results in the store.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use ferz_lab::stats::{Results, Sprt, Verdict};
use ferz_lab::studies::{Collector, GameFacts};
use ferz_lab::{BookSpec, Forget, Keeper, Manifest, Progress, Score, Store, Trial, llr};

/// How often a running trial says where it stands, in encounters.
const SAY_EVERY: usize = 20;

/// Where the results of a study are kept.
#[derive(Args, Clone)]
pub(crate) struct StoreArgs {
    /// Where results are kept, and found again by the same command
    #[arg(long, default_value = "ferz.db", value_name = "FILE")]
    pub(crate) store: PathBuf,
    /// Keep no results
    #[arg(long)]
    pub(crate) no_store: bool,
    /// Start again even if there are results of the same study
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// A trial as part of a study.
pub(crate) struct Part<'a> {
    /// The study.
    pub(crate) kind: &'a str,
    /// What the part is called.
    pub(crate) name: &'a str,
    pub(crate) trial: &'a Trial,
    pub(crate) book: Option<&'a BookSpec>,
    /// Parts are found again by their seed, so a study always has one.
    pub(crate) seed: u64,
}

impl Part<'_> {
    /// Plays what is left of the part and notes the facts of all its games.
    pub(crate) fn play(
        &self,
        store: &StoreArgs,
        stop: &AtomicBool,
    ) -> anyhow::Result<(Progress, Vec<GameFacts>)> {
        let titles = self.trial.contest.check()?;
        if store.no_store {
            return self.play_with(&mut Forget, stop);
        }
        let (contest, sprt) = (&self.trial.contest, self.trial.sprt.as_ref());
        let manifest = Manifest::new(self.kind, contest, &titles, self.book, sprt, self.seed);
        let identity = manifest.identity(Some(self.seed));
        let is_fresh = store.fresh;
        let mut store = Store::open(&store.store)?;
        let known = if is_fresh { None } else { store.find(&identity)? };
        let run = match known {
            Some(run) => run.id,
            None => store.create(&identity, &manifest)?,
        };
        let (progress, facts) = self.play_with(&mut store.keeper(run), stop)?;
        store.set_outcome(run, outcome(&progress).as_deref())?;
        Ok((progress, facts))
    }

    fn play_with(
        &self,
        keeper: &mut dyn Keeper,
        stop: &AtomicBool,
    ) -> anyhow::Result<(Progress, Vec<GameFacts>)> {
        let mut collector = Collector::new(keeper, self.trial.contest.len());
        let mut seen = 0_usize;
        let progress = self.trial.run(&mut collector, stop, &mut |_, progress| {
            seen += 1;
            if seen.is_multiple_of(SAY_EVERY) {
                let first = progress.standings.players[0].score;
                eprintln!("{}: {}", self.name, line(&first, self.trial.sprt.as_ref()));
            }
        })?;
        Ok((progress, collector.facts))
    }
}

/// How a trial ended; nothing if it can go on.
pub(crate) fn outcome(progress: &Progress) -> Option<String> {
    match progress.verdict {
        Some(verdict @ (Verdict::Accepted | Verdict::Rejected)) => Some(verdict.to_string()),
        _ => progress.is_complete.then(|| "complete".to_owned()),
    }
}

/// A score in one line.
pub(crate) fn line(score: &Score, sprt: Option<&Sprt>) -> String {
    let (games, elo) = (score.games, score.elo());
    let test = sprt.map_or(String::new(), |sprt| format!(", LLR {:.2}", llr(sprt, score)));
    format!("{} games ({games}), {:.1} %, Elo {elo:.1}{test}", games.games(), 100.0 * games.score())
}
