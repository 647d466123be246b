//! What `match`, `sprt` and `gauntlet` have in common on the command line, and the contest that
//! it describes. The names are those of fastchess where it has one.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{ArgAction, ArgMatches, Args, FromArgMatches, ValueEnum};
use ferz_engine::Tablebases;
use ferz_lab::stats::{Model, Sprt};
use ferz_lab::{
    Book, BookSpec, Contest, DrawRule, Format, Games, Group, PlayerSpec, ResignRule, Rules,
    TableResults, TableRule,
};

/// Groups of `key=value`, one for each time that the flag was given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engines(pub(crate) Vec<Group>);

/// `clap` can tell apart the values of several occurrences of one flag, but its derive cannot.
impl Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = clap::Arg::new("engine")
            .long("engine")
            .value_name("KEY=VALUE")
            .num_args(1..)
            .action(ArgAction::Append)
            .help("A player: cmd=PATH (or ferz for this engine itself), args, dir, name, option.NAME, tc, st, nodes, depth, timemargin, stall, ponder");
        command.arg(arg)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(occurrences.map(|words| Group::from_words(words.map(String::as_str))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Variant {
    Standard,
    #[value(alias = "chess960", alias = "frc")]
    Fischerandom,
}

/// How a contest is played.
#[derive(Args)]
pub(crate) struct ContestArgs {
    /// What holds for every player that does not say otherwise, such as tc=8+0.08 option.Hash=16
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) each: Vec<String>,
    /// Where games start: file=PATH, format=epd|pgn|polyglot, order=random|sequential, start=N, plies=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) openings: Vec<String>,
    /// The rules of castling
    #[arg(long, value_enum, default_value = "standard")]
    pub(crate) variant: Variant,
    /// The seed of the order of openings; a new one if none is given
    #[arg(long, value_name = "SEED")]
    pub(crate) srand: Option<u64>,
    /// How many games are played at once
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) concurrency: NonZeroUsize,
    /// Keep each running game on a processor of its own
    #[arg(long)]
    pub(crate) use_affinity: bool,
    /// Games of each opening: 2 swaps the colours
    #[arg(long, default_value = "2", value_name = "1|2", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) games: u8,
    /// End drawish games: movenumber=34 movecount=8 score=20
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(crate) draw: Option<Vec<String>>,
    /// End lost games: movecount=3 score=600 twosided=false
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub(crate) resign: Option<Vec<String>>,
    /// Draw games of so many moves
    #[arg(long, value_name = "N")]
    pub(crate) maxmoves: Option<u32>,
    /// End games whose result Syzygy tables know: their directories
    #[arg(long, value_name = "DIRS")]
    pub(crate) tb: Option<String>,
    /// The most pieces with which tables end a game; as many as they have if not given
    #[arg(long, value_name = "N", requires = "tb")]
    pub(crate) tbpieces: Option<u32>,
    /// Wins that the fifty-move rule prevents are wins for the tables
    #[arg(long, requires = "tb")]
    pub(crate) tbignore50: bool,
    /// Which results of tables end a game: WIN_LOSS, DRAW or BOTH
    #[arg(long, value_name = "RESULTS", default_value_t, requires = "tb")]
    pub(crate) tbadjudicate: TableResults,
    /// Add the games to a file: file=PATH
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(crate) pgnout: Vec<String>,
    /// Say where things stand after so many encounters
    #[arg(long, default_value = "10", value_name = "N")]
    pub(crate) ratinginterval: NonZeroUsize,
    /// The name of the event in the games
    #[arg(long, default_value = "Ferz laboratory")]
    pub(crate) event: String,
    /// Where results are kept, and found again by the same command
    #[arg(long, default_value = "ferz.db", value_name = "FILE")]
    pub(crate) store: PathBuf,
    /// Keep no results
    #[arg(long)]
    pub(crate) no_store: bool,
    /// Start again even if the same experiment was interrupted
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Print JSON, one object to a line
    #[arg(long)]
    pub(crate) json: bool,
}

impl ContestArgs {
    /// The contest of these players.
    pub(crate) fn contest(
        &self,
        engines: &[Group],
        format: Format,
        rounds: u32,
        seed: u64,
    ) -> anyhow::Result<Contest> {
        let chess960 = self.variant == Variant::Fischerandom;
        let book = match self.book()? {
            Some(spec) => Book::read(&spec, seed)?,
            None if chess960 => Book::chess960(seed),
            None => Book::standard(),
        };
        Ok(Contest {
            players: self.players(engines)?,
            format,
            rounds,
            games: if self.games == 1 { Games::Single } else { Games::Pair },
            book,
            rules: self.rules()?,
            chess960,
            concurrency: self.concurrency,
            affinity: self.use_affinity,
        })
    }

