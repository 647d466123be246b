//! What a run is: everything that is needed to repeat it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fmt};

use serde_json::{Value, json};

use crate::book::BookSpec;
use crate::contest::{Contest, Games};
use crate::fingerprint::fingerprint;
use crate::player::{PlayerKind, PlayerSpec};
use crate::stats::Sprt;

/// What makes two runs the same experiment, so that one goes on with the other: everything but
/// the number of rounds and of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// All of it as text.
    pub(super) text: String,
    /// The seed, if the user has chosen one.
    pub seed: Option<u64>,
}

/// A player of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ManifestPlayer {
    /// Its name in the tables.
    pub name: String,
    /// Its limits.
    pub limit: String,
    /// All that was asked for.
    pub spec: String,
    /// What it calls itself.
    pub title: String,
    /// The SHA-256 of its program.
    pub program: String,
}

/// What is written down before the first game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest {
    /// The command, such as `match` or `sprt`.
    pub kind: String,
    /// The command line.
    pub command: Vec<String>,
    /// The players.
    pub players: Vec<ManifestPlayer>,
    /// Who meets whom.
    pub format: String,
    /// How often.
    pub rounds: u32,
    /// How many encounters that makes.
    pub encounters: u32,
    /// Games of an encounter.
    pub games: u32,
    /// The book as it was asked for, empty for the starting position.
    pub book: String,
    /// The SHA-256 of the book.
    pub book_fingerprint: String,
    /// Adjudication.
    pub rules: String,
    /// Whether castling is written in the way of Chess960.
    pub chess960: bool,
    /// The seed.
    pub seed: u64,
    /// The question, empty if there is none.
    pub sprt: String,
    /// What is tuned and how, empty if nothing is.
    pub tuning: String,
    /// Threads.
    pub concurrency: usize,
    /// Processors of the machine.
    pub cores: usize,
    /// The node signature of this program.
    pub bench: Option<u64>,
    /// The version of this program, and the system.
    pub version: String,
}

