//! Offers of a draw, and claims.

use ferz_rules::{Color, DrawReason, Outcome};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{By, Change, LiveGame};
use crate::error::{ApiError, Code};
use crate::wire::Value;

/// An engine that sees itself this much worse takes a draw at any time.
const BAD: i32 = -50;
/// In a long game it also takes one if it is no better than this.
const EVEN: i32 = 10;
const LONG: usize = 60;

/// What to do about a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DrawAction {
    /// Ask for it.
    Offer,
    /// Take what the opponent has offered.
    Accept,
    /// Do not.
    Decline,
    /// Ask the rules for it.
    Claim,
}

impl LiveGame {
    pub(crate) fn draw(
        &mut self,
        action: DrawAction,
        side: Option<Color>,
        now: u64,
    ) -> Result<Change, ApiError> {
        self.expect_playing()?;
        match action {
            DrawAction::Offer => {
                let side = side.or_else(|| self.only_human()).unwrap_or_else(|| self.turn());
                self.offer_draw(side, now);
            }
            DrawAction::Accept => {
                self.take_offer(side)?;
                self.finish(Outcome::Draw(DrawReason::Agreement), now);
            }
            DrawAction::Decline => self.take_offer(side)?,
            DrawAction::Claim => {
                let reason = self.game.claimable_draw().ok_or_else(|| {
                    ApiError::new(Code::NoClaim, "neither a repetition nor fifty moves")
                })?;
                self.finish(Outcome::Draw(reason), now);
            }
        }
        Ok(Change::Status)
    }

    fn offer_draw(&mut self, side: Color, now: u64) {
        let has_opponent_offered = self.draw_offer == Some(!side);
        let is_engine = self.players[!side].engine().is_some();
        if has_opponent_offered || (is_engine && self.engine_accepts(!side)) {
            self.finish(Outcome::Draw(DrawReason::Agreement), now);
        } else if !is_engine {
            self.draw_offer = Some(side);
        }
    }

    /// Removes the offer that this side may answer.
    fn take_offer(&mut self, side: Option<Color>) -> Result<(), ApiError> {
        let offer = self.draw_offer.filter(|&by| side.is_none_or(|side| side != by));
        if offer.is_none() {
            return Err(ApiError::new(Code::NoDrawOffer, "the opponent has not offered a draw"));
        }
        self.draw_offer = None;
        Ok(())
    }

    /// Whether the engine of this side is content with a draw, by what it thought last.
    fn engine_accepts(&self, side: Color) -> bool {
        let mut thoughts = self.played.iter().rev().filter(|played| played.by == By::Engine);
        let last = thoughts.find_map(|played| played.thought);
        match last.map(|thought| thought.score.for_color(side)) {
            None => false,
            Some(Value::Mate(moves)) => moves < 0,
            Some(Value::Cp(score)) => score <= BAD || (self.ply() >= LONG && score <= EVEN),
        }
    }
}
