//! The matches of `ferz speedup --elo`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use ferz_lab::studies::{MatchResult, Team, TeamMatch, team_matches};
use ferz_lab::{Contest, Format, Games, Limit, TimeControl, Trial};
use serde_json::json;

use crate::ablate::careful_rules;
use crate::cli::parse_threads;
use crate::opening_args::OpeningArgs;
use crate::output::say_line;
use crate::study_run::{self, Part, StoreArgs};

#[derive(Args)]
pub(crate) struct GameArgs {
    /// Play matches as well: every team against one thread, and the algorithms against each other
    #[arg(long)]
    elo: bool,
    /// Games of each match
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// The clock of each player
    #[arg(long, default_value = "8+0.08", value_name = "TC")]
    tc: TimeControl,
    #[command(flatten)]
    start: OpeningArgs,
    /// How many games are played at once: every thread of theirs should have a processor
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
}

/// A match that is to be played.
pub(crate) struct Planned {
    pair: TeamMatch,
    trial: Trial,
}

impl GameArgs {
    /// The matches of these teams; none if none are asked for.
    pub(crate) fn matches(&self, teams: &[Team], hash: usize) -> anyhow::Result<Vec<Planned>> {
        if !self.elo {
            return Ok(Vec::new());
        }
        let plan = |pair: TeamMatch| {
            let trial = Trial { contest: self.contest(&pair, hash)?, sprt: None };
            Ok(Planned { pair, trial })
        };
        team_matches(teams).into_iter().map(plan).collect()
    }

    fn contest(&self, pair: &TeamMatch, hash: usize) -> anyhow::Result<Contest> {
        let limit = Limit { clock: Some(self.tc), ..Limit::default() };
        Ok(Contest {
            players: pair.players(limit, hash),
            format: Format::RoundRobin,
            rounds: self.games.div_ceil(2),
            games: Games::Pair,
            book: self.start.book()?,
            rules: careful_rules(),
            chess960: false,
            concurrency: self.concurrency,
            affinity: false,
        })
    }

    /// How the matches are played, if there are any.
    pub(crate) fn conditions(&self) -> Option<String> {
        self.elo.then(|| {
            format!(
                "Matches: {} games each, clock {}, {} at once, colours swapped on each opening \
                 (seed {}). The thesis: three minutes for each game, against four other engines.",
                self.games, self.tc, self.concurrency, self.start.srand
            )
        })
    }

    /// Plays what is left of the matches, tells of each, and gives those that have games.
    pub(crate) fn play(
        &self,
        matches: &[Planned],
        store: &StoreArgs,
        stop: &AtomicBool,
        json: bool,
    ) -> anyhow::Result<Vec<MatchResult>> {
        let mut results = Vec::new();
        for Planned { pair, trial } in matches {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let name = format!("{} against {}", pair.first, pair.second);
            let (book, seed) = (self.start.spec()?, self.start.srand);
            let part = Part { kind: "speedup", name: &name, trial, book: Some(&book), seed };
            let (progress, _) = part.play(store, stop)?;
            let score = progress.standings.between(0, 1);
            if score.games.games() > 0 {
                let faults = progress.standings.players.iter().map(|player| player.faults.total());
                results.push(MatchResult { pair: *pair, score, faults: faults.sum() });
                tell(&name, &results[results.len() - 1], json);
            }
        }
        Ok(results)
    }
}

fn tell(name: &str, MatchResult { pair, score, faults }: &MatchResult, json: bool) {
    if !json {
        return say_line!("{name}: {}, {faults} faults", study_run::line(score, None));
    }
    let elo = score.elo();
    let object = json!({
        "event": "match", "first": pair.first.to_string(), "second": pair.second.to_string(),
        "games": score.games.games(), "penta": score.pairs.0, "elo": elo.value, "low": elo.low,
        "high": elo.high, "faults": faults,
    });
    say_line!("{object}");
}
