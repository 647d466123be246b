//! What `ferz tune spsa` tells while it runs and when it is done.

use std::time::{Duration, Instant};

use ferz_lab::tune::spsa::{Event, Spsa, SpsaReport, Step};
use ferz_lab::{EncounterRecord, Ending, PlayerKind};
use ferz_rules::Color;
use indicatif::{HumanDuration, ProgressBar};
use serde_json::json;

use crate::output::say_line;
use crate::progress;

/// How many iterations lie between two lines where there is no terminal.
const LINE_EVERY: u32 = 10;

/// How many parameters a line names.
const NAMED: usize = 3;

/// Says which run it is, and how much of it is done already.
pub(crate) fn announce(run: i64, seed: u64, earlier: usize, json: bool) {
    if json {
        let object =
            json!({ "event": "start", "run": run, "seed": seed, "earlier_pairs": earlier });
        say_line!("{object}");
    } else if earlier == 0 {
        eprintln!("run {run}, seed {seed}");
    } else {
        eprintln!("run {run}, seed {seed}: {earlier} pairs are done already");
    }
}

/// Shows progress: a bar on a terminal, now and then a line elsewhere, JSON for machines.
pub(crate) struct Teller<'a> {
    spsa: &'a Spsa,
    json: bool,
    bar: ProgressBar,
    started: Instant,
    /// Games of this session.
    games: u64,
    /// Games that were left when it began.
    left: u64,
}

impl<'a> Teller<'a> {
    /// For a run of which so many pairs are done.
    pub(crate) fn new(spsa: &'a Spsa, json: bool, earlier: usize) -> Self {
        let all = 2 * u64::from(spsa.schedule.all_pairs().unwrap_or(u32::MAX));
        let done = 2 * earlier as u64;
        let bar = if json { ProgressBar::hidden() } else { ProgressBar::new(all) };
        bar.set_style(progress::style("{bar:20} {pos}/{len} games, {per_sec}, {eta} left  {msg}"));
        bar.set_position(done);
        bar.reset_eta();
        let left = all.saturating_sub(done);
        Self { spsa, json, bar, started: Instant::now(), games: 0, left }
    }

    pub(crate) fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Pair(record) => {
                self.games += record.games.len() as u64;
                self.bar.inc(record.games.len() as u64);
                self.complain(record);
            }
            Event::Iteration(step) if self.json => say_line!("{}", self.json_of(step)),
            Event::Iteration(step) if self.bar.is_hidden() => {
                if step.iteration.is_multiple_of(LINE_EVERY) {
                    eprintln!("{}", self.line(step));
                }
            }
            Event::Iteration(step) => self.bar.set_message(self.movers(step)),
        }
    }

    /// What a player did wrong is said at once: a value at which the search breaks down must not
    /// pass for a weak one.
    fn complain(&self, record: &EncounterRecord) {
        for (white, game) in &record.games {
            if let Ending::Fault { by, fault } = &game.ending {
                let is_first = (*by == Color::White) == (*white == record.encounter.first);
                let name = if is_first { "plus" } else { "minus" };
                let pair = record.encounter.number + 1;
                self.bar.suspend(|| eprintln!("pair {pair}: {name} {fault}"));
            }
        }
    }

    fn line(&self, step: &Step) -> String {
        let rate = self.games as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let seconds = self.left.saturating_sub(self.games) as f64 / rate.max(1e-3);
        let time_left = HumanDuration(Duration::from_secs_f64(seconds));
        format!(
            "iteration {} of {}, {rate:.1} games/s, {time_left} left: {}",
            step.iteration,
            self.spsa.schedule.iterations,
            self.movers(step)
        )
    }

    /// The parameters that have gone furthest, in their own units of distance.
    fn movers(&self, step: &Step) -> String {
        let mut rows: Vec<(f64, &str, f64)> = self
            .spsa
            .tunables
            .iter()
            .zip(&step.values)
            .map(|(start, value)| ((value - start.value) / start.c_end, &*start.name, *value))
            .collect();
        rows.sort_by(|one, two| two.0.abs().total_cmp(&one.0.abs()));
        let word =
            |(way, name, value): &(f64, &str, f64)| format!("{name} {value:.1} ({way:+.2} c)");
        rows.iter().take(NAMED).map(word).collect::<Vec<_>>().join(", ")
    }

    fn json_of(&self, step: &Step) -> serde_json::Value {
        let names = self.spsa.tunables.iter().map(|tunable| tunable.name.clone());
        let values: serde_json::Map<_, _> =
            names.zip(step.values.iter().map(|value| json!(value))).collect();
        json!({
            "event": "iteration", "iteration": step.iteration, "wins": step.score.wins,
            "losses": step.score.losses, "draws": step.score.draws, "values": values,
        })
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The result in the forms in which it is needed next.
pub(crate) fn conclude(spsa: &Spsa, report: &SpsaReport<'_>, json: bool) {
    let tuner = &report.course.tuner;
    let found = tuner.result();
    if json {
        let rows: Vec<_> = spsa
            .tunables
            .iter()
            .zip(&found)
            .zip(tuner.values())
            .map(|((start, found), value)| {
                json!({ "name": start.name, "start": start.value, "found": found.value,
                        "value": value })
            })
            .collect();
        let object = json!({
            "event": "result", "iterations": tuner.iterations(),
            "games": report.course.games(), "complete": tuner.is_finished(),
            "parameters": rows, "options": report.options(),
        });
        say_line!("{object}");
        return;
    }
    if !tuner.is_finished() {
        say_line!("\nInterrupted; the same command goes on.");
    }
    say_line!("\nLines for OpenBench, and for --lines:");
    for tunable in &found {
        say_line!("{tunable}");
    }
    say_line!("\nFor UCI:");
    for tunable in &found {
        say_line!("setoption name {} value {}", tunable.name, tunable.show(tunable.value));
    }
    say_line!("\nFor a test against the values of the start:");
    let player = match &spsa.player.kind {
        PlayerKind::Inside => "ferz".to_owned(),
        PlayerKind::Process { program, .. } => format!("cmd={}", program.display()),
    };
    say_line!("ferz sprt --new {player} {} --old {player}", report.options());
}
