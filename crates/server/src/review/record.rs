//! A review: a game, and the engine's opinions of its positions so far.

use ferz_lab::analysis::{Opinion, annotate};
use ferz_rules::Game;
use ferz_rules::pgn::PgnGame;
use serde::Serialize;
use utoipa::ToSchema;

use super::codec;
use super::request::NewReview;
use crate::error::{ApiError, Code};
use crate::guard::Client;
use crate::store::ReviewRow;
use crate::wire::{MOST_PLIES, first_game};

/// What a review is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewState {
    /// Positions are searched, or wait for their turn.
    Running,
    /// Somebody stopped it; it can go on.
    Stopped,
    /// Every position has been searched.
    Complete,
    /// The engine or the store failed; it can be tried again.
    Failed,
}

impl ReviewState {
    const ALL: [Self; 4] = [Self::Running, Self::Stopped, Self::Complete, Self::Failed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Complete => "complete",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A review.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// Given by the store.
    pub(crate) id: i64,
    pub(crate) owner: Client,
    pub(crate) state: ReviewState,
    pub(crate) created: u64,
    pub(crate) updated: u64,
    pub(crate) request: NewReview,
    pub(super) game: PgnGame,
    pub(super) opinions: Vec<Opinion>,
}

impl Review {
    pub(super) fn new(request: NewReview, owner: Client, now: u64) -> Result<Self, ApiError> {
        let game = first_game(&request.pgn)?;
        if game.main_line().count() > MOST_PLIES {
            let message = format!("more than {MOST_PLIES} moves are too many");
            return Err(ApiError::new(Code::BadPgn, message));
        }
        Ok(Self {
            id: 0,
            owner,
            state: ReviewState::Running,
            created: now,
            updated: now,
            request,
            game,
            opinions: Vec::new(),
        })
    }

    /// A review as the store has it, with the opinions of its positions by their numbers.
    pub(super) fn from_rows(
        row: &ReviewRow,
        opinions: &[(usize, String)],
    ) -> Result<Self, ApiError> {
        let corrupt = || ApiError::internal(format!("review {} cannot be read", row.id));
        let request: NewReview = serde_json::from_str(&row.request).map_err(|_| corrupt())?;
        let mut review = Self::new(request, row.owner.clone(), row.created)?;
        review.id = row.id;
        review.state = row.state;
        review.updated = row.updated;
        for (ply, text) in opinions {
            // What is over is not in the store.
            let Some(game) = review.next_game() else { break };
            if *ply != review.opinions.len() {
                return Err(corrupt());
            }
            review.opinions.push(codec::decode(game.position(), text).ok_or_else(corrupt)?);
        }
        review.next_game();
        Ok(review)
    }

    /// How many positions there are.
    pub(crate) fn total(&self) -> usize {
        self.game.main_line().count() + 1
    }

    pub(super) fn is_complete(&self) -> bool {
        self.opinions.len() == self.total()
    }

    /// The next position to be searched, with what led to it. What is over needs no search: its
    /// opinion is added here.
    pub(super) fn next_game(&mut self) -> Option<Game> {
        while !self.is_complete() {
            let game = self.game_at(self.opinions.len());
            match game.outcome() {
                Some(outcome) => self.opinions.push(Opinion::of_outcome(outcome)),
                None => return Some(game),
            }
        }
        None
    }

    fn game_at(&self, ply: usize) -> Game {
        let mut game = Game::from_position(self.game.start.clone());
        for mv in self.game.main_line().take(ply) {
            // The reader has let in legal moves only.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// The game with everything that was found so far.
    pub(super) fn annotated(&self) -> String {
        let mut game = self.game.clone();
        annotate(&mut game, &self.opinions, &self.request.annotation());
        game.to_string()
    }

    /// A tag of the game.
    pub(crate) fn tag(&self, name: &str) -> String {
        self.game.headers.get(name).unwrap_or("?").to_owned()
    }

    pub(crate) fn result(&self) -> String {
        self.game.result.map_or_else(|| "*".to_owned(), |result| result.to_string())
    }
}
