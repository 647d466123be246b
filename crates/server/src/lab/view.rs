//! Runs as clients see them.

use std::collections::BTreeMap;

use ferz_lab::stats::{Elo, Sprt, Verdict};
use ferz_lab::{
    EncounterRecord, Manifest, PgnHead, PlayerTally, Progress, RunInfo, Score, Standings,
    StoredGame, count, llr, pgn_of,
};
use ferz_rules::{Color, Game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::day;
use crate::wire::{Step, Value, Variant, steps};

/// Points of a curve.
const MOST_POINTS: usize = 400;

/// A run in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunSummary {
    /// Its number.
    pub(crate) id: i64,
    /// The command that made it.
    kind: String,
    /// When it began.
    started: u64,
    /// When it last got a result.
    updated: u64,
    /// How it ended; nothing if it can go on.
    outcome: Option<String>,
    /// Whether this server is playing it.
    running: bool,
    /// Whether this server started it.
    ours: bool,
    /// The players.
    players: Vec<RunPlayerView>,
    /// How many encounters are finished.
    encounters: u64,
    /// How many there are to be.
    planned: u32,
    /// Games of an encounter.
    games_each: u32,
    /// The question, empty if there is none.
    question: String,
}

/// A player of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct RunPlayerView {
    /// Its name.
    name: String,
    /// Its limits.
    limit: String,
    /// What it calls itself.
    title: String,
    /// Its options and limits, without where its program lies.
    spec: String,
}

/// A list of runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Runs {
    /// The runs, the newest first.
    pub(crate) runs: Vec<RunSummary>,
    /// How many there are in all.
    pub(crate) total: usize,
}

/// A run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunView {
    #[serde(flatten)]
    summary: RunSummary,
    /// The seed.
    seed: u64,
    /// The openings.
    book: String,
    /// Adjudication.
    rules: String,
    /// Who meets whom.
    format: String,
    /// Whether it is Chess960.
    chess960: bool,
    /// The version of the program, and the system.
    version: String,
    /// Its node signature.
    bench: Option<u64>,
    /// Games at the same time.
    concurrency: usize,
    /// Where it stands.
    standings: StandingsView,
    /// How it got there.
    curve: Vec<Point>,
}

/// Where a run stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StandingsView {
    /// Whether everything has been played.
    complete: bool,
    /// Games that count.
    games: u64,
    /// How games ended.
    terminations: BTreeMap<String, u64>,
    /// Each player.
    players: Vec<TallyView>,
    /// Each pair of players.
    scores: Vec<ScoreView>,
    /// The test.
    sprt: Option<SprtView>,
}

/// A player's results and efforts.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct TallyView {
    name: String,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Games lost on time.
    time_losses: u64,
    /// Games lost without an answer.
    stalls: u64,
    /// Games lost by a crash.
    crashes: u64,
    /// Games lost by an illegal move.
    illegal_moves: u64,
    moves: u64,
    nodes: u64,
    seconds: f64,
}

/// One player against another.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ScoreView {
    first: String,
    second: String,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    penta: [u64; 5],
    elo: Interval,
    normalized_elo: Interval,
    /// The likelihood that the first is stronger.
    los: Option<f64>,
}

/// A number with its interval of 95 %; what is not finite is null.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// A test.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SprtView {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    llr: Option<f64>,
    low: f64,
    high: f64,
    /// `undecided`, `H0 accepted` or `H1 accepted`.
    verdict: String,
}

/// A point of the curve.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Point {
    games: u64,
    llr: Option<f64>,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    los: Option<f64>,
}

/// A list of games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabGames {
    /// The games, the newest first.
    pub(crate) games: Vec<LabGame>,
    /// How many there are in all.
    pub(crate) total: u64,
}

/// A game of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabGame {
    /// Its encounter.
    encounter: u32,
    /// Which game of the encounter it is.
    game: u32,
    /// The round, from 1.
    round: u32,
    white: String,
    black: String,
    result: String,
    termination: String,
    reason: String,
    plies: usize,
    /// Milliseconds.
    duration: u64,
}

/// A game of a run with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabGameDetail {
    #[serde(flatten)]
    game: LabGame,
    start_fen: String,
    chess960: bool,
    moves: Vec<LabMove>,
    #[serde(skip)]
    pub(crate) pgn: String,
}

