//! `ferz tune spsa`: parameters of the search, found by games.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Args;
use ferz_lab::tune::spsa::{
    Course, Schedule, Spsa, SpsaReport, Tunable, apply_to_source, choose, read_lines,
};
use ferz_lab::{Forget, Group, Limit, Manifest, PlayerSpec, Store, TimeControl};

use crate::ablate::careful_rules;
use crate::cli::{parse_share, parse_threads};
use crate::ebf::parse_hash;
use crate::interrupt;
use crate::match_args::group;
use crate::opening_args::OpeningArgs;
use crate::output::say_line;
use crate::report_files::ReportArgs;
use crate::study_run::StoreArgs;
use crate::tune_spsa_teller::{Teller, announce, conclude};

/// Short enough for ten thousand games in an evening, long enough for every technique to count.
const DEFAULT_NODES: u64 = 1500;

#[derive(Args)]
pub(crate) struct SpsaArgs {
    /// Parameters of the search: names, or beginnings of names such as lmr_ (`ferz spsa` lists them)
    #[arg(
        long,
        value_name = "NAME,NAME…",
        value_delimiter = ',',
        required_unless_present = "lines",
        conflicts_with = "lines"
    )]
    params: Vec<String>,
    /// Parameters as OpenBench's lines: name, int|float, value, min, max, c_end, r_end
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// How far a parameter of --params goes at the end for each game won more than lost, in units of c_end
    #[arg(long, default_value_t = 0.002, value_name = "R", value_parser = parse_gain, conflicts_with = "lines")]
    r_end: f64,
    /// How many steps are made
    #[arg(long, default_value_t = Schedule::default().iterations, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// How many pairs of games decide about each step
    #[arg(long, default_value_t = Schedule::default().pairs, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// How fast the steps become smaller
    #[arg(long, default_value_t = Schedule::default().alpha, value_name = "X", value_parser = parse_share)]
    alpha: f64,
    /// How fast the two sides come nearer to each other
    #[arg(long, default_value_t = Schedule::default().gamma, value_name = "X", value_parser = parse_share)]
    gamma: f64,
    /// What damps the first steps, as a share of all iterations
    #[arg(long, default_value_t = Schedule::default().a_ratio, value_name = "SHARE", value_parser = parse_share)]
    a_ratio: f64,
    /// Who is tuned: keys as in `ferz match --engine`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., default_value = "ferz")]
    player: Vec<String>,
    /// Nodes of each move; 1500 if nothing else limits the player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "tc")]
    nodes: Option<u64>,
    /// A clock for each player, such as 1+0.01
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Megabytes of each player's table
    #[arg(long, default_value_t = 8, value_name = "MB", value_parser = parse_hash)]
    hash: usize,
    #[command(flatten)]
    start: OpeningArgs,
    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = parse_threads)]
    concurrency: NonZeroUsize,
    /// Write the parameters with the values that were found here, as lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Put the values into this source file at the end: crates/search/src/params.rs
    #[arg(long, value_name = "FILE")]
    apply: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    files: ReportArgs,
    /// Print JSON, one object to an iteration and one at the end
    #[arg(long)]
    json: bool,
}

fn parse_gain(text: &str) -> Result<f64, String> {
    let gain = text.parse().ok().filter(|gain| *gain > 0.0 && f64::is_finite(*gain));
    gain.ok_or_else(|| "expected a number above 0".to_owned())
}

impl SpsaArgs {
    fn tunables(&self) -> anyhow::Result<Vec<Tunable>> {
        let Some(file) = &self.lines else { return Ok(choose(&self.params, self.r_end)?) };
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        read_lines(&text).with_context(|| name.to_string())
    }

    fn player(&self) -> anyhow::Result<PlayerSpec> {
        let mut usual = vec![format!("option.Hash={}", self.hash)];
        usual.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        usual.extend(self.tc.map(|tc| format!("tc={tc}")));
        let usual = Group::from_words(usual.iter().map(String::as_str));
        let mut spec = PlayerSpec::from_group(&group(&self.player).over(&usual))?;
        if spec.limit.is_unlimited() {
            spec.limit = Limit { nodes: Some(DEFAULT_NODES), ..Limit::default() };
        }
        Ok(spec)
    }

