//! Games of runs.

use ferz_lab::{Manifest, PgnHead, RunInfo, StoredGame, pgn_of};
use ferz_rules::{Color, Game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::day;
use crate::wire::{Step, Value, Variant, steps};

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

impl LabGame {
    pub(in crate::lab) fn new(game: &StoredGame, manifest: &Manifest) -> Self {
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
    pub(in crate::lab) fn new(stored: &StoredGame, info: &RunInfo) -> Self {
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
