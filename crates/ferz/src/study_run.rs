//! Plays one of the several trials of a study.

use std::sync::atomic::AtomicBool;

use ferz_lab::stats::{Results, Sprt};
use ferz_lab::studies::{Collector, GameFacts};
use ferz_lab::{Forget, Progress, Score, Trial, llr};

/// How often a running trial says where it stands, in encounters.
const SAY_EVERY: usize = 20;

/// Plays the trial and notes the facts of its games; says where it stands now and then.
pub(crate) fn play(
    name: &str,
    trial: &Trial,
    stop: &AtomicBool,
) -> anyhow::Result<(Progress, Vec<GameFacts>)> {
    let mut keeper = Forget;
    let mut collector = Collector::new(&mut keeper);
    let mut seen = 0_usize;
    let progress = trial.run(&mut collector, stop, &mut |_, progress| {
        seen += 1;
        if seen.is_multiple_of(SAY_EVERY) {
            let first = progress.standings.players[0].score;
            eprintln!("{name}: {}", line(&first, trial.sprt.as_ref()));
        }
    })?;
    Ok((progress, collector.facts))
}

/// A score in one line.
pub(crate) fn line(score: &Score, sprt: Option<&Sprt>) -> String {
    let (games, elo) = (score.games, score.elo());
    let test = sprt.map_or(String::new(), |sprt| format!(", LLR {:.2}", llr(sprt, score)));
    format!("{} games ({games}), {:.1} %, Elo {elo:.1}{test}", games.games(), 100.0 * games.score())
}