    fn spsa(&self) -> anyhow::Result<Spsa> {
        let Self { iterations, pairs, alpha, gamma, a_ratio, .. } = *self;
        Ok(Spsa {
            player: self.player()?,
            tunables: self.tunables()?,
            schedule: Schedule { iterations, pairs, alpha, gamma, a_ratio },
            seed: self.start.srand,
            book: self.start.book()?,
            rules: careful_rules(),
            concurrency: self.concurrency,
        })
    }

    /// What cannot be written should be known before hours of games, not after.
    fn check_files(&self, spsa: &Spsa) -> anyhow::Result<()> {
        self.files.check()?;
        if let Some(path) = &self.out {
            let file = fs::File::options().create(true).append(true).open(path);
            file.with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.apply.as_deref().map_or(Ok(()), |path| applied(path, &spsa.tunables).map(drop))
    }

    fn conditions(&self, spsa: &Spsa) -> anyhow::Result<String> {
        let book = self.start.spec()?;
        let book = book.file.file_name().unwrap_or_default().to_string_lossy();
        let Schedule { iterations, pairs, alpha, gamma, a_ratio } = spsa.schedule;
        Ok(format!(
            "{iterations} iterations of {pairs} pairs of games, {}, colours swapped on each opening \
             of {book} (seed {}). Alpha {alpha}, gamma {gamma}, A {a_ratio} of the iterations. Games \
             end early when both players see more than ten pawns for one of them in four moves, or \
             less than a tenth of a pawn in eight moves after move 40, or at move 200.",
            spsa.player.limit, spsa.seed
        ))
    }
}

/// The source file with these values in it.
fn applied(path: &Path, found: &[Tunable]) -> anyhow::Result<String> {
    let name = path.display();
    let source = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    apply_to_source(&source, found).with_context(|| name.to_string())
}

/// Status 0 if all iterations are done, 1 if the user stopped before.
pub(crate) fn run(args: &SpsaArgs) -> anyhow::Result<ExitCode> {
    let spsa = args.spsa()?;
    let titles = spsa.check()?;
    args.check_files(&spsa)?;
    let stop = interrupt::flag()?;
    let course = play(args, &spsa, &titles, &stop)?;
    let is_finished = course.tuner.is_finished();
    let conditions = args.conditions(&spsa)?;
    let report = SpsaReport { conditions: &conditions, start: &spsa.tunables, course: &course };
    args.files.write(&report.report(), args.json)?;
    conclude(&spsa, &report, args.json);
    write_results(args, &course)?;
    Ok(if is_finished { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play(
    args: &SpsaArgs,
    spsa: &Spsa,
    titles: &[String],
    stop: &AtomicBool,
) -> anyhow::Result<Course> {
    if args.store.no_store {
        let mut teller = Teller::new(spsa, args.json, 0);
        let course = spsa.run(BTreeMap::new(), &mut Forget, stop, &mut |event| teller.tell(event));
        teller.finish();
        return Ok(course?);
    }
    let book = args.start.spec()?;
    let mut manifest = Manifest::new("spsa", &spsa.contest(), titles, Some(&book), None, spsa.seed);
    manifest.tuning = spsa.to_string();
    let identity = manifest.identity(Some(spsa.seed));
    let mut store = Store::open(&args.store.store)?;
    let known = if args.store.fresh { None } else { store.find(&identity)? };
    let run = match known {
        Some(run) => run.id,
        None => store.create(&identity, &manifest)?,
    };
    let earlier = store.results(run)?;
    announce(run, spsa.seed, earlier.len(), args.json);
    let mut teller = Teller::new(spsa, args.json, earlier.len());
    let course = spsa.run(earlier, &mut store.keeper(run), stop, &mut |event| teller.tell(event));
    teller.finish();
    let course = course?;
    store.set_outcome(run, course.tuner.is_finished().then_some("complete"))?;
    Ok(course)
}

/// Writes the lines that were found, and the source if the run has come to its end.
fn write_results(args: &SpsaArgs, course: &Course) -> anyhow::Result<()> {
    let found = course.tuner.result();
    if let Some(path) = &args.out {
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        fs::write(path, lines.join("\n") + "\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.apply {
        if course.tuner.is_finished() {
            fs::write(path, applied(path, &found)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        } else if !args.json {
            say_line!("{} is as it was: the run has not come to its end", path.display());
        }
    }
    Ok(())
}
