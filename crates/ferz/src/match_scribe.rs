//! Writes down a contest while it is played: a bar or lines, complaints, and the games.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use ferz_lab::{EncounterRecord, Ending, PgnHead, Progress, Summary, Trial, pgn_of};
use ferz_rules::Color;
use indicatif::{ProgressBar, ProgressStyle};

use crate::date;
use crate::match_args::ContestArgs;
use crate::match_json;
use crate::output::say_line;

pub(crate) struct Scribe<'a> {
    trial: &'a Trial,
    args: &'a ContestArgs,
    names: Vec<String>,
    bar: ProgressBar,
    pgn: Option<File>,
    date: String,
    seen: usize,
    games: u64,
    started: Instant,
    failure: Option<std::io::Error>,
}

impl<'a> Scribe<'a> {
    /// Opens the file for the games. So many encounters were played earlier.
    pub(crate) fn open(
        trial: &'a Trial,
        args: &'a ContestArgs,
        earlier: u64,
    ) -> anyhow::Result<Self> {
        let pgn = match args.pgn_file()? {
            None => None,
            Some(name) => {
                let file = OpenOptions::new().create(true).append(true).open(&name);
                Some(file.with_context(|| format!("cannot write {name}"))?)
            }
        };
        let contest = &trial.contest;
        let each = u64::from(contest.games_each());
        let bar = if args.json {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(u64::from(contest.len()) * each)
        };
        bar.set_style(
            ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec} {eta} left  {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        bar.set_position(earlier * each);
        bar.reset_eta();
        Ok(Self {
            trial,
            args,
            names: contest.names(),
            bar,
            pgn,
            date: date::today(),
            seen: 0,
            games: 0,
            started: Instant::now(),
            failure: None,
        })
    }

    /// Takes note of a finished encounter.
    pub(crate) fn write(&mut self, record: &EncounterRecord, progress: &Progress) {
        self.seen += 1;
        self.games += record.games.len() as u64;
        self.bar.inc(record.games.len() as u64);
        for (game, (white, played)) in record.games.iter().enumerate() {
            self.complain(record, *white, &played.ending);
            let head = head(self.trial, &self.args.event, &self.date, record, game, *white);
            if let Some(file) = &mut self.pgn
                && let Err(error) =
                    file.write_all(format!("{}\n", pgn_of(played, &head)).as_bytes())
            {
                self.failure.get_or_insert(error);
            }
        }
        if self.args.json {
            say_line!("{}", match_json::encounter(record, &self.names));
        }
        self.tell(progress);
    }

    fn tell(&self, progress: &Progress) {
        let sprt = self.trial.sprt.as_ref();
        let is_time = self.seen.is_multiple_of(self.args.ratinginterval.get());
        if is_time && self.args.json {
            say_line!("{}", match_json::standings(&self.names, progress, sprt));
        } else if is_time || !self.bar.is_hidden() {
            let line = Summary { names: &self.names, sprt, progress }.line();
            if self.bar.is_hidden() {
                let rate = self.games as f64 / self.started.elapsed().as_secs_f64();
                say_line!("{line}  {rate:.1} games/s");
            } else {
                self.bar.set_message(line);
            }
        }
    }

    /// What a player did wrong is said at once: nobody wants to find it in the morning.
    fn complain(&self, record: &EncounterRecord, white: usize, ending: &Ending) {
        if let Ending::Fault { by, fault } = ending {
            let encounter = record.encounter;
            let black = encounter.first + encounter.second - white;
            let name = &self.names[if *by == Color::White { white } else { black }];
            self.bar.suspend(|| eprintln!("round {}: {name} {fault}", encounter.round + 1));
        }
    }

    /// Ends the bar, and says if games could not be written.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        match self.failure {
            Some(error) => Err(error).context("cannot write all games"),
            None => Ok(()),
        }
    }
}

fn head(
    trial: &Trial,
    event: &str,
    date: &str,
    record: &EncounterRecord,
    game: usize,
    white: usize,
) -> PgnHead {
    let encounter = record.encounter;
    let players = &trial.contest.players;
    let black = encounter.first + encounter.second - white;
    PgnHead {
        event: event.to_owned(),
        date: date.to_owned(),
        round: format!("{}.{}", encounter.round + 1, game + 1),
        white: players[white].name.clone(),
        black: players[black].name.clone(),
        white_limit: players[white].limit.to_string(),
        black_limit: players[black].limit.to_string(),
    }
}
