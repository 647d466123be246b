//! Games: what they are, how they change, and how they look from outside. Nothing here waits,
//! stores or sends anything.

mod clock;
mod create;
mod draw;
mod pgn;
mod player;
mod status;
mod view;

use ferz_rules::{ByColor, Color, DrawReason, Game, Move, Outcome, WinReason};

pub(crate) use clock::{ClockSetting, GameClock};
pub(crate) use create::NewGame;
pub(crate) use draw::DrawAction;
pub(crate) use player::{EnginePlayer, MoveLimit, Player, evaluator};
pub(crate) use status::{StatusView, outcome_from_text};
pub(crate) use view::{BoardView, GameHead, GameList, GameView, Thinking};

use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::id::GameId;
use crate::wire::{Value, Variant};

/// A game between two players.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    pub(crate) id: GameId,
    pub(crate) variant: Variant,
    pub(crate) players: ByColor<Player>,
    pub(crate) game: Game,
    /// What is known of each move of the game.
    pub(crate) played: Vec<Played>,
    pub(crate) clock: Option<GameClock>,
    pub(crate) ending: Option<Outcome>,
    /// Who has offered a draw that stands.
    pub(crate) draw_offer: Option<Color>,
    /// The number of the last event.
    pub(crate) seq: u64,
    pub(crate) created: u64,
    pub(crate) updated: u64,
    /// Since when the player to move has been thinking.
    pub(crate) turn_since: u64,
    /// Who made the game, and waits for its engine.
    pub(crate) owner: Client,
}

/// Who made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// Somebody who sent it.
    Human,
    /// Ferz.
    Engine,
    /// It was there when the game began.
    Import,
}

impl By {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Engine => "engine",
            Self::Import => "import",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Human, Self::Engine, Self::Import].into_iter().find(|by| by.name() == name)
    }
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) by: By,
    /// Milliseconds that it took.
    pub(crate) time: u64,
    /// What its player had left after it.
    pub(crate) clock: Option<u64>,
    pub(crate) thought: Option<Thought>,
}

/// What the engine thought of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) score: Value,
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
}

/// What a change is, for those who watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// A move was made.
    Move,
    /// Moves were taken back.
    Undo,
    /// Something else.
    Status,
}

impl LiveGame {
    pub(crate) fn turn(&self) -> Color {
        self.game.position().turn()
    }

    pub(crate) fn ply(&self) -> usize {
        self.played.len()
    }

    /// The engine whose turn it is.
    pub(crate) fn engine_to_move(&self) -> Option<&EnginePlayer> {
        if self.ending.is_some() { None } else { self.players[self.turn()].engine() }
    }

    /// Refuses what cannot be done to a finished game.
    pub(crate) fn expect_playing(&self) -> Result<(), ApiError> {
        match self.ending {
            None => Ok(()),
            Some(outcome) => {
                Err(ApiError::new(Code::GameOver, format!("the game is over, {outcome}")))
            }
        }
    }

    /// A human's move.
    pub(crate) fn play(&mut self, mv: Move, now: u64) -> Result<Change, ApiError> {
        self.expect_playing()?;
        if self.players[self.turn()].engine().is_some() {
            return Err(ApiError::new(Code::EngineToMove, "it is the engine's turn"));
        }
        self.make(mv, By::Human, None, now)
    }

    /// The engine's move, for itself or for a human who asked.
    pub(crate) fn play_engine(
        &mut self,
        mv: Move,
        thought: Thought,
        now: u64,
    ) -> Result<Change, ApiError> {
        self.expect_playing()?;
        self.make(mv, By::Engine, Some(thought), now)
    }

    fn make(
        &mut self,
        mv: Move,
        by: By,
        thought: Option<Thought>,
        now: u64,
    ) -> Result<Change, ApiError> {
        let mover = self.turn();
        self.game.play(mv).map_err(ApiError::internal)?;
        if let Some(clock) = &mut self.clock {
            clock.press(mover, now);
        }
        self.played.push(Played {
            by,
            time: now.saturating_sub(self.turn_since),
            clock: self.clock.as_ref().map(|clock| clock.left[mover]),
            thought,
        });
        self.turn_since = now;
        if self.draw_offer == Some(!mover) {
            self.draw_offer = None;
        }
        if let Some(outcome) = self.game.outcome().or_else(|| self.claimed_by_engines()) {
            self.finish(outcome, now);
        }
        Ok(Change::Move)
    }

    /// Two engines claim every draw: they would go on for ever.
    fn claimed_by_engines(&self) -> Option<Outcome> {
        let are_engines = Color::ALL.iter().all(|&color| self.players[color].engine().is_some());
        self.game.claimable_draw().filter(|_| are_engines).map(Outcome::Draw)
    }

    fn finish(&mut self, outcome: Outcome, now: u64) {
        self.ending = Some(outcome);
        self.draw_offer = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Ends the game if somebody's time is up; says whether it was.
    pub(crate) fn drop_flag(&mut self, now: u64) -> bool {
        let flag = self.clock.as_ref().and_then(|clock| clock.flag(now));
        let Some(loser) = flag.filter(|_| self.ending.is_none()) else { return false };
        self.finish(self.game.flag_fall(loser), now);
        true
    }

    /// Takes moves back: so many, or to the last move of a human.
    pub(crate) fn undo(&mut self, plies: Option<usize>, now: u64) -> Result<Change, ApiError> {
        if self.ending.is_some_and(|outcome| !is_of_the_board(outcome)) {
            self.expect_playing()?;
        }
        let target = match plies {
            Some(0) => return Err(ApiError::value("plies", "0", "a number from 1")),
            Some(plies) => self.ply().checked_sub(plies),
            None => self.last_human_move(),
        };
        let target = target.ok_or_else(|| {
            ApiError::new(Code::NothingToUndo, format!("{} moves have been made", self.ply()))
        })?;
        while self.ply() > target {
            self.game.undo();
            self.played.pop();
        }
        (self.ending, self.draw_offer, self.turn_since) = (None, None, now);
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            if target > 0 { clock.run(turn, now) } else { clock.stop(now) }
        }
        Ok(Change::Undo)
    }

    fn last_human_move(&self) -> Option<usize> {
        let has_human = Color::ALL.iter().any(|&color| self.players[color].engine().is_none());
        if has_human {
            self.played.iter().rposition(|played| played.by == By::Human)
        } else {
            self.ply().checked_sub(1)
        }
    }

    /// A player gives up.
    pub(crate) fn resign(&mut self, side: Option<Color>, now: u64) -> Result<Change, ApiError> {
        self.expect_playing()?;
        let loser = side.or_else(|| self.only_human()).unwrap_or_else(|| self.turn());
        self.finish(Outcome::Win { winner: !loser, reason: WinReason::Resignation }, now);
        Ok(Change::Status)
    }

    /// The human who plays against an engine.
    fn only_human(&self) -> Option<Color> {
        let mut humans =
            Color::ALL.into_iter().filter(|&color| self.players[color].engine().is_none());
        humans.next().filter(|_| humans.next().is_none())
    }
}

/// Whether the position has decided, so that taking back the last move changes it.
const fn is_of_the_board(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { reason, .. } => matches!(reason, WinReason::Checkmate),
        Outcome::Draw(reason) => {
            !matches!(reason, DrawReason::Agreement | DrawReason::TimeForfeitWithoutMatingMaterial)
        }
    }
}

#[cfg(test)]
mod tests;
