//! `ferz rate`: a rating, from games against opponents whose ratings are known.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use ferz_lab::studies::{Rung, UciEloScale, estimate_rating, strength_report};
use ferz_lab::{Contest, Format, Group, Progress};
use serde_json::json;

use crate::match_args::{ContestArgs, Engines, group};
use crate::match_run::{self, Plan, Played};
use crate::output::say_line;
use crate::report_files::ReportArgs;
use crate::stats::Anchor;

#[derive(Args)]
pub(crate) struct RateArgs {
    /// The player to be rated; keys as in `ferz match --engine`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., default_value = "ferz")]
    player: Vec<String>,
    /// An engine whose strength UCI_LimitStrength and UCI_Elo set, such as Stockfish
    #[arg(long, value_name = "PATH")]
    stockfish: Option<PathBuf>,
    /// A strength for it; may be given again
    #[arg(long, value_name = "ELO", default_value = "2000", requires = "stockfish")]
    elo: Vec<u32>,
    /// It is a Stockfish up to 15.1: rate it by what version 16 calls a player of the same skill
    #[arg(long, requires = "stockfish")]
    old_scale: bool,
    #[command(flatten)]
    engines: Engines,
    /// The rating of an opponent that was given with --engine; may be given again
    #[arg(long, value_name = "NAME=ELO")]
    rating: Vec<Anchor>,
    #[command(flatten)]
    contest: ContestArgs,
    /// How many openings are played against each opponent
    #[arg(long, default_value = "100", value_name = "N")]
    rounds: u32,
    #[command(flatten)]
    files: ReportArgs,
}

impl RateArgs {
    fn scale(&self) -> UciEloScale {
        if self.old_scale { UciEloScale::Of2019 } else { UciEloScale::Of2023 }
    }

    /// The opponents with their ratings, the limited ones first.
    fn opponents(&self) -> Vec<(Group, Option<f64>)> {
        let limited = self.stockfish.iter().flat_map(|path| {
            self.elo.iter().map(move |elo| {
                let words = [
                    format!("cmd={}", path.display()),
                    format!("name=limited-{elo}"),
                    "option.UCI_LimitStrength=true".to_owned(),
                    format!("option.UCI_Elo={elo}"),
                ];
                (group(&words), Some(self.scale().in_2023(f64::from(*elo))))
            })
        });
        let others = self.engines.0.iter().map(|group| (group.clone(), None));
        limited.chain(others).collect()
    }

    /// Makes sure before the first game that every rating belongs to somebody.
    fn check_ratings(&self, engines: &[Group]) -> anyhow::Result<()> {
        let format = Format::Gauntlet { seeds: 1 };
        let names = self.contest.contest(engines, format, self.rounds, 1)?.names();
        for anchor in &self.rating {
            let is_known = names.contains(&anchor.name);
            anyhow::ensure!(is_known, "no opponent is called \"{}\"", anchor.name);
        }
        Ok(())
    }

    fn conditions(&self, contest: &Contest) -> String {
        let limits: Vec<String> =
            contest.players.iter().map(|p| format!("{} {}", p.name, p.limit)).collect();
        format!(
            "{} pairs of games against each opponent, colours swapped on each opening. Limits: {}.",
            self.rounds,
            limits.join("; ")
        )
    }
}

pub(crate) fn run(args: &RateArgs) -> anyhow::Result<ExitCode> {
    let opponents = args.opponents();
    anyhow::ensure!(!opponents.is_empty(), "no opponent: give --stockfish PATH or --engine");
    let mut engines = vec![group(&args.player)];
    engines.extend(opponents.iter().map(|(group, _)| group.clone()));
    args.check_ratings(&engines)?;
    args.files.check()?;
    let Played { trial, progress } = match_run::run(&Plan {
        kind: "rate",
        engines: &engines,
        format: Format::Gauntlet { seeds: 1 },
        rounds: args.rounds,
        sprt: None,
        args: &args.contest,
    })?;
    let name = trial.contest.players[0].name.clone();
    let rungs = rungs(args, &trial.contest, &opponents, &progress);
    let report = strength_report(&name, &rungs, &args.conditions(&trial.contest));
    args.files.write(&report, args.contest.json)?;
    say(&name, &rungs, args.contest.json);
    Ok(if progress.is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn rungs(
    args: &RateArgs,
    contest: &Contest,
    opponents: &[(Group, Option<f64>)],
    progress: &Progress,
) -> Vec<Rung> {
    let row = |(index, (_, elo)): (usize, &(Group, Option<f64>))| {
        let name = &contest.players[index + 1].name;
        let given = args.rating.iter().find(|anchor| anchor.name == *name);
        let rating = given.map(|anchor| anchor.elo).or(*elo);
        Rung { name: name.clone(), rating, score: progress.standings.between(0, index + 1) }
    };
    opponents.iter().enumerate().map(row).collect()
}

fn say(name: &str, rungs: &[Rung], json: bool) {
    let estimate = estimate_rating(rungs);
    if json {
        let rows: Vec<_> = rungs
            .iter()
            .map(|rung| {
                let elo = rung.score.elo();
                json!({
                    "opponent": rung.name, "rating": rung.rating, "penta": rung.score.pairs.0,
                    "games": rung.score.games.games(), "elo": elo.value, "low": elo.low,
                    "high": elo.high,
                })
            })
            .collect();
        let elo =
            estimate.map(|elo| json!({ "value": elo.value, "low": elo.low, "high": elo.high }));
        say_line!("{}", json!({ "player": name, "rating": elo, "opponents": rows }));
        return;
    }
    match estimate {
        Some(elo) => say_line!("{name}: {elo:.0}"),
        None => say_line!("{name}: no opponent has a known rating"),
    }
}
