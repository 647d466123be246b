//! Adding up what moves have cost.

use std::collections::BTreeMap;

use ferz_rules::pgn::{GameResult, PgnGame};
use ferz_rules::{ByColor, Color};
use serde::{Deserialize, Serialize};

use super::Opinion;
use super::annotate::name_of;
use super::judge::{Judgement, accuracy, win_percent};
use super::moves::{JudgedMove, judge_moves};

/// So many critical moments of a game are told.
const MOMENTS: usize = 5;

/// A player's moves in one game, or in many.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// How many games.
    pub games: u32,
    /// How many moves.
    pub moves: u32,
    /// The sum of their accuracies.
    accuracy: f64,
    /// The sum of their losses in centipawns.
    lost: f64,
    /// Moves that cost more than five percent of the chance of winning.
    pub inaccuracies: u32,
    /// More than ten.
    pub mistakes: u32,
    /// More than twenty.
    pub blunders: u32,
}

impl PlayerSummary {
    /// The mean accuracy in percent.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / f64::from(self.moves))
    }

    /// The mean loss in centipawns.
    pub fn average_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.lost / f64::from(self.moves))
    }

    fn add_move(&mut self, judged: &JudgedMove) {
        self.moves += 1;
        self.accuracy += accuracy(judged.lost);
        self.lost += f64::from(judged.lost_centipawns);
        match judged.judgement {
            Some(Judgement::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgement::Mistake) => self.mistakes += 1,
            Some(Judgement::Blunder) => self.blunders += 1,
            None => {}
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.accuracy += other.accuracy;
        self.lost += other.lost;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }
}

/// A move on which much depended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The move as it is written in the game, such as `12... Nxe4`.
    pub played: String,
    /// The move that the engine would have played.
    pub better: Option<String>,
    /// What it cost, in percent of the chance of winning.
    pub lost: f64,
}

/// What is told of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result as PGN writes it.
    pub result: String,
    /// The name of the opening.
    pub opening: Option<String>,
    /// White's moves and Black's.
    pub players: [PlayerSummary; 2],
    /// White's chance of winning in percent, at the start and after each move.
    pub course: Vec<f64>,
    /// The moves that cost most, in the order of the game.
    pub moments: Vec<Moment>,
}

impl GameSummary {
    /// What the opinions of a game's positions come to.
    pub fn new(game: &PgnGame, opinions: &[Opinion]) -> Self {
        let mut players = ByColor::new(PlayerSummary::default(), PlayerSummary::default());
        let mut moments = Vec::new();
        let mut position = game.start.clone();
        for judged in judge_moves(game, opinions) {
            let JudgedMove { mv, mover, lost, best, .. } = judged;
            players[mover].add_move(&judged);
            if judged.judgement.is_some() {
                let dots = if mover == Color::White { "." } else { "..." };
                let played = format!("{}{dots} {}", position.fullmove_number(), position.san(mv));
                let better = best.map(|best| position.san(best));
                moments.push((moments.len(), Moment { played, better, lost }));
            }
            position.play(mv);
        }
        moments.sort_by(|a, b| b.1.lost.total_cmp(&a.1.lost));
        moments.truncate(MOMENTS);
        moments.sort_by_key(|(order, _)| *order);
        for color in Color::ALL {
            players[color].games = 1;
        }
        let name = |tag: &str| game.headers.get(tag).unwrap_or("?").to_owned();
        Self {
            white: name("White"),
            black: name("Black"),
            result: game.result.map_or("*".to_owned(), |result: GameResult| result.to_string()),
            opening: game.headers.get("Opening").or_else(|| name_of(game)).map(str::to_owned),
            players: [players.white, players.black],
            course: opinions.iter().map(|opinion| win_percent(opinion.centipawns())).collect(),
            moments: moments.into_iter().map(|(_, moment)| moment).collect(),
        }
    }
}

/// The players of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// By name.
    pub players: BTreeMap<String, PlayerSummary>,
}

impl Tally {
    /// The players of these games.
    pub fn of(games: &[GameSummary]) -> Self {
        let mut tally = Self::default();
        for game in games {
            tally.add(game);
        }
        tally
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameSummary) {
        for (name, summary) in [&game.white, &game.black].into_iter().zip(&game.players) {
            self.players.entry(name.clone()).or_default().add(summary);
        }
    }
}
