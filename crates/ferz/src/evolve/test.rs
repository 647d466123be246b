//! The final test of agents (figure 4 of the document).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use ferz_engine::{Agent, EvalFile, load_eval_file};
use ferz_eval::evolved::ChromosomeKind;
use ferz_lab::evolve::{
    Exam, ExamRow, FirstTables, MemoryChronicle, exam_report, random_chromosome,
};
use ferz_lab::{Random, Store};
use indicatif::ProgressBar;
use serde_json::json;

use super::games::GameArgs;
use super::processors;
use crate::cli::parse_threads;
use crate::interrupt;
use crate::output::say_line;
use crate::progress::style;
use crate::report_files::ReportArgs;
use crate::study_run::StoreArgs;

#[derive(Args)]
pub(super) struct TestArgs {
    /// Agents that were evolved
    #[arg(value_name = "AGENT.json")]
    agents: Vec<PathBuf>,
    /// Leave out the random agent
    #[arg(long)]
    no_random: bool,
    /// Leave out the agents with the original tables
    #[arg(long)]
    no_original_tables: bool,
    /// Games of each agent, in pairs with colours exchanged
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    play: GameArgs,
    /// Another seed gives other positions and another random agent
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// How many games are played at once; nothing else depends on it
    #[arg(long, default_value_t = processors(), value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print JSON, one object to an agent
    #[arg(long)]
    json: bool,
}

impl TestArgs {
    fn exam(&self) -> anyhow::Result<Exam> {
        let mut agents = Vec::new();
        if !self.no_random {
            let mut random = Random::new(self.seed);
            let chromosome =
                random_chromosome(ChromosomeKind::Flat, FirstTables::Random, &mut random);
            agents.push(Agent { name: "random".to_owned(), chromosome });
        }
        for file in &self.agents {
            let agent = read_agent(file)?;
            let restored = agent.chromosome.with_original_tables();
            let (name, differs) = (agent.name.clone(), restored != agent.chromosome);
            agents.push(agent);
            if differs && !self.no_original_tables {
                let name = format!("{name}, original tables");
                agents.push(Agent { name, chromosome: restored });
            }
        }
        anyhow::ensure!(!agents.is_empty(), "there is no agent to test");
        let games = self.play.measure(2, self.seed)?;
        let pairs = self.games.div_ceil(2);
        Ok(Exam { agents, pairs, games, seed: self.seed, concurrency: self.concurrency })
    }
}

/// The agent of a file.
fn read_agent(file: &Path) -> anyhow::Result<Agent> {
    let name = file.display();
    match load_eval_file(file).with_context(|| name.to_string())? {
        EvalFile::Agent(agent) => Ok(agent.as_ref().clone()),
        EvalFile::Network(_) => anyhow::bail!("{name} is a network and no agent"),
    }
}

/// Status 1 if it was stopped before the last game.
pub(super) fn run(args: &TestArgs) -> anyhow::Result<ExitCode> {
    let exam = args.exam()?;
    args.files.check()?;
    let stop = interrupt::flag()?;
    let start = Instant::now();
    let bar =
        if args.json { ProgressBar::hidden() } else { ProgressBar::new(u64::from(exam.len())) };
    bar.set_style(style("{wide_bar} {pos}/{len} pairs, {eta} left  {msg}"));
    let mut games = 0;
    let mut watch = |agent: &Agent, outcome: &ferz_lab::evolve::Outcome| {
        games += outcome.games.games();
        bar.inc(1);
        bar.set_message(format!("{}: {:.0}", agent.name, outcome.fitness));
    };
    let rows = if args.store.no_store {
        exam.run(&mut MemoryChronicle::default(), &stop, &mut watch)?
    } else {
        let store = Store::open(&args.store.store)?;
        let opponent = &exam.games.opponent;
        let id =
            store.begin_evolution("evolve test", &what(&exam), &[opponent], args.store.fresh)?;
        exam.run(&mut store.chronicle(id), &stop, &mut watch)?
    };
    bar.finish_and_clear();
    args.files.write(&exam_report(&exam, &rows), args.json)?;
    let seconds = start.elapsed().as_secs_f64();
    let per_hour = games as f64 / seconds.max(1e-3) * 3600.0;
    if args.json {
        for row in &rows {
            say_line!("{}", row_json(row));
        }
        let object = json!({
            "event": "end", "games": games, "seconds": seconds, "games_per_hour": per_hour,
        });
        say_line!("{object}");
    } else {
        say_line!("{games} games in {seconds:.0} s: {per_hour:.0} games an hour");
    }
    let is_complete = rows.iter().all(|row| row.score.pairs.pairs() == u64::from(exam.pairs));
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Everything that decides about the games but their number: a longer test goes on with a shorter.
fn what(exam: &Exam) -> String {
    let agents = exam.agents.iter().map(Agent::to_json).collect::<Vec<_>>();
    format!("{}\nseed={}\n{}", exam.games, exam.seed, agents.join("\n"))
}

fn row_json(row: &ExamRow) -> serde_json::Value {
    let games = row.score.games;
    json!({
        "event": "agent", "name": row.name, "games": games.games(), "wins": games.wins,
        "draws": games.draws, "losses": games.losses, "score": row.score.share(),
        "pairs": row.score.pairs.0, "fitness": row.fitness,
    })
}