/// A move, and what its player thought of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct LabMove {
    #[serde(flatten)]
    step: Step,
    /// For White.
    score: Option<Value>,
    depth: Option<u32>,
    seldepth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds; nothing for moves of the book.
    time: Option<f64>,
    /// Milliseconds left after it.
    clock: Option<u64>,
}

/// A run that has been counted.
pub(super) struct Counted {
    progress: Progress,
    curve: Vec<Point>,
}

impl RunSummary {
    pub(super) fn new(info: &RunInfo, running: bool, ours: bool) -> Self {
        let manifest = &info.manifest;
        let players = manifest.players.iter().map(|player| RunPlayerView {
            name: player.name.clone(),
            limit: player.limit.clone(),
            title: player.title.clone(),
            spec: public_spec(&player.spec),
        });
        Self {
            id: info.id,
            kind: info.kind.clone(),
            started: info.started * 1000,
            updated: info.updated * 1000,
            outcome: info.outcome.clone(),
            running,
            ours,
            players: players.collect(),
            encounters: info.encounters,
            planned: manifest.encounters,
            games_each: manifest.games,
            question: manifest.sprt.clone(),
        }
    }
}

/// What was asked for, without where programs lie on the disk.
fn public_spec(spec: &str) -> String {
    let is_public = |word: &&str| !word.contains('/') && !word.contains('\\');
    spec.split_ascii_whitespace().filter(is_public).collect::<Vec<_>>().join(" ")
}

impl RunView {
    pub(super) fn new(summary: RunSummary, info: &RunInfo, counted: &Counted) -> Self {
        let manifest = &info.manifest;
        let names = names(manifest);
        Self {
            summary,
            seed: manifest.seed,
            book: public_spec(&manifest.book),
            rules: manifest.rules.clone(),
            format: manifest.format.clone(),
            chess960: manifest.chess960,
            version: manifest.version.clone(),
            bench: manifest.bench,
            concurrency: manifest.concurrency,
            standings: StandingsView::new(&names, &counted.progress, manifest.sprt().as_ref()),
            curve: counted.curve.clone(),
        }
    }
}

pub(super) fn names(manifest: &Manifest) -> Vec<String> {
    manifest.players.iter().map(|player| player.name.clone()).collect()
}

impl Counted {
    pub(super) fn new(records: Vec<EncounterRecord>, manifest: &Manifest) -> Self {
        let (players, sprt) = (manifest.players.len(), manifest.sprt());
        let curve = if players == 2 { curve(&records, sprt.as_ref()) } else { Vec::new() };
        Self { progress: count(records, players, manifest.encounters, sprt), curve }
    }
}

/// How the first player's score developed, in the order of the encounters.
fn curve(records: &[EncounterRecord], sprt: Option<&Sprt>) -> Vec<Point> {
    let step = records.len().div_ceil(MOST_POINTS).max(1);
    let mut standings = Standings::new(2);
    let mut points = Vec::new();
    for (index, record) in records.iter().enumerate() {
        standings.add(record);
        if (index + 1).is_multiple_of(step) || index + 1 == records.len() {
            points.push(Point::new(&standings, sprt));
        }
    }
    points
}

impl Point {
    pub(super) fn new(standings: &Standings, sprt: Option<&Sprt>) -> Self {
        let score = standings.between(0, 1);
        let elo = score.elo();
        Self {
            games: standings.games(),
            llr: sprt.and_then(|sprt| finite(llr(sprt, &score))),
            elo: finite(elo.value),
            low: finite(elo.low),
            high: finite(elo.high),
            los: finite(score.los()),
        }
    }
}

impl StandingsView {
    pub(super) fn new(names: &[String], progress: &Progress, sprt: Option<&Sprt>) -> Self {
        let standings = &progress.standings;
        let tallies = names.iter().zip(&standings.players);
        let scores = standings.scores.iter();
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        Self {
            complete: progress.is_complete,
            games: standings.games(),
            terminations: standings
                .terminations
                .iter()
                .map(|(word, number)| ((*word).to_owned(), *number))
                .collect(),
            players: tallies.map(|(name, tally)| TallyView::new(name, tally)).collect(),
            scores: scores
                .map(|((first, second), score)| ScoreView::new(name(*first), name(*second), score))
                .collect(),
            sprt: sprt.map(|sprt| SprtView::new(sprt, progress)),
        }
    }
}

