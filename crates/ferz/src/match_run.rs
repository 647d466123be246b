//! Runs a trial and tells the user about it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use ferz_lab::{EncounterRecord, Ending, Forget, PgnHead, Progress, Summary, Trial, pgn_of};
use ferz_rules::Color;
use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt;
use crate::match_args::ContestArgs;
use crate::output::say_line;

/// How a trial ended.
pub(crate) struct Outcome {
    /// The results.
    pub(crate) progress: Progress,
    /// Whether the user ended it.
    pub(crate) was_interrupted: bool,
}

/// Plays the trial, with a bar on a terminal and lines elsewhere.
pub(crate) fn run(trial: &Trial, args: &ContestArgs) -> anyhow::Result<Outcome> {
    let stop = interrupt::flag()?;
    let mut scribe = Scribe::open(trial, args)?;
    let progress = trial.run(&mut Forget, &stop, &mut |record, progress| {
        scribe.write(record, progress);
    })?;
    scribe.finish()?;
    Ok(Outcome { progress, was_interrupted: stop.load(Ordering::Relaxed) })
}

/// Writes down what happens.
struct Scribe<'a> {
    trial: &'a Trial,
    args: &'a ContestArgs,
    bar: ProgressBar,
    pgn: Option<File>,
    date: String,
    seen: usize,
    started: Instant,
    failure: Option<std::io::Error>,
}

impl<'a> Scribe<'a> {
    fn open(trial: &'a Trial, args: &'a ContestArgs) -> anyhow::Result<Self> {
        let pgn = match args.pgn_file()? {
            None => None,
            Some(name) => {
                let file = OpenOptions::new().create(true).append(true).open(&name);
                Some(file.with_context(|| format!("cannot write {name}"))?)
            }
        };
        let contest = &trial.contest;
        let bar = ProgressBar::new(u64::from(contest.len()) * u64::from(contest.games_each()));
        bar.set_style(
            ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec} {eta} left  {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Ok(Self {
            trial,
            args,
            bar,
            pgn,
            date: crate::date::today(),
            seen: 0,
            started: Instant::now(),
            failure: None,
        })
    }

    fn write(&mut self, record: &EncounterRecord, progress: &Progress) {
        self.seen += 1;
        self.bar.inc(record.games.len() as u64);
        for (game, (white, played)) in record.games.iter().enumerate() {
            self.complain(record, *white, &played.ending);
            let text = format!("{}\n", pgn_of(played, &self.head(record, game, *white)));
            if let Some(file) = &mut self.pgn
                && let Err(error) = file.write_all(text.as_bytes())
            {
                self.failure.get_or_insert(error);
            }
        }
        let contest = &self.trial.contest;
        let summary = Summary { contest, sprt: self.trial.sprt.as_ref(), progress };
        if !self.bar.is_hidden() {
            self.bar.set_message(summary.line());
        } else if self.seen.is_multiple_of(self.args.ratinginterval.get()) && !self.args.json {
            let rate = self.bar.position() as f64 / self.started.elapsed().as_secs_f64();
            say_line!("{}  {rate:.1} games/s", summary.line());
        }
    }

    /// What a player did wrong is said at once: nobody wants to find it in the morning.
    fn complain(&self, record: &EncounterRecord, white: usize, ending: &Ending) {
        if let Ending::Fault { by, fault } = ending {
            let encounter = record.encounter;
            let black = encounter.first + encounter.second - white;
            let player = if *by == Color::White { white } else { black };
            let name = &self.trial.contest.players[player].name;
            self.bar.suspend(|| eprintln!("round {}: {name} {fault}", encounter.round + 1));
        }
    }

    fn head(&self, record: &EncounterRecord, game: usize, white: usize) -> PgnHead {
        let encounter = record.encounter;
        let players = &self.trial.contest.players;
        let black = encounter.first + encounter.second - white;
        PgnHead {
            event: self.args.event.clone(),
            date: self.date.clone(),
            round: format!("{}.{}", encounter.round + 1, game + 1),
            white: players[white].name.clone(),
            black: players[black].name.clone(),
            white_limit: players[white].limit.to_string(),
            black_limit: players[black].limit.to_string(),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        match self.failure {
            Some(error) => Err(error).context("cannot write all games"),
            None => Ok(()),
        }
    }
}
