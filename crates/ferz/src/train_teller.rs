//! What a training tells while it runs and when it is done.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use ferz_eval::nnue::Network;
use ferz_lab::train::{
    Dataset, Epoch, Event, Progress, QuantisationError, Trainer, loss_chart, training_report,
};
use indicatif::ProgressBar;
use serde_json::json;

use crate::output::say_line;

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_mins(1);

/// What a training came to.
pub(crate) struct Outcome {
    pub(crate) network: Network,
    pub(crate) rounding: QuantisationError,
    pub(crate) path: PathBuf,
}

/// Shows progress: a line that renews itself on a terminal, now and then a new line elsewhere, and
/// one that stays for each epoch.
pub(crate) struct Teller {
    json: bool,
    bar: ProgressBar,
    is_terminal: bool,
    last: Instant,
    progress: Option<Progress>,
}

impl Teller {
    pub(crate) fn new(json: bool) -> Self {
        Self {
            json,
            bar: ProgressBar::new_spinner(),
            is_terminal: stderr().is_terminal(),
            last: Instant::now(),
            progress: None,
        }
    }

    pub(crate) fn loaded(&self, data: &Dataset, time: Duration) {
        if !self.json {
            say_line!(
                "{} positions to learn from, {} to check with, of {} games; {} MB, {:.1} s",
                data.training.len(),
                data.validation.len(),
                data.games,
                data.bytes() >> 20,
                time.as_secs_f64()
            );
        }
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        match event {
            Event::Batch(progress) => self.batch(progress),
            Event::Epoch(epoch) if !self.json => {
                self.bar.suspend(|| say_line!("{}", describe(epoch, self.progress.as_ref())));
            }
            Event::Epoch(_) => {}
        }
    }

    fn batch(&mut self, progress: &Progress) {
        self.progress = Some(*progress);
        if self.is_terminal {
            self.bar.set_message(line(progress));
            self.bar.tick();
        } else if self.last.elapsed() >= LINE_EVERY {
            self.last = Instant::now();
            eprintln!("{}", line(progress));
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    pub(crate) fn outcome(&self, trainer: &Trainer<'_>, outcome: &Outcome) {
        let Outcome { network, rounding, path } = outcome;
        if self.json {
            let epochs: Vec<_> = trainer.curve().iter().map(epoch_json).collect();
            let object = json!({
                "network": network.id(), "file": path, "finished": trainer.is_finished(),
                "epochs": epochs,
                "positions_per_second": self.progress.map(|progress| progress.rate()),
                "seconds": self.progress.map(|progress| progress.time.as_secs_f64()),
                "rounding": {
                    "positions": rounding.positions, "mean": rounding.mean, "max": rounding.max,
                },
            });
            say_line!("{object}");
        } else {
            say_line!(
                "rounding changes a value by {:.2} centipawns on average, {:.1} at most, on {} \
                 positions",
                rounding.mean,
                rounding.max,
                rounding.positions
            );
            say_line!("wrote {}: {network}", path.display());
        }
    }
}

/// Where a training stands in one line.
fn line(progress: &Progress) -> String {
    format!(
        "epoch {} of {}: error {:.6}, {:.0} positions/s, {} left",
        progress.epoch,
        progress.epochs,
        progress.loss,
        progress.rate(),
        duration(progress.time_left())
    )
}

fn describe(epoch: &Epoch, progress: Option<&Progress>) -> String {
    let unseen = epoch.validation.map_or(String::new(), |errors| {
        let (blend, score, result) = (errors.blend, errors.score, errors.result);
        format!(", on unseen games {blend:.6} (scores {score:.6}, results {result:.6})")
    });
    let speed = progress.map_or(String::new(), |progress| {
        let left = duration(progress.time_left());
        format!(", {:.0} positions/s, {left} left", progress.rate())
    });
    format!("epoch {:>3}: error {:.6}{unseen}{speed}", epoch.number, epoch.training)
}

/// Hours, minutes and seconds.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn epoch_json(epoch: &Epoch) -> serde_json::Value {
    json!({
        "number": epoch.number, "training": epoch.training,
        "validation": epoch.validation.map(|errors| errors.blend),
        "validation_score": epoch.validation.map(|errors| errors.score),
        "validation_result": epoch.validation.map(|errors| errors.result),
        "lr": epoch.rate, "wdl": epoch.share,
    })
}

/// Writes the curves as a page, or the plot alone.
pub(crate) fn write_report(
    path: &Path,
    trainer: &Trainer<'_>,
    network: &Network,
    rounding: &QuantisationError,
) -> anyhow::Result<()> {
    let is_plot = path.extension().is_some_and(|found| found.eq_ignore_ascii_case("svg"));
    let text = if is_plot {
        loss_chart(trainer.curve()).to_string()
    } else {
        training_report(trainer, network, rounding).html().to_string()
    };
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
