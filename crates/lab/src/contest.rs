//! Many games between players: who meets whom, from which opening, on how many threads.
//!
//! An [`Encounter`] is two players and an opening, played once with each colour, and its number
//! says everything about it: a game does not depend on which thread plays it, nor on what was
//! played before. So a contest at fixed nodes has one result for a seed, whatever the machine.

mod run;

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::adjudicate::Rules;
use crate::book::Book;
use crate::player::{PlayerError, PlayerSpec};
use crate::record::GameRecord;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody. With two players this is a match.
    #[default]
    RoundRobin,
    /// The first players, so many of them, meet all the others.
    Gauntlet {
        /// How many.
        seeds: usize,
    },
}

/// Whether each opening is played twice, with colours swapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Games {
    /// Once: the first player has White in every other round.
    Single,
    /// Twice, which takes the opening's luck out of the result.
    #[default]
    Pair,
}

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players, whose names differ.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub format: Format,
    /// How often each of them meets.
    pub rounds: u32,
    /// How many games a meeting has.
    pub games: Games,
    /// Where the games start: each round has its opening.
    pub book: Book,
    /// When games end before the rules end them.
    pub rules: Rules,
    /// Whether castling is written in the way of Chess960.
    pub chess960: bool,
    /// How many games are played at once.
    pub concurrency: NonZeroUsize,
    /// Whether each of them stays on a processor of its own.
    pub affinity: bool,
}

/// Two players and an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Encounter {
    /// Its number in the contest, from 0.
    pub number: u32,
    /// The round, from 0.
    pub round: u32,
    /// The player whose results are counted; White in the first game of a pair.
    pub first: usize,
    /// The other player.
    pub second: usize,
}

/// An encounter and its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncounterRecord {
    /// Who met.
    pub encounter: Encounter,
    /// The games in order, each with the index of the player who had White.
    pub games: Vec<(usize, GameRecord)>,
}

impl Contest {
    /// Which players meet in each round.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let players = self.players.len();
        let seeds = match self.format {
            Format::RoundRobin => players,
            Format::Gauntlet { seeds } => seeds.min(players),
        };
        let mut pairings = Vec::new();
        for first in 0..seeds {
            // In a gauntlet the seeds do not meet each other.
            let from = if self.format == Format::RoundRobin { first + 1 } else { seeds };
            pairings.extend((from..players).map(|second| (first, second)));
        }
        pairings
    }

    /// How many encounters there are.
    pub fn len(&self) -> u32 {
        self.rounds.saturating_mul(u32::try_from(self.pairings().len()).unwrap_or(u32::MAX))
    }

    /// Whether nobody meets anybody.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many games an encounter has.
    pub const fn games_each(&self) -> u32 {
        match self.games {
            Games::Single => 1,
            Games::Pair => 2,
        }
    }

    /// The encounter of this number.
    pub fn encounter(&self, number: u32) -> Option<Encounter> {
        let pairings = self.pairings();
        if number >= self.len() {
            return None;
        }
        let (first, second) = pairings[number as usize % pairings.len()];
        Some(Encounter { number, round: number / pairings.len() as u32, first, second })
    }

    /// The players' names in their order.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Starts every player once, so that a wrong path or option is found before any game; says
    /// what they call themselves.
    ///
    /// # Errors
    /// If a player cannot play, two have the same name, or nobody meets anybody.
    pub fn check(&self) -> Result<Vec<String>, ContestError> {
        for (index, player) in self.players.iter().enumerate() {
            if self.players[..index].iter().any(|other| other.name == player.name) {
                return Err(ContestError::SameName(player.name.clone()));
            }
        }
        if self.is_empty() {
            return Err(ContestError::Nobody);
        }
        let title = |spec: &PlayerSpec| spec.start(self.chess960).map(|player| player.title());
        self.players.iter().map(title).collect::<Result<_, _>>().map_err(ContestError::Player)
    }
}

/// Why a contest cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContestError {
    /// A player cannot play.
    Player(PlayerError),
    /// Two players have the same name.
    SameName(String),
    /// Nobody meets anybody.
    Nobody,
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::SameName(name) => {
                write!(f, "two players are called {name}: give one another name=")
            }
            Self::Nobody => f.write_str("there is nobody to play: two players and a round, please"),
        }
    }
}

impl std::error::Error for ContestError {}

/// No format has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError(pub String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected \"roundrobin\" or \"gauntlet\", not \"{}\"", self.0)
    }
}

impl std::error::Error for FormatError {}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        match text {
            "roundrobin" | "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet { seeds: 1 }),
            _ => Err(FormatError(text.to_owned())),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("roundrobin"),
            Self::Gauntlet { seeds } => write!(f, "gauntlet seeds={seeds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Limit;

    #[track_caller]
    fn check(players: usize, format: Format, pairings: &[(usize, usize)]) {
        let limit = Limit { nodes: Some(1), ..Limit::default() };
        let contest = Contest {
            players: (0..players).map(|n| PlayerSpec::inside(&n.to_string(), limit)).collect(),
            format,
            rounds: 3,
            games: Games::Pair,
            book: Book::standard(),
            rules: Rules::default(),
            chess960: false,
            concurrency: NonZeroUsize::MIN,
            affinity: false,
        };
        assert_eq!(contest.pairings(), pairings);
        assert_eq!(contest.len() as usize, 3 * pairings.len());
        assert_eq!(contest.encounter(contest.len()), None);
        let last = contest.len().checked_sub(1).and_then(|number| contest.encounter(number));
        assert_eq!(
            last.map(|last| (last.round, last.first, last.second)),
            pairings.last().map(|&(first, second)| (2, first, second))
        );
    }

    #[test]
    fn who_meets_whom() {
        check(2, Format::RoundRobin, &[(0, 1)]);
        check(3, Format::RoundRobin, &[(0, 1), (0, 2), (1, 2)]);
        check(3, Format::Gauntlet { seeds: 1 }, &[(0, 1), (0, 2)]);
        check(4, Format::Gauntlet { seeds: 2 }, &[(0, 2), (0, 3), (1, 2), (1, 3)]);
        check(1, Format::RoundRobin, &[]);
        check(2, Format::Gauntlet { seeds: 2 }, &[]);
    }
}