impl Manifest {
    /// The manifest of a contest; `titles` is what [`Contest::check`] gave.
    pub fn new(
        kind: &str,
        contest: &Contest,
        titles: &[String],
        book: Option<&BookSpec>,
        sprt: Option<&Sprt>,
        seed: u64,
    ) -> Self {
        let player = |(spec, title): (&PlayerSpec, &String)| ManifestPlayer {
            name: spec.name.clone(),
            limit: spec.limit.to_string(),
            spec: spec.to_string(),
            title: title.clone(),
            program: program_fingerprint(&spec.kind),
        };
        Self {
            kind: kind.to_owned(),
            command: env::args().collect(),
            players: contest.players.iter().zip(titles).map(player).collect(),
            format: contest.format.to_string(),
            rounds: contest.rounds,
            encounters: contest.len(),
            games: contest.games_each(),
            book: book.map(ToString::to_string).unwrap_or_default(),
            book_fingerprint: contest.book.fingerprint().to_owned(),
            rules: rules_text(contest),
            chess960: contest.chess960,
            seed,
            sprt: sprt.map(sprt_text).unwrap_or_default(),
            tuning: String::new(),
            concurrency: contest.concurrency.get(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            bench: None,
            version: version(),
        }
    }

    /// What must agree for another run to go on with this one.
    pub fn identity(&self, seed: Option<u64>) -> Identity {
        let mut lines = vec![self.kind.clone()];
        let players = self.players.iter();
        lines.extend(players.map(|player| format!("{} {}", player.spec, player.program)));
        lines.extend([
            self.format.clone(),
            self.games.to_string(),
            self.book.clone(),
            self.book_fingerprint.clone(),
            self.rules.clone(),
            self.chess960.to_string(),
            self.sprt.clone(),
        ]);
        lines.extend((!self.tuning.is_empty()).then(|| self.tuning.clone()));
        Identity { text: lines.join("\n"), seed }
    }

    pub(super) fn to_json(&self) -> String {
        let players: Vec<Value> = self
            .players
            .iter()
            .map(|player| {
                json!({
                    "name": player.name,
                    "limit": player.limit,
                    "spec": player.spec,
                    "title": player.title,
                    "program": player.program,
                })
            })
            .collect();
        json!({
            "kind": self.kind,
            "command": self.command,
            "players": players,
            "format": self.format,
            "rounds": self.rounds,
            "encounters": self.encounters,
            "games": self.games,
            "book": self.book,
            "book_fingerprint": self.book_fingerprint,
            "rules": self.rules,
            "chess960": self.chess960,
            "seed": self.seed,
            "sprt": self.sprt,
            "tuning": self.tuning,
            "concurrency": self.concurrency,
            "cores": self.cores,
            "bench": self.bench,
            "version": self.version,
        })
        .to_string()
    }

    pub(super) fn from_json(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let words = |key: &str| {
            let list = value[key].as_array()?.iter();
            list.map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        let players = value["players"].as_array()?.iter().map(|player| {
            Some(ManifestPlayer {
                name: string(player, "name")?,
                limit: string(player, "limit")?,
                spec: string(player, "spec")?,
                title: string(player, "title")?,
                program: string(player, "program")?,
            })
        });
        Some(Self {
            kind: string(&value, "kind")?,
            command: words("command")?,
            players: players.collect::<Option<_>>()?,
            format: string(&value, "format")?,
            rounds: u32::try_from(value["rounds"].as_u64()?).ok()?,
            encounters: u32::try_from(value["encounters"].as_u64()?).ok()?,
            games: u32::try_from(value["games"].as_u64()?).ok()?,
            book: string(&value, "book")?,
            book_fingerprint: string(&value, "book_fingerprint")?,
            rules: string(&value, "rules")?,
            chess960: value["chess960"].as_bool()?,
            seed: value["seed"].as_u64()?,
            sprt: string(&value, "sprt")?,
            // Older files know nothing of it.
            tuning: string(&value, "tuning").unwrap_or_default(),
            concurrency: value["concurrency"].as_u64()? as usize,
            cores: value["cores"].as_u64()? as usize,
            bench: value["bench"].as_u64(),
            version: string(&value, "version")?,
        })
    }

    /// The test that the run asks for, if it asks for one.
    pub fn sprt(&self) -> Option<Sprt> {
        let group = crate::Group::from_words([self.sprt.as_str()]);
        let number = |key: &str| group.get(key)?.parse::<f64>().ok();
        let model = group.get("model")?.parse().ok()?;
        Sprt::new(number("elo0")?, number("elo1")?, number("alpha")?, number("beta")?, model).ok()
    }
}

impl fmt::Display for Manifest {
    /// Writes it for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "command   {}", self.command.join(" "))?;
        for player in &self.players {
            writeln!(f, "player    {} ({})", player.spec, player.title)?;
            writeln!(f, "          sha256 {}", player.program)?;
        }
        writeln!(f, "schedule  {}, {} rounds of {} games", self.format, self.rounds, self.games)?;
        writeln!(f, "openings  {} sha256 {}", self.book, self.book_fingerprint)?;
        writeln!(f, "rules     {}", self.rules)?;
        if !self.sprt.is_empty() {
            writeln!(f, "test      {}", self.sprt)?;
        }
        for line in self.tuning.lines() {
            writeln!(f, "tuning    {line}")?;
        }
        writeln!(f, "seed      {}", self.seed)?;
        let Self { concurrency, cores, version, .. } = self;
        writeln!(f, "machine   {concurrency} games at once on {cores} processors, Ferz {version}")?;
        self.bench.map_or(Ok(()), |bench| writeln!(f, "bench     {bench}"))
    }
}

fn string(value: &Value, key: &str) -> Option<String> {
    value[key].as_str().map(str::to_owned)
}

fn rules_text(contest: &Contest) -> String {
    let rules = &contest.rules;
    let words = [
        rules.draw.map(|rule| format!("draw {rule}")),
        rules.resign.map(|rule| format!("resign {rule}")),
        rules.max_moves.map(|moves| format!("maxmoves {moves}")),
        rules.tables.as_ref().map(|rule| format!("tables {rule}")),
        (contest.games == Games::Single).then(|| "one game to an opening".to_owned()),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn sprt_text(sprt: &Sprt) -> String {
    format!(
        "elo0={} elo1={} alpha={} beta={} model={}",
        sprt.elo0(),
        sprt.elo1(),
        sprt.alpha(),
        sprt.beta(),
        sprt.model()
    )
}

/// The version of this program, and the system.
pub(super) fn version() -> String {
    format!("{} on {}-{}", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS)
}

/// What tells this program from its next version, read once: it may be large, and a build may
/// replace it while it runs.
static OURS: LazyLock<String> = LazyLock::new(|| file_fingerprint(env::current_exe().ok()));

/// What tells a program from its next version under the same name. A program that cannot be read
/// has none; it may still run.
pub(super) fn program_fingerprint(kind: &PlayerKind) -> String {
    match kind {
        PlayerKind::Inside => OURS.clone(),
        PlayerKind::Process { program, .. } => file_fingerprint(find_program(program)),
    }
}

fn file_fingerprint(path: Option<PathBuf>) -> String {
    let bytes = path.and_then(|path| fs::read(path).ok());
    bytes.map(|bytes| fingerprint(&bytes)).unwrap_or_default()
}

fn find_program(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
