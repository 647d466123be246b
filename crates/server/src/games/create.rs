//! How games begin.

use ferz_rules::{ByColor, Game, Position, StartNumber};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{By, ClockSetting, GameClock, LiveGame, Played, Player};
use crate::config::Limits;
use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::id::{GameId, random_bits};
use crate::wire::{MOST_PLIES, Variant, first_game, read_fen};

/// A day on the clock.
const LONGEST_CLOCK: u64 = 86_400_000;

/// A game to be made. Everything may be missing.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// Chess or Chess960.
    #[serde(default)]
    variant: Variant,
    /// The number of a Chess960 start; any of them if it is missing.
    #[serde(default)]
    #[schema(maximum = 959)]
    start_number: Option<u16>,
    /// Where to start instead.
    #[serde(default)]
    fen: Option<String>,
    /// A game to go on with: the main line of the first one.
    #[serde(default)]
    pgn: Option<String>,
    /// Who has White.
    #[serde(default)]
    white: Player,
    /// Who has Black.
    #[serde(default)]
    black: Player,
    /// The clocks, if there are any.
    #[serde(default)]
    clock: Option<ClockRequest>,
}

/// How clocks are set.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClockRequest {
    /// Milliseconds at the start.
    #[schema(minimum = 1, maximum = 86_400_000)]
    initial: u64,
    /// Milliseconds that each move adds.
    #[serde(default)]
    #[schema(maximum = 86_400_000)]
    increment: u64,
}

impl NewGame {
    /// The game, if it can be played.
    pub(crate) fn create(
        self,
        owner: Client,
        limits: &Limits,
        now: u64,
    ) -> Result<LiveGame, ApiError> {
        let clock = self.clock.map(ClockRequest::settled).transpose()?;
        let (game, variant) = self.start()?;
        let players = ByColor::new(self.white.settled(limits)?, self.black.settled(limits)?);
        let import = Played { by: By::Import, time: 0, clock: None, thought: None };
        let played = vec![import; game.moves().len()];
        Ok(LiveGame {
            id: GameId::random(),
            variant,
            players,
            ending: game.outcome(),
            game,
            played,
            clock: clock.map(GameClock::new),
            draw_offer: None,
            seq: 0,
            created: now,
            updated: now,
            turn_since: now,
            owner,
        })
    }

    fn start(&self) -> Result<(Game, Variant), ApiError> {
        let given = [self.start_number.is_some(), self.fen.is_some(), self.pgn.is_some()];
        if given.into_iter().filter(|&is_given| is_given).count() > 1 {
            let message = "only one of start_number, fen and pgn can say where the game starts";
            return Err(ApiError::new(Code::BadValue, message));
        }
        let game = if let Some(fen) = &self.fen {
            Game::from_position(read_fen(fen)?)
        } else if let Some(pgn) = &self.pgn {
            played_game(pgn)?
        } else {
            Game::from_position(self.numbered_start()?)
        };
        let variant = self.variant.of(game.start());
        Ok((game, variant))
    }

    fn numbered_start(&self) -> Result<Position, ApiError> {
        let number = match (self.variant, self.start_number) {
            (Variant::Standard, None) => return Ok(Position::startpos()),
            (Variant::Standard, Some(number)) => {
                let expected = "nothing in standard chess";
                return Err(ApiError::value("start_number", &number.to_string(), expected));
            }
            (Variant::Chess960, None) => (random_bits() % 960) as u16,
            (Variant::Chess960, Some(number)) => number,
        };
        let start = StartNumber::new(number).ok_or_else(|| {
            ApiError::value("start_number", &number.to_string(), "a number up to 959")
        })?;
        Ok(Position::chess960(start))
    }
}

fn played_game(pgn: &str) -> Result<Game, ApiError> {
    let bad = |message: String| ApiError::new(Code::BadPgn, message);
    let read = first_game(pgn)?;
    let mut game = Game::from_position(read.start.clone());
    if read.main_line().count() > MOST_PLIES {
        return Err(bad(format!("more than {MOST_PLIES} moves are too many")));
    }
    for mv in read.main_line() {
        game.play(mv).map_err(|error| bad(error.to_string()))?;
    }
    Ok(game)
}

impl ClockRequest {
    fn settled(self) -> Result<ClockSetting, ApiError> {
        let expected = "milliseconds, at least one and at most a day";
        if !(1..=LONGEST_CLOCK).contains(&self.initial) {
            return Err(ApiError::value("clock.initial", &self.initial.to_string(), expected));
        }
        if self.increment > LONGEST_CLOCK {
            return Err(ApiError::value("clock.increment", &self.increment.to_string(), expected));
        }
        Ok(ClockSetting { initial: self.initial, increment: self.increment })
    }
}
