//! What is selected for, as the command line says it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use ferz_engine::{EvalFile, Evaluation, Settings, load_eval_file};
use ferz_eval::evolved::Evolved;
use ferz_eval::nnue::Nnue;
use ferz_eval::{Classical, Evaluator, EvaluatorKind, Material};
use ferz_lab::PlayerSpec;
use ferz_lab::evolve::{
    Fitness, FitnessKind, Measure, MentorMeasure, Mixture, MovesMeasure, TacticsMeasure,
};
use ferz_rules::{Epd, Position};

use super::games::GameArgs;
use super::parse_depth;
use crate::suite::read_tasks;

#[derive(Args)]
pub(super) struct FitnessArgs {
    /// What is selected for: games, moves, mentor, tactics, or a mixture such as games=1,moves=2
    #[arg(long, default_value = "games", value_name = "KINDS")]
    fitness: Mixture,
    /// Games of each evaluation: pairs with colours exchanged, the same for a whole generation
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    #[command(flatten)]
    play: GameArgs,
    /// For moves: positions with bm or am
    #[arg(long, value_name = "FILE.epd")]
    labels: Option<PathBuf>,
    /// For moves: how deep the minimax looks
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = parse_depth)]
    label_depth: u32,
    /// For mentor: positions, whose operations do not matter
    #[arg(long, value_name = "FILE.epd")]
    positions: Option<PathBuf>,
    /// For mentor: nnue, classical, evolved or material; without a network nnue is classical
    #[arg(long, default_value_t = EvaluatorKind::Nnue, value_name = "NAME")]
    mentor: EvaluatorKind,
    /// For mentor: a network or an agent from a file
    #[arg(long, value_name = "FILE")]
    mentor_file: Option<PathBuf>,
    /// For tactics: positions with bm or am
    #[arg(long, value_name = "FILE.epd")]
    tactics: Option<PathBuf>,
    /// For tactics: nodes for each position
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// How many positions each generation meets; all if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
}

impl FitnessArgs {
    /// The fitness, with all its files read.
    pub(super) fn fitness(&self, seed: u64) -> anyhow::Result<Fitness> {
        let sample = self.sample.map(|sample| sample as usize);
        let mut parts = Vec::new();
        for &(kind, weight) in &self.fitness.0 {
            let measure = match kind {
                FitnessKind::Games => {
                    Measure::Games(Box::new(self.play.measure(self.games, seed)?))
                }
                FitnessKind::Moves => {
                    let tasks = read_tasks(needed(self.labels.as_deref(), "moves", "labels")?)?;
                    Measure::Moves(MovesMeasure::new(tasks, sample, self.label_depth))
                }
                FitnessKind::Mentor => Measure::Mentor(self.mentor(sample)?),
                FitnessKind::Tactics => {
                    let tasks = read_tasks(needed(self.tactics.as_deref(), "tactics", "tactics")?)?;
                    Measure::Tactics(TacticsMeasure::new(tasks, sample, self.budget))
                }
            };
            parts.push((measure, weight));
        }
        Ok(Fitness { parts, seed })
    }

    fn mentor(&self, sample: Option<usize>) -> anyhow::Result<MentorMeasure> {
        let file = needed(self.positions.as_deref(), "mentor", "positions")?;
        let positions = read_positions(file)?;
        let settings = self.mentor_settings()?;
        let (mut eval, name): (Box<dyn Evaluator>, String) = match settings.evaluation() {
            Evaluation::Network(network) => {
                (Box::new(Nnue::new(Arc::clone(network))), format!("the network {}", network.id()))
            }
            Evaluation::Classical => {
                (Box::new(Classical::default()), "the classical evaluation".to_owned())
            }
            Evaluation::Evolved(agent) => {
                (Box::new(Evolved::new(&agent.chromosome)), format!("the agent {agent}"))
            }
            Evaluation::Material => (Box::new(Material), "the material".to_owned()),
        };
        let mut mentor = |position: &Position| {
            eval.reset(position);
            eval.evaluate(position)
        };
        let measure = MentorMeasure::new(positions, &mut mentor, &name, sample);
        anyhow::ensure!(!measure.is_empty(), "{} has only positions in check", file.display());
        Ok(measure)
    }

    fn mentor_settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings { evaluator: self.mentor, ..Settings::default() };
        if let Some(file) = &self.mentor_file {
            match load_eval_file(file).with_context(|| file.display().to_string())? {
                EvalFile::Network(network) => {
                    (settings.evaluator, settings.network) = (EvaluatorKind::Nnue, Some(network));
                }
                EvalFile::Agent(agent) => {
                    (settings.evaluator, settings.agent) = (EvaluatorKind::Evolved, Some(agent));
                }
            }
        }
        Ok(settings)
    }
}

/// The players that a fitness needs.
pub(super) fn players(fitness: &Fitness) -> Vec<&PlayerSpec> {
    let mut players = Vec::new();
    for (measure, _) in &fitness.parts {
        if let Measure::Games(games) = measure {
            players.push(&games.opponent);
        }
    }
    players
}

fn needed<'a>(file: Option<&'a Path>, kind: &str, option: &str) -> anyhow::Result<&'a Path> {
    file.with_context(|| {
        format!("fitness by {kind} needs a file of positions: --{option} FILE.epd")
    })
}

fn read_positions(file: &Path) -> anyhow::Result<Vec<Position>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(index, line): (usize, &str)| {
        let epd: Result<Epd, _> = line.parse();
        epd.map(|epd| epd.position).with_context(|| format!("{name}, line {}", index + 1))
    };
    let positions: Vec<Position> = lines.map(read).collect::<anyhow::Result<_>>()?;
    anyhow::ensure!(!positions.is_empty(), "{name} has no position");
    Ok(positions)
}
