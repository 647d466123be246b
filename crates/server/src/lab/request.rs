//! Runs that clients ask for.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use ferz_lab::stats::Sprt;
use ferz_lab::{
    Book, Contest, DrawRule, Format, Games, Limit, Manifest, PlayerSpec, ResignRule, Rules, Trial,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::id::random_bits;

/// The book that Ferz ships.
const BOOK: &str = include_str!("../../../../data/openings.epd");
/// What a player thinks for unless the client says otherwise.
const DEFAULT_NODES: u64 = 10_000;
const MOST_ROUNDS: u32 = 100_000;
const DEFAULT_ROUNDS: u32 = 1000;
const LONGEST_NAME: usize = 40;

/// A match or a test to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRun {
    /// A match plays all its rounds, a test until it is decided.
    kind: RunKind,
    /// Two players: Ferz with different options or limits.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<RunPlayer>,
    /// How many openings, each of them played with both colours.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000)]
    rounds: Option<u32>,
    /// Games at the same time.
    #[serde(default)]
    concurrency: Option<usize>,
    /// Where games start.
    #[serde(default)]
    openings: Openings,
    /// The order of the openings; made up if it is missing.
    #[serde(default)]
    seed: Option<u32>,
    /// The question of a test.
    #[serde(default)]
    sprt: Option<SprtRequest>,
    /// When games are drawn early.
    #[serde(default)]
    draw: Option<DrawRequest>,
    /// When games are given up.
    #[serde(default)]
    resign: Option<ResignRequest>,
    /// Games of so many moves are drawn.
    #[serde(default)]
    #[schema(minimum = 1)]
    max_moves: Option<u32>,
}

/// What kind of run it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum RunKind {
    /// So many games.
    Match,
    /// As many games as it takes.
    Sprt,
}

/// Where games start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Openings {
    /// The shipped book of varied and about even positions.
    #[default]
    Book,
    /// The starts of Chess960.
    Chess960,
    /// The starting position.
    Start,
}

/// A player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunPlayer {
    /// How it is called.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// UCI options; those that name files are refused.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// How long it thinks.
    #[serde(default)]
    limit: RunLimit,
}

/// How long a player thinks.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RunLimit {
    /// A clock: seconds and increment, as `8+0.08`.
    #[serde(default)]
    #[schema(example = "8+0.08")]
    tc: Option<String>,
    /// Milliseconds for each move.
    #[serde(default)]
    movetime: Option<u64>,
    /// Nodes for each move.
    #[serde(default)]
    nodes: Option<u64>,
    /// Plies for each move.
    #[serde(default)]
    depth: Option<u32>,
}

/// The question of a test.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
struct SprtRequest {
    /// No better than this.
    elo0: f64,
    /// Better than this.
    elo1: f64,
    /// The risk of a wrong yes.
    alpha: f64,
    /// The risk of a wrong no.
    beta: f64,
    /// `normalized` or `logistic`.
    model: SprtModel,
}

impl Default for SprtRequest {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: SprtModel::Normalized }
    }
}

/// What Elo means.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SprtModel {
    /// Per standard deviation of a game.
    Normalized,
    /// The usual one.
    Logistic,
}

/// When games are drawn early.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DrawRequest {
    /// Not before this move.
    move_number: u32,
    /// After so many moves in a row.
    move_count: u32,
    /// With scores of at most so many centipawns.
    score: i32,
}

/// When games are given up.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResignRequest {
    /// After so many moves in a row.
    move_count: u32,
    /// With scores of at most minus so many centipawns.
    score: i32,
    /// Whether both players must see it.
    #[serde(default)]
    two_sided: bool,
}

