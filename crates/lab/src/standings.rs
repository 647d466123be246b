//! What has come out so far.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

use ferz_rules::Color;

use crate::contest::EncounterRecord;
use crate::player::Fault;
use crate::record::{Ending, GameRecord};
use crate::stats::{Elo, Penta, Results, Trinomial};

/// The results of two players against each other, from the first one's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Single games.
    pub games: Trinomial,
    /// Whole pairs; none if openings are played once.
    pub pairs: Penta,
}

impl Score {
    /// The share of the points.
    pub fn share(&self) -> f64 {
        self.games.score()
    }

    /// Whether the pairs are all there is, so that they are what to conclude from.
    pub fn is_paired(&self) -> bool {
        self.pairs.pairs() > 0 && self.pairs.games() == self.games.games()
    }

    /// The difference in Elo, from pairs where there are any.
    pub fn elo(&self) -> Elo {
        if self.is_paired() { self.pairs.elo() } else { self.games.elo() }
    }

    /// The difference in normalised Elo.
    pub fn normalized_elo(&self) -> Elo {
        if self.is_paired() { self.pairs.normalized_elo() } else { self.games.normalized_elo() }
    }

    /// The likelihood of superiority.
    pub fn los(&self) -> f64 {
        if self.is_paired() { self.pairs.los() } else { self.games.los() }
    }

    /// The same from the other side.
    #[must_use]
    pub const fn flipped(&self) -> Self {
        Self { games: self.games.flipped(), pairs: self.pairs.flipped() }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}

/// How often a player did something wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Lost on time.
    pub time: u64,
    /// Of those, the games in which the host of a virtual machine meanwhile took from it at least as
    /// much as the player was late.
    pub time_to_host: u64,
    /// Stopped answering.
    pub stalls: u64,
    /// Crashed, or flooded us.
    pub crashes: u64,
    /// Played a move that is not legal.
    pub illegal: u64,
}

impl Faults {
    fn record(&mut self, fault: &Fault) {
        match fault {
            Fault::TimeLoss { over, stolen } => {
                self.time += 1;
                self.time_to_host += u64::from(stolen >= over);
            }
            Fault::Stall(_) => self.stalls += 1,
            Fault::Crash(_) | Fault::Flood(_) => self.crashes += 1,
            Fault::IllegalMove(_) | Fault::NoMove => self.illegal += 1,
        }
    }

    /// All of them.
    pub const fn total(&self) -> u64 {
        self.time + self.stalls + self.crashes + self.illegal
    }
}

/// How a player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves it had to think about.
    pub moves: u64,
    /// The time it used, by our clock.
    pub time: Duration,
    /// The nodes it says it has searched.
    pub nodes: u64,
    /// The depths it has reached, added up.
    pub depths: u64,
    /// How much later than it says its last line of a move arrived, over all moves of which it
    /// says so.
    pub latency: Duration,
    /// The largest of these.
    pub worst_latency: Duration,
    /// The moves of which it says so.
    pub timed_moves: u64,
}

impl Effort {
    fn record(&mut self, game: &GameRecord, color: Color) {
        let first = game.start.turn();
        let own = usize::from(first != color);
        for played in game.moves.iter().skip(own).step_by(2) {
            let Some(opinion) = played.opinion else { continue };
            self.moves += 1;
            self.time += played.elapsed;
            self.nodes += opinion.nodes.unwrap_or(0);
            self.depths += u64::from(opinion.depth.unwrap_or(0));
            if let Some(latency) = opinion.latency {
                self.latency += latency;
                self.worst_latency = self.worst_latency.max(latency);
                self.timed_moves += 1;
            }
        }
    }

    /// The mean latency.
    pub fn mean_latency(&self) -> Duration {
        self.latency
            .checked_div(u32::try_from(self.timed_moves).unwrap_or(u32::MAX))
            .unwrap_or_default()
    }
}

/// One player's part of the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerTally {
    /// Its games against everybody.
    pub score: Score,
    /// Its games with White.
    pub white: Trinomial,
    /// What it did wrong.
    pub faults: Faults,
    /// How it thinks.
    pub effort: Effort,
}

/// The results of a contest so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The players in their order.
    pub players: Vec<PlayerTally>,
    /// Who has met, the lower index first, from its view.
    pub scores: BTreeMap<(usize, usize), Score>,
    /// How games ended, by the word of the `Termination` tag.
    pub terminations: BTreeMap<&'static str, u64>,
}

impl Standings {
    /// Nothing yet, for so many players.
    pub fn new(players: usize) -> Self {
        Self {
            players: vec![PlayerTally::default(); players],
            scores: BTreeMap::new(),
            terminations: BTreeMap::new(),
        }
    }

    /// Counts an encounter.
    pub fn add(&mut self, record: &EncounterRecord) {
        let (first, second) = (record.encounter.first, record.encounter.second);
        let mut score = Score::default();
        let mut points = Vec::new();
        for (white, game) in &record.games {
            let color = if *white == first { Color::White } else { Color::Black };
            points.push(game.ending.points(color));
            score.games.record(game.ending.points(color));
            self.add_game(game, first, second, color);
        }
        if let [one, two] = points[..] {
            score.pairs.record(one, two);
        }
        self.players[first].score += score;
        self.players[second].score += score.flipped();
        let (key, score) = if first < second {
            ((first, second), score)
        } else {
            ((second, first), score.flipped())
        };
        *self.scores.entry(key).or_default() += score;
    }

    fn add_game(&mut self, game: &GameRecord, first: usize, second: usize, color: Color) {
        *self.terminations.entry(game.ending.termination()).or_default() += 1;
        for (player, color) in [(first, color), (second, !color)] {
            let tally = &mut self.players[player];
            if color == Color::White {
                tally.white.record(game.ending.points(color));
            }
            if let Ending::Fault { by, fault } = &game.ending
                && *by == color
            {
                tally.faults.record(fault);
            }
            tally.effort.record(game, color);
        }
    }

    /// The result of two players against each other, from the first one's view.
    pub fn between(&self, first: usize, second: usize) -> Score {
        let score = self.scores.get(&(first.min(second), first.max(second)));
        let score = score.copied().unwrap_or_default();
        if first < second { score } else { score.flipped() }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.scores.values().map(|score| score.games.games()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_answers_for_what_it_took_alone() {
        let ms = Duration::from_millis;
        let mut faults = Faults::default();
        for stolen in [ms(0), ms(270), ms(277), ms(900)] {
            faults.record(&Fault::TimeLoss { over: ms(277), stolen });
        }
        assert_eq!((faults.time, faults.time_to_host, faults.total()), (4, 2, 4));
    }
}
