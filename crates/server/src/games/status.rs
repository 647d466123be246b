//! Where a game stands, in words.

use ferz_rules::{Color, DrawReason, Game, Outcome, WinReason};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::{Side, color_name};

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It does.
    Playing,
    /// It does not.
    Finished,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct StatusView {
    /// Whether it goes on.
    state: State,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[schema(example = "1-0")]
    result: String,
    /// Who has won.
    winner: Option<Side>,
    /// Why it is over.
    #[schema(example = "checkmate")]
    reason: Option<String>,
    /// A sentence for people.
    #[schema(example = "White wins by checkmate")]
    pub(crate) text: String,
    /// Whether the player to move is in check.
    check: bool,
    /// The draw that the player to move could claim.
    claimable: Option<String>,
    /// Who has offered a draw that stands.
    draw_offer: Option<Side>,
}

impl StatusView {
    pub(crate) fn new(game: &Game, ending: Option<Outcome>, draw_offer: Option<Color>) -> Self {
        let position = game.position();
        let claimable = game.claimable_draw().filter(|_| ending.is_none());
        Self {
            state: if ending.is_some() { State::Finished } else { State::Playing },
            result: ending.map_or("*", Outcome::result).to_owned(),
            winner: ending.and_then(Outcome::winner).map(Side::from),
            reason: ending.map(reason),
            text: sentence(position.turn(), position.in_check(), ending),
            check: position.in_check(),
            claimable: claimable.map(|reason| reason.to_string()),
            draw_offer: draw_offer.map(Side::from),
        }
    }
}

fn sentence(turn: Color, check: bool, ending: Option<Outcome>) -> String {
    match ending {
        None if check => format!("{} to move, in check", color_name(turn)),
        None => format!("{} to move", color_name(turn)),
        Some(Outcome::Win { winner, reason }) => {
            format!("{} wins by {reason}", color_name(winner))
        }
        Some(Outcome::Draw(reason)) => format!("Draw by {reason}"),
    }
}

pub(crate) fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { reason, .. } => reason.to_string(),
        Outcome::Draw(reason) => reason.to_string(),
    }
}

/// The outcome whose text this is, as the store has it.
pub(crate) fn outcome_from_text(text: &str) -> Option<Outcome> {
    let wins = [WinReason::Checkmate, WinReason::TimeForfeit, WinReason::Resignation];
    let draws = [
        DrawReason::Stalemate,
        DrawReason::InsufficientMaterial,
        DrawReason::ThreefoldRepetition,
        DrawReason::FivefoldRepetition,
        DrawReason::FiftyMoves,
        DrawReason::SeventyFiveMoves,
        DrawReason::TimeForfeitWithoutMatingMaterial,
        DrawReason::Agreement,
    ];
    let wins = Color::ALL
        .into_iter()
        .flat_map(|winner| wins.map(|reason| Outcome::Win { winner, reason }));
    let mut all = wins.chain(draws.map(Outcome::Draw));
    all.find(|outcome| outcome.to_string() == text)
}
