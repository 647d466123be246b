//! `ferz stats`: what the laboratory concludes from counts, for counts from anywhere.

mod ratings;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use ferz_lab::Random;
use ferz_lab::stats::{
    Elo, Model, PairModel, Penta, Results, Sample, Sprt, SprtError, Trinomial, Verdict, simulate,
};
use serde_json::json;

use crate::output::say_line;

pub(crate) use ratings::Anchor;

#[derive(Args)]
pub(crate) struct StatsArgs {
    #[command(subcommand)]
    command: StatsCommand,
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum StatsCommand {
    /// Elo, normalised Elo and likelihood of superiority of a result
    Elo(CountArgs),
    /// The log-likelihood ratio of a result and what a sequential test makes of it
    Sprt {
        #[command(flatten)]
        counts: CountArgs,
        #[command(flatten)]
        sprt: SprtArgs,
    },
    /// How many games a sequential test will take, for a range of true differences
    Plan {
        #[command(flatten)]
        sprt: SprtArgs,
        /// The share of games that are drawn; it matters for logistic bounds alone
        #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
        draws: f64,
    },
    /// Roll sequential tests of a known true difference and count how they end
    Simulate {
        #[command(flatten)]
        sprt: SprtArgs,
        /// The true difference, in Elo of the model
        #[arg(long, allow_negative_numbers = true)]
        elo: f64,
        /// The share of games that are drawn
        #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
        draws: f64,
        /// How many tests
        #[arg(long, default_value_t = 1000)]
        runs: u64,
        /// Another seed gives other games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Ratings of all players of PGN files
    Ratings {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The player whose rating is known, and the rating
        #[arg(long, value_name = "NAME=ELO")]
        anchor: Option<Anchor>,
    },
}

#[derive(Args)]
struct CountArgs {
    /// Pairs by points: 0, ½, 1, 1½ and 2
    #[arg(long, value_name = "A,B,C,D,E", conflicts_with_all = ["wins", "draws", "losses"])]
    penta: Option<Penta>,
    /// Games won
    #[arg(long, value_name = "N", required_unless_present_any = ["penta", "losses"])]
    wins: Option<u32>,
    /// Games drawn
    #[arg(long, value_name = "N")]
    draws: Option<u32>,
    /// Games lost
    #[arg(long, value_name = "N")]
    losses: Option<u32>,
}

impl CountArgs {
    fn sample(&self) -> Sample {
        let count = |count: Option<u32>| u64::from(count.unwrap_or_default());
        let (losses, draws, wins) = (count(self.losses), count(self.draws), count(self.wins));
        match self.penta {
            Some(penta) => penta.sample(),
            None => Trinomial { losses, draws, wins }.sample(),
        }
    }
}

/// The bounds of a sequential test.
#[derive(Args, Clone)]
pub(crate) struct SprtArgs {
    /// The difference of the null hypothesis
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true, value_name = "ELO")]
    elo0: f64,
    /// The difference of the alternative
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true, value_name = "ELO")]
    elo1: f64,
    /// How often the alternative may be accepted wrongly
    #[arg(long, default_value_t = 0.05, value_name = "SHARE")]
    alpha: f64,
    /// How often the null hypothesis may be accepted wrongly
    #[arg(long, default_value_t = 0.05, value_name = "SHARE")]
    beta: f64,
    /// What Elo means: "normalized" or "logistic"
    #[arg(long, default_value_t = Model::Normalized)]
    model: Model,
}

