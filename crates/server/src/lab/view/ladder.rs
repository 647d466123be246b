//! Ablation ladders: runs that measure one technique after another under the same conditions.

use std::time::Duration;

use ferz_lab::studies::{Control, document};
use ferz_lab::{RunInfo, Score};
use serde::Serialize;
use utoipa::ToSchema;

use super::standings::{Interval, finite};

/// Ladders.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Ladders {
    /// The ladders, the newest first.
    pub(crate) ladders: Vec<Ladder>,
}

/// Runs of the same engine, limit, seed and rules, each of which measures one technique.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Ladder {
    /// What its rungs are.
    kind: LadderKind,
    /// What bounds each move.
    #[schema(example = "st=0.1")]
    control: String,
    /// The seed of the order of openings.
    seed: u64,
    /// The version of the program, and the system.
    version: String,
    /// When its first run began.
    started: u64,
    /// When one of its runs last got a result.
    updated: u64,
    /// One technique after another.
    rungs: Vec<Rung>,
    /// What the runs have in common.
    #[serde(skip)]
    key: Vec<String>,
}

/// What the rungs of a ladder are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum LadderKind {
    /// Each stage has one technique more than the one before.
    Chain,
    /// The whole engine against itself without one technique.
    DropOne,
}

/// What one technique is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Rung {
    /// The number of the run.
    run: i64,
    /// The technique.
    added: String,
    /// The player that has it.
    new: String,
    /// The player that does not.
    old: String,
    /// Games so far.
    games: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points for the player that has it.
    penta: [u64; 5],
    /// What it is worth.
    elo: Interval,
    /// The likelihood that it is worth something.
    los: Option<f64>,
    /// How the run ended; nothing if it can go on.
    outcome: Option<String>,
    /// What the thesis found whose study this repeats, where it has the same stage and control.
    thesis: Option<Interval>,
}

impl Ladders {
    /// Puts runs together, the oldest of which come first.
    pub(in crate::lab) fn new<'a>(runs: impl Iterator<Item = (&'a RunInfo, Score)>) -> Self {
        let mut ladders: Vec<Ladder> = Vec::new();
        for (info, score) in runs {
            let Some(rung) = Rung::new(info, &score) else { continue };
            let key = key(info);
            match ladders.iter_mut().find(|ladder| ladder.key == key) {
                Some(ladder) => ladder.add(info, rung),
                None => ladders.push(Ladder::new(info, key, rung)),
            }
        }
        ladders.reverse();
        Self { ladders }
    }
}

/// What runs of one ladder have in common.
fn key(info: &RunInfo) -> Vec<String> {
    let manifest = &info.manifest;
    let first = manifest.players.first().cloned().unwrap_or_default();
    vec![
        kind(info).map(|kind| format!("{kind:?}")).unwrap_or_default(),
        first.limit,
        first.program,
        manifest.seed.to_string(),
        manifest.book_fingerprint.clone(),
        manifest.rules.clone(),
    ]
}

fn kind(info: &RunInfo) -> Option<LadderKind> {
    let old = &info.manifest.players.get(1)?.name;
    Some(if old.starts_with('-') { LadderKind::DropOne } else { LadderKind::Chain })
}

impl Ladder {
    fn new(info: &RunInfo, key: Vec<String>, rung: Rung) -> Self {
        let manifest = &info.manifest;
        Self {
            kind: kind(info).unwrap_or(LadderKind::Chain),
            control: manifest.players.first().map(|one| one.limit.clone()).unwrap_or_default(),
            seed: manifest.seed,
            version: manifest.version.clone(),
            started: info.started * 1000,
            updated: info.updated * 1000,
            rungs: vec![rung],
            key,
        }
    }

    /// Adds a rung; one that was measured afresh takes the place of the old one.
    fn add(&mut self, info: &RunInfo, rung: Rung) {
        self.updated = self.updated.max(info.updated * 1000);
        let is_same = |other: &&mut Rung| other.new == rung.new && other.old == rung.old;
        match self.rungs.iter_mut().find(is_same) {
            Some(other) => *other = rung,
            None => self.rungs.push(rung),
        }
    }
}

impl Rung {
    /// The rung of a run; none if it has not two players.
    fn new(info: &RunInfo, score: &Score) -> Option<Self> {
        let [new, old] = &info.manifest.players[..] else { return None };
        let added = old.name.strip_prefix('-').unwrap_or(&new.name);
        let is_chain = kind(info) == Some(LadderKind::Chain);
        Some(Self {
            run: info.id,
            added: added.to_owned(),
            new: new.name.clone(),
            old: old.name.clone(),
            games: score.games.games(),
            penta: score.pairs.0,
            elo: Interval::new(&score.elo()),
            los: finite(score.los()),
            outcome: info.outcome.clone(),
            thesis: thesis(added, &new.limit).filter(|_| is_chain),
        })
    }
}

/// The thesis has figures under two controls.
fn thesis(added: &str, limit: &str) -> Option<Interval> {
    let controls = [Control::MoveTime(Duration::from_millis(100)), Control::Depth(4)];
    let control = controls.into_iter().find(|control| control.limit().to_string() == limit)?;
    let figures = document::pairing(added, &control)?;
    Some(Interval::of(figures.elo, figures.interval))
}
