//! Runs.

use ferz_lab::stats::Sprt;
use ferz_lab::{EncounterRecord, Manifest, Progress, RunInfo, Standings, count, llr};
use serde::Serialize;
use utoipa::ToSchema;

use super::standings::{StandingsView, finite};

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

/// A run that has been counted.
pub(in crate::lab) struct Counted {
    progress: Progress,
    curve: Vec<Point>,
}

impl RunSummary {
    pub(in crate::lab) fn new(info: &RunInfo, running: bool, ours: bool) -> Self {
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
    pub(in crate::lab) fn new(summary: RunSummary, info: &RunInfo, counted: &Counted) -> Self {
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

fn names(manifest: &Manifest) -> Vec<String> {
    manifest.players.iter().map(|player| player.name.clone()).collect()
}

impl Counted {
    pub(in crate::lab) fn new(records: Vec<EncounterRecord>, manifest: &Manifest) -> Self {
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
    pub(in crate::lab) fn new(standings: &Standings, sprt: Option<&Sprt>) -> Self {
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