impl SprtArgs {
    /// The test they ask for.
    pub(crate) fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model)
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to below 1".to_owned())
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        StatsCommand::Elo(counts) => show_elo(&counts.sample(), args.json),
        StatsCommand::Sprt { counts, sprt } => {
            show_sprt(&counts.sample(), &sprt.sprt()?, args.json);
        }
        StatsCommand::Plan { sprt, draws } => show_plan(&sprt.sprt()?, *draws, args.json),
        StatsCommand::Simulate { sprt, elo, draws, runs, seed } => {
            let sprt = sprt.sprt()?;
            show_simulation(&sprt, &true_model(&sprt, *elo, *draws), *runs, *seed, args.json);
        }
        StatsCommand::Ratings { files, anchor } => ratings::run(files, anchor.as_ref(), args.json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// JSON has no infinity; an end that is not known is null.
fn elo_json(elo: &Elo) -> serde_json::Value {
    json!({ "value": elo.value, "low": elo.low, "high": elo.high })
}

fn show_elo(sample: &Sample, json: bool) {
    let (elo, normalized) = (sample.elo(), sample.normalized_elo());
    let games = sample.len() * sample.games_per_unit();
    if json {
        let object = json!({
            "games": games as u64, "score": sample.score(), "elo": elo_json(&elo),
            "normalized_elo": elo_json(&normalized), "los": sample.los(),
        });
        say_line!("{object}");
        return;
    }
    say_line!("games           {games}");
    say_line!("score           {:.2} %", 100.0 * sample.score());
    say_line!("Elo             {elo}");
    say_line!("normalised Elo  {normalized}");
    say_line!("LOS             {:.2} %", 100.0 * sample.los());
}

fn show_sprt(sample: &Sample, sprt: &Sprt, json: bool) {
    let (llr, (low, high), verdict) = (sprt.llr(sample), sprt.bounds(), sprt.verdict(sample));
    if json {
        let object = json!({
            "llr": llr, "low": low, "high": high, "elo0": sprt.elo0(), "elo1": sprt.elo1(),
            "model": sprt.model().to_string(), "verdict": verdict.to_string(),
        });
        say_line!("{object}");
        return;
    }
    let (elo0, elo1, model) = (sprt.elo0(), sprt.elo1(), sprt.model());
    say_line!("LLR {llr:.4} ({low:.4}, {high:.4}) [{elo0:.2}, {elo1:.2}] {model}");
    say_line!("{verdict}");
}

fn show_plan(sprt: &Sprt, draws: f64, json: bool) {
    let deviation = PairModel::from_elo(0.0, draws).game_deviation();
    let width = sprt.elo1() - sprt.elo0();
    let rows: Vec<_> = [-1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0]
        .map(|place| sprt.elo0() + place * width)
        .map(|elo| (elo, sprt.forecast(elo, deviation)))
        .into();
    if json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(elo, forecast)| {
                json!({ "elo": elo, "pass": forecast.pass, "games": forecast.games.round() })
            })
            .collect();
        say_line!("{}", json!({ "rows": rows }));
        return;
    }
    say_line!("true Elo   accepted   games on average");
    for (elo, forecast) in rows {
        say_line!("{elo:8.2}   {:6.2} %   {:10.0}", 100.0 * forecast.pass, forecast.games);
    }
}

fn true_model(sprt: &Sprt, elo: f64, draws: f64) -> PairModel {
    match sprt.model() {
        Model::Normalized => PairModel::from_normalized_elo(elo, draws),
        Model::Logistic => PairModel::from_elo(elo, draws),
    }
}

/// Longer tests are given up: nobody plays them.
const MAX_PAIRS: u64 = 10_000_000;

fn show_simulation(sprt: &Sprt, model: &PairModel, runs: u64, seed: u64, json: bool) {
    let mut seeds = Random::new(seed);
    let (mut accepted, mut rejected, mut games) = (0_u64, 0_u64, 0_u64);
    for _ in 0..runs {
        let (verdict, penta) = simulate(sprt, model, MAX_PAIRS, &mut Random::new(seeds.bits()));
        accepted += u64::from(verdict == Verdict::Accepted);
        rejected += u64::from(verdict == Verdict::Rejected);
        games += penta.games();
    }
    let mean = games as f64 / runs.max(1) as f64;
    if json {
        let object = json!({
            "runs": runs, "accepted": accepted, "rejected": rejected, "games_on_average": mean,
        });
        say_line!("{object}");
        return;
    }
    let share = |count: u64| 100.0 * count as f64 / runs.max(1) as f64;
    say_line!("H1 accepted in {accepted} of {runs} tests ({:.2} %)", share(accepted));
    say_line!("H0 accepted in {rejected} of {runs} tests ({:.2} %)", share(rejected));
    say_line!("{mean:.0} games on average");
}
