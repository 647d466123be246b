//! Who plays a game.

use std::time::Duration;

use ferz_engine::{MAX_ELO, MIN_ELO, Settings, Strength, TableSettings};
use ferz_eval::EvaluatorKind;
use ferz_rules::{Color, Position};
use ferz_search::{Clock, Limits as SearchLimits, TimeBudget};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::clock::GameClock;
use crate::config::Limits;
use crate::error::ApiError;

/// What an engine thinks for without a limit of its own.
const DEFAULT_TIME: u64 = 1000;
/// The least table.
const LEAST_HASH: usize = 1;
const DEFAULT_HASH: usize = 16;
/// Between the clock and the search stand the queue, a thread and the store.
const OVERHEAD: Duration = Duration::from_millis(30);
/// The deepest search that anybody may ask for.
const DEEPEST: i32 = 200;
const LONGEST_NAME: usize = 80;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Player {
    /// Somebody who sends moves.
    Human(Human),
    /// Ferz.
    Engine(EnginePlayer),
}

/// Somebody who sends moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Human {
    /// How they are called.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub(crate) name: Option<String>,
}

/// Ferz as a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnginePlayer {
    /// How it is called.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub(crate) name: Option<String>,
    /// The rating it plays at, from 600 to 2600; as well as it can if it is missing.
    #[serde(default)]
    pub(crate) elo: Option<u32>,
    /// How long it thinks; by its clock if there is one and this says nothing.
    #[serde(default)]
    pub(crate) limit: MoveLimit,
    /// How many threads search.
    #[serde(default)]
    pub(crate) threads: Option<usize>,
    /// Mebibytes of the table.
    #[serde(default)]
    pub(crate) hash: Option<usize>,
    /// Which evaluation: `nnue`, `classical`, `evolved` or `material`.
    #[serde(default)]
    pub(crate) evaluator: Option<String>,
}

/// How long to think about a move. The first bound reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveLimit {
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub(crate) movetime: Option<u64>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub(crate) nodes: Option<u64>,
    /// Plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub(crate) depth: Option<i32>,
}

impl Default for Player {
    fn default() -> Self {
        Self::Human(Human::default())
    }
}

impl Player {
    /// The player with everything filled in and nothing beyond the limits.
    pub(crate) fn settled(self, limits: &Limits) -> Result<Self, ApiError> {
        Ok(match self {
            Self::Human(human) => Self::Human(Human { name: name(human.name, "Human")? }),
            Self::Engine(engine) => Self::Engine(engine.settled(limits)?),
        })
    }

    pub(crate) fn name(&self) -> &str {
        let name = match self {
            Self::Human(human) => &human.name,
            Self::Engine(engine) => &engine.name,
        };
        name.as_deref().unwrap_or_default()
    }

    pub(crate) const fn engine(&self) -> Option<&EnginePlayer> {
        match self {
            Self::Human(_) => None,
            Self::Engine(engine) => Some(engine),
        }
    }
}

fn name(given: Option<String>, default: &str) -> Result<Option<String>, ApiError> {
    let name = given.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| default.to_owned());
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(ApiError::value("name", &name, "at most 80 printable characters"));
    }
    Ok(Some(name))
}

impl EnginePlayer {
    pub(crate) fn settled(self, limits: &Limits) -> Result<Self, ApiError> {
        let evaluator = evaluator(self.evaluator.as_deref())?;
        Ok(Self {
            name: name(self.name, "Ferz")?,
            elo: self.elo.map(|elo| elo.clamp(MIN_ELO, MAX_ELO)),
            limit: self.limit.settled(limits.movetime)?,
            threads: Some(self.threads.unwrap_or(1).clamp(1, limits.threads)),
            hash: Some(self.hash.unwrap_or(DEFAULT_HASH).clamp(LEAST_HASH, limits.hash)),
            evaluator: Some(evaluator.name().to_owned()),
        })
    }

    /// The settings of the engine that plays like this.
    pub(crate) fn settings(&self, endgames: &TableSettings) -> Settings {
        Settings {
            threads: self.threads.unwrap_or(1),
            hash: self.hash.unwrap_or(DEFAULT_HASH),
            evaluator: evaluator(self.evaluator.as_deref()).unwrap_or(EvaluatorKind::Nnue),
            tables: endgames.clone(),
            strength: self.strength(),
            ..Settings::default()
        }
    }
}

impl EnginePlayer {
    fn strength(&self) -> Strength {
        let unlimited = Strength::default();
        match self.elo {
            Some(elo) => Strength { is_limited: true, elo, ..unlimited },
            None => unlimited,
        }
    }
}

/// The evaluation of this name, the network if there is none.
pub(crate) fn evaluator(name: Option<&str>) -> Result<EvaluatorKind, ApiError> {
    let Some(name) = name else { return Ok(EvaluatorKind::Nnue) };
    let found = EvaluatorKind::ALL.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| ApiError::value("evaluator", name, "nnue, classical, evolved or material"))
}

impl MoveLimit {
    pub(crate) fn settled(self, longest: u64) -> Result<Self, ApiError> {
        let expect = |field: &str, value: Option<i128>| match value {
            Some(value) if value < 1 => {
                Err(ApiError::value(field, &value.to_string(), "a number from 1"))
            }
            _ => Ok(()),
        };
        expect("movetime", self.movetime.map(i128::from))?;
        expect("nodes", self.nodes.map(i128::from))?;
        expect("depth", self.depth.map(i128::from))?;
        Ok(Self {
            movetime: self.movetime.map(|time| time.min(longest)),
            nodes: self.nodes,
            depth: self.depth.map(|depth| depth.min(DEEPEST)),
        })
    }

    /// The limits of a search. Whatever was asked for, it ends in time.
    pub(crate) fn search(
        &self,
        clock: Option<&GameClock>,
        position: &Position,
        now: u64,
        longest: u64,
    ) -> SearchLimits {
        let is_silent = *self == Self::default();
        let fixed = self.movetime.or((is_silent && clock.is_none()).then_some(DEFAULT_TIME));
        let longest = Duration::from_millis(fixed.unwrap_or(longest).min(longest));
        let budget = clock.map(|clock| clock_budget(clock, position, now));
        let time = match budget {
            Some(budget) => TimeBudget {
                soft: budget.soft.min(longest),
                hard: budget.hard.min(longest),
                is_flexible: budget.is_flexible,
            },
            None => TimeBudget::exactly(longest),
        };
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: Some(time),
            ..Default::default()
        }
    }
}

fn clock_budget(clock: &GameClock, position: &Position, now: u64) -> TimeBudget {
    let turn: Color = position.turn();
    let clock = Clock {
        left: Duration::from_millis(clock.left_at(turn, now)),
        increment: Duration::from_millis(clock.setting.increment),
        moves_to_go: None,
        overhead: OVERHEAD,
    };
    clock.budget(position.fullmove_number())
}