impl TallyView {
    fn new(name: &str, tally: &PlayerTally) -> Self {
        let (games, faults, effort) = (tally.score.games, tally.faults, tally.effort);
        Self {
            name: name.to_owned(),
            wins: games.wins,
            losses: games.losses,
            draws: games.draws,
            time_losses: faults.time,
            stalls: faults.stalls,
            crashes: faults.crashes,
            illegal_moves: faults.illegal,
            moves: effort.moves,
            nodes: effort.nodes,
            seconds: effort.time.as_secs_f64(),
        }
    }
}

impl ScoreView {
    fn new(first: String, second: String, score: &Score) -> Self {
        Self {
            first,
            second,
            wins: score.games.wins,
            losses: score.games.losses,
            draws: score.games.draws,
            penta: score.pairs.0,
            elo: Interval::new(&score.elo()),
            normalized_elo: Interval::new(&score.normalized_elo()),
            los: finite(score.los()),
        }
    }
}

impl Interval {
    fn new(elo: &Elo) -> Self {
        Self { value: finite(elo.value), low: finite(elo.low), high: finite(elo.high) }
    }
}

impl SprtView {
    fn new(sprt: &Sprt, progress: &Progress) -> Self {
        let (low, high) = sprt.bounds();
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            model: sprt.model().to_string(),
            llr: finite(llr(sprt, &progress.standings.between(0, 1))),
            low,
            high,
            verdict: progress.verdict.unwrap_or(Verdict::Undecided).to_string(),
        }
    }
}

/// JSON has no infinity.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl LabGame {
    pub(super) fn new(game: &StoredGame, manifest: &Manifest) -> Self {
        let (white, black) = players(game);
        let name = |index: usize| manifest.players.get(index).map(|player| player.name.clone());
        let record = &game.record;
        Self {
            encounter: game.encounter.number,
            game: game.index,
            round: game.encounter.round + 1,
            white: name(white).unwrap_or_default(),
            black: name(black).unwrap_or_default(),
            result: record.ending.result().to_string(),
            termination: record.ending.termination().to_owned(),
            reason: record.ending.to_string(),
            plies: record.moves.len(),
            duration: record.duration.as_millis() as u64,
        }
    }
}

/// White and Black by their numbers.
const fn players(game: &StoredGame) -> (usize, usize) {
    let both = game.encounter.first + game.encounter.second;
    (game.white, both.saturating_sub(game.white))
}

impl LabGameDetail {
    pub(super) fn new(stored: &StoredGame, info: &RunInfo) -> Self {
        let manifest = &info.manifest;
        let variant = if manifest.chess960 { Variant::Chess960 } else { Variant::Standard };
        let variant = variant.of(&stored.record.start);
        let mut game = Game::from_position(stored.record.start.clone());
        for played in &stored.record.moves {
            if game.play(played.mv).is_err() {
                break;
            }
        }
        let turns = game.positions().map(ferz_rules::Position::turn).collect::<Vec<_>>();
        let steps = steps(&game, variant).into_iter().zip(&stored.record.moves).zip(turns);
        let moves = steps.map(|((step, played), mover)| LabMove::new(step, played, mover));
        Self {
            game: LabGame::new(stored, manifest),
            start_fen: stored.record.start.to_string(),
            chess960: variant == Variant::Chess960,
            moves: moves.collect(),
            pgn: pgn(stored, info),
        }
    }
}

impl LabMove {
    fn new(step: Step, played: &ferz_lab::MoveRecord, mover: Color) -> Self {
        let opinion = played.opinion;
        let sign = if mover == Color::White { 1 } else { -1 };
        Self {
            step,
            score: opinion.and_then(|one| one.score).map(|score| Value::for_white(score, sign)),
            depth: opinion.and_then(|one| one.depth),
            seldepth: opinion.and_then(|one| one.selective_depth),
            nodes: opinion.and_then(|one| one.nodes),
            time: opinion.map(|_| played.elapsed.as_secs_f64() * 1000.0),
            clock: played.clock.map(|left| left.as_millis() as u64),
        }
    }
}

fn pgn(game: &StoredGame, info: &RunInfo) -> String {
    let (white, black) = players(game);
    let player = |index: usize| info.manifest.players.get(index).cloned().unwrap_or_default();
    let (white, black) = (player(white), player(black));
    let head = PgnHead {
        event: format!("Ferz laboratory, run {}", info.id),
        date: day(info.started * 1000),
        round: format!("{}.{}", game.encounter.round + 1, game.index + 1),
        white: white.name,
        black: black.name,
        white_limit: white.limit,
        black_limit: black.limit,
    };
    pgn_of(&game.record, &head).to_string()
}