impl NewRun {
    /// The request with everything filled in and nothing beyond the limits.
    pub(super) fn settled(mut self, limits: &Limits) -> Result<Self, ApiError> {
        if self.players.len() != 2 {
            let count = self.players.len().to_string();
            return Err(ApiError::value("players", &count, "two players"));
        }
        for player in &mut self.players {
            player.settle(limits)?;
        }
        let rounds = self.rounds.unwrap_or(DEFAULT_ROUNDS);
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(ApiError::value("rounds", &rounds.to_string(), "1 to 100000"));
        }
        if self.max_moves == Some(0) {
            return Err(ApiError::value("max_moves", "0", "a number from 1"));
        }
        self.rounds = Some(rounds);
        self.concurrency = Some(self.concurrency.unwrap_or(1).clamp(1, limits.lab_concurrency));
        // Six digits can be typed again.
        self.seed = Some(self.seed.unwrap_or_else(|| (random_bits() % 1_000_000) as u32));
        Ok(self)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default().into()
    }

    /// What is to be played.
    pub(super) fn trial(&self) -> Result<Trial, ApiError> {
        let chess960 = self.openings == Openings::Chess960;
        let book = match self.openings {
            Openings::Book => Book::from_epd(Path::new("openings.epd"), BOOK, self.seed())
                .map_err(ApiError::internal)?,
            Openings::Chess960 => Book::chess960(self.seed()),
            Openings::Start => Book::standard(),
        };
        let concurrency = self.concurrency.and_then(NonZeroUsize::new);
        let contest = Contest {
            players: self.players.iter().map(RunPlayer::spec).collect::<Result<_, _>>()?,
            format: Format::RoundRobin,
            rounds: self.rounds.unwrap_or(DEFAULT_ROUNDS),
            games: Games::Pair,
            book,
            rules: self.rules(),
            chess960,
            concurrency: concurrency.unwrap_or(NonZeroUsize::MIN),
            affinity: false,
        };
        Ok(Trial { contest, sprt: self.sprt()? })
    }

    fn rules(&self) -> Rules {
        Rules {
            draw: self.draw.map(|rule| DrawRule {
                move_number: rule.move_number,
                move_count: rule.move_count,
                score: rule.score,
            }),
            resign: self.resign.map(|rule| ResignRule {
                move_count: rule.move_count,
                score: rule.score,
                two_sided: rule.two_sided,
            }),
            max_moves: self.max_moves,
            ..Rules::default()
        }
    }

    fn sprt(&self) -> Result<Option<Sprt>, ApiError> {
        if self.kind == RunKind::Match {
            return Ok(None);
        }
        let SprtRequest { elo0, elo1, alpha, beta, model } = self.sprt.unwrap_or_default();
        let model = match model {
            SprtModel::Normalized => ferz_lab::stats::Model::Normalized,
            SprtModel::Logistic => ferz_lab::stats::Model::Logistic,
        };
        let sprt = Sprt::new(elo0, elo1, alpha, beta, model);
        sprt.map(Some).map_err(|error| ApiError::new(Code::BadValue, error.to_string()))
    }

    /// What is written down before the first game. Finds options that do not exist.
    pub(super) fn manifest(&self, trial: &Trial) -> Result<Manifest, ApiError> {
        let contest = &trial.contest;
        let bad = |error| ApiError::new(Code::BadValue, format!("{error}"));
        let titles = contest.check().map_err(bad)?;
        let kind = match self.kind {
            RunKind::Match => "match",
            RunKind::Sprt => "sprt",
        };
        let seed = self.seed();
        let mut manifest = Manifest::new(kind, contest, &titles, None, trial.sprt.as_ref(), seed);
        // The command line of the server may have a token in it.
        manifest.command = vec!["ferz".to_owned(), "serve".to_owned()];
        manifest.book = match self.openings {
            Openings::Book => "the shipped openings".to_owned(),
            Openings::Chess960 => "chess960".to_owned(),
            Openings::Start => String::new(),
        };
        Ok(manifest)
    }
}

impl RunPlayer {
    fn settle(&mut self, limits: &Limits) -> Result<(), ApiError> {
        let length = self.name.chars().count();
        if length == 0 || length > LONGEST_NAME || self.name.chars().any(char::is_control) {
            return Err(ApiError::value("name", &self.name, "1 to 40 printable characters"));
        }
        for (name, value) in &mut self.options {
            let lower = name.to_lowercase();
            if lower.contains("file") || lower.contains("path") {
                let expected = "no option that names a file";
                return Err(ApiError::value("options", name, expected));
            }
            let most = match lower.as_str() {
                "hash" => limits.hash,
                "threads" => limits.threads,
                _ => continue,
            };
            if let Ok(number) = value.parse::<usize>() {
                *value = number.min(most).to_string();
            }
        }
        let limit = &mut self.limit;
        limit.movetime = limit.movetime.map(|time| time.min(limits.movetime));
        let given = [limit.movetime == Some(0), limit.nodes == Some(0), limit.depth == Some(0)];
        if given.contains(&true) {
            return Err(ApiError::value("limit", "0", "numbers from 1"));
        }
        Ok(())
    }

    fn spec(&self) -> Result<PlayerSpec, ApiError> {
        let limit = &self.limit;
        let tc = limit.tc.as_ref().map(|text| {
            text.parse().map_err(|_| ApiError::value("tc", text, "a clock such as 8+0.08"))
        });
        let mut limit = Limit {
            clock: tc.transpose()?,
            move_time: limit.movetime.map(Duration::from_millis),
            nodes: limit.nodes,
            depth: limit.depth,
        };
        if limit.is_unlimited() {
            limit.nodes = Some(DEFAULT_NODES);
        }
        let mut spec = PlayerSpec::inside(&self.name, limit);
        let options = self.options.iter();
        spec.options = options.map(|(name, value)| (name.clone(), value.clone())).collect();
        Ok(spec)
    }
}
