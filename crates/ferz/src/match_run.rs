//! Prepares a trial, plays it, and tells the user about it.

use std::sync::atomic::{AtomicBool, Ordering};

use ferz_lab::stats::Sprt;
use ferz_lab::{
    Contest, Forget, Format, Group, Manifest, PlayerKind, Progress, Store, Summary, Trial,
};
use serde_json::json;

use crate::interrupt;
use crate::match_args::{ContestArgs, fresh_seed};
use crate::match_json;
use crate::match_scribe::Scribe;
use crate::output::{say, say_line};
use crate::study_run;

/// What the command line asks for.
pub(crate) struct Plan<'a> {
    pub(crate) kind: &'static str,
    pub(crate) engines: &'a [Group],
    pub(crate) format: Format,
    pub(crate) rounds: u32,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) args: &'a ContestArgs,
}

/// A trial that has been played, as far as it was.
pub(crate) struct Played {
    pub(crate) trial: Trial,
    pub(crate) progress: Progress,
}

/// Plays what is left of the plan and prints where it stands then.
pub(crate) fn run(plan: &Plan<'_>) -> anyhow::Result<Played> {
    let mut session = Session::prepare(plan)?;
    session.announce();
    let stop = interrupt::flag()?;
    let progress = session.play(&stop)?;
    session.conclude(&progress)?;
    let names = session.trial.contest.names();
    let sprt = plan.sprt.as_ref();
    if plan.args.json {
        say_line!("{}", match_json::standings(&names, &progress, sprt));
    } else {
        if stop.load(Ordering::Relaxed) {
            say_line!("interrupted");
        }
        say!("{}", Summary { names: &names, sprt, progress: &progress });
    }
    Ok(Played { trial: session.trial, progress })
}

struct Session<'a> {
    plan: &'a Plan<'a>,
    trial: Trial,
    seed: u64,
    /// The store and the number of the run in it.
    store: Option<(Store, i64)>,
    /// Encounters of earlier runs.
    earlier: u64,
}

impl<'a> Session<'a> {
    /// Finds every mistake that can be found before a game is played.
    fn prepare(plan: &'a Plan<'a>) -> anyhow::Result<Self> {
        let args = plan.args;
        args.pgn_file()?;
        let mut seed = args.srand.unwrap_or_else(fresh_seed);
        let mut contest = plan.contest(seed)?;
        let titles = contest.check()?;
        let book = args.book()?;
        let mut manifest =
            Manifest::new(plan.kind, &contest, &titles, book.as_ref(), plan.sprt.as_ref(), seed);
        let identity = manifest.identity(args.srand);
        let mut store = if args.no_store { None } else { Some(Store::open(&args.store)?) };
        let known = match &store {
            Some(store) if !args.fresh => store.find(&identity)?,
            _ => None,
        };
        let earlier = known.as_ref().map_or(0, |run| run.encounters);
        if let Some(run) = &known
            && run.manifest.seed != seed
        {
            seed = run.manifest.seed;
            contest = plan.contest(seed)?;
        }
        let store = match (store.take(), known) {
            (None, _) => None,
            (Some(store), Some(run)) => Some((store, run.id)),
            (Some(store), None) => {
                manifest.bench = bench(&contest);
                let id = store.create(&identity, &manifest)?;
                Some((store, id))
            }
        };
        Ok(Self { plan, trial: Trial { contest, sprt: plan.sprt }, seed, store, earlier })
    }

    fn announce(&self) {
        let run = self.store.as_ref().map(|(_, id)| *id);
        if self.plan.args.json {
            let (seed, names) = (self.seed, self.trial.contest.names());
            say_line!(
                "{}",
                json!({ "event": "start", "run": run, "seed": seed, "players": names,
                        "earlier_encounters": self.earlier })
            );
            return;
        }
        match (run, self.earlier) {
            (Some(run), 0) => say_line!("run {run}, seed {}", self.seed),
            (Some(run), earlier) => {
                say_line!("run {run}, seed {}: {earlier} encounters are done already", self.seed);
            }
            (None, _) => say_line!("seed {}", self.seed),
        }
    }

    fn play(&mut self, stop: &AtomicBool) -> anyhow::Result<Progress> {
        let mut scribe = Scribe::open(&self.trial, self.plan.args, self.earlier)?;
        let mut watch = |record: &_, progress: &Progress| scribe.write(record, progress);
        let progress = match &mut self.store {
            Some((store, run)) => self.trial.run(&mut store.keeper(*run), stop, &mut watch)?,
            None => self.trial.run(&mut Forget, stop, &mut watch)?,
        };
        scribe.finish()?;
        Ok(progress)
    }

    /// Writes down whether the run has ended or can go on.
    fn conclude(&self, progress: &Progress) -> anyhow::Result<()> {
        let outcome = study_run::outcome(progress);
        if let Some((store, run)) = &self.store {
            store.set_outcome(*run, outcome.as_deref())?;
        }
        Ok(())
    }
}

impl Plan<'_> {
    fn contest(&self, seed: u64) -> anyhow::Result<Contest> {
        self.args.contest(self.engines, self.format, self.rounds, seed)
    }
}

/// The node signature, if this program itself plays.
fn bench(contest: &Contest) -> Option<u64> {
    let plays = contest.players.iter().any(|player| player.kind == PlayerKind::Inside);
    let settings = ferz_engine::Settings::default();
    plays.then(|| ferz_engine::bench(&settings, ferz_engine::BENCH_DEPTH, &mut |_, _, _| {}).nodes)
}