    fn players(&self, engines: &[Group]) -> anyhow::Result<Vec<PlayerSpec>> {
        let each = Group::from_words(self.each.iter().map(String::as_str));
        let mut players: Vec<PlayerSpec> = Vec::new();
        for group in engines {
            let mut spec = PlayerSpec::from_group(&group.over(&each))?;
            if group.get("name").is_none() {
                spec.name = free_name(&spec.name, &players);
            }
            players.push(spec);
        }
        Ok(players)
    }

    /// The book, if one is named.
    pub(crate) fn book(&self) -> anyhow::Result<Option<BookSpec>> {
        let group = group(&self.openings);
        Ok(if self.openings.is_empty() { None } else { Some(BookSpec::from_group(&group)?) })
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let mut rules = Rules { max_moves: self.maxmoves, ..Rules::default() };
        if let Some(words) = &self.draw {
            let group = group(words);
            known(&group, "draw", &["movenumber", "movecount", "score"])?;
            rules.draw = Some(DrawRule {
                move_number: number(&group, "movenumber", 34)?,
                move_count: number(&group, "movecount", 8)?,
                score: number(&group, "score", 20)?,
            });
        }
        if let Some(words) = &self.resign {
            let group = group(words);
            known(&group, "resign", &["movecount", "score", "twosided"])?;
            rules.resign = Some(ResignRule {
                move_count: number(&group, "movecount", 3)?,
                score: number(&group, "score", 600)?,
                two_sided: number(&group, "twosided", false)?,
            });
        }
        rules.tables = self.tables()?;
        Ok(rules)
    }

    fn tables(&self) -> anyhow::Result<Option<TableRule>> {
        let Some(path) = &self.tb else { return Ok(None) };
        let (tables, findings) = Tablebases::open(path);
        anyhow::ensure!(findings.wdl > 0 && findings.faults.is_empty(), "--tb {path}: {findings}");
        Ok(Some(TableRule {
            tables: Arc::new(tables),
            path: path.clone(),
            pieces: self.tbpieces.unwrap_or(findings.pieces).min(findings.pieces),
            fifty_moves: !self.tbignore50,
            results: self.tbadjudicate,
        }))
    }

    /// The file for the games, if one is named.
    pub(crate) fn pgn_file(&self) -> anyhow::Result<Option<String>> {
        if self.pgnout.is_empty() {
            return Ok(None);
        }
        let group = group(&self.pgnout);
        known(&group, "pgnout", &["file", "cmd"])?;
        let file = group.get("file").or_else(|| group.get("cmd"));
        Ok(Some(file.context("--pgnout needs file=PATH")?.to_owned()))
    }
}

/// The test that `--sprt elo0=… elo1=… alpha=… beta=… model=…` describes.
pub(crate) fn sprt(words: &[String]) -> anyhow::Result<Sprt> {
    let group = group(words);
    known(&group, "sprt", &["elo0", "elo1", "alpha", "beta", "model"])?;
    let model: Model = number(&group, "model", Model::default())?;
    Ok(Sprt::new(
        number(&group, "elo0", 0.0)?,
        number(&group, "elo1", 5.0)?,
        number(&group, "alpha", 0.05)?,
        number(&group, "beta", 0.05)?,
        model,
    )?)
}

/// A seed that nobody has chosen.
pub(crate) fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // Six digits are enough, and can be typed again.
    now.map_or(1, |now| u64::from(now.subsec_nanos()) % 1_000_000)
}

/// The words of one flag.
pub(crate) fn group(words: &[String]) -> Group {
    Group::from_words(words.iter().map(String::as_str))
}

fn known(group: &Group, flag: &str, keys: &[&str]) -> anyhow::Result<()> {
    for (key, _) in group.pairs() {
        anyhow::ensure!(
            keys.contains(&key),
            "--{flag} has no \"{key}\": expected {}",
            keys.join(", ")
        );
    }
    Ok(())
}

fn number<T: std::str::FromStr>(group: &Group, key: &str, default: T) -> anyhow::Result<T> {
    match group.get(key) {
        None => Ok(default),
        Some(text) => text.parse().ok().with_context(|| format!("{key} cannot be \"{text}\"")),
    }
}

/// The name with a number if it is taken.
fn free_name(name: &str, players: &[PlayerSpec]) -> String {
    let is_free = |name: &String| players.iter().all(|player| player.name != *name);
    let names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}-{n}")));
    names.into_iter().find(is_free).expect("there are more numbers than players")
}
