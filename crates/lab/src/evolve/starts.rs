//! Where games begin: in the middle game, after all opening moves have been played.
//!
//! The document lets the opponent play against itself for twenty moves at depth 4. An engine at a
//! fixed depth plays the same game every time, so the first half-moves here are random.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ferz_rules::{CastlingStyle, Game, Position};
use ferz_uci::Go;

use super::error::EvolveError;
use super::operators::{Purpose, stream};
use crate::book::Book;
use crate::player::{Failure, Player, Turn};
use crate::{Random, Rules};

/// How long the opponent may think about one move before it counts as stalled.
const PATIENCE: Duration = Duration::from_mins(1);
/// So many openings are tried for one position before something must be wrong.
const TRIES: u32 = 1000;

/// Where games begin.
#[derive(Clone, Debug)]
pub enum Starts {
    /// After so many moves of the opponent against itself.
    SelfPlay(SelfPlayStarts),
    /// At the positions of a book.
    Book(Book),
}

/// Positions that the opponent has played to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayStarts {
    /// Moves of each player.
    pub moves: u32,
    /// How deep it thinks.
    pub depth: u32,
    /// The first half-moves are random.
    pub random_plies: u32,
}

impl Default for SelfPlayStarts {
    /// The document's.
    fn default() -> Self {
        Self { moves: 20, depth: 4, random_plies: 4 }
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SelfPlay(SelfPlayStarts { moves, depth, random_plies }) => write!(
                f,
                "after {moves} moves of the opponent against itself at depth {depth}, the first \
                 {random_plies} half-moves random"
            ),
            Self::Book(book) => write!(f, "positions of a book {}", book.fingerprint()),
        }
    }
}

impl Starts {
    /// The position of this number; none if it was stopped.
    ///
    /// # Errors
    /// If the opponent fails.
    pub fn position(
        &self,
        opponent: &mut dyn Player,
        seed: u64,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Position>, EvolveError> {
        match self {
            Self::Book(book) => Ok(Some(book.opening(number as usize).game().position().clone())),
            Self::SelfPlay(settings) => {
                let mut random = stream(seed, Purpose::Starts, 0, number);
                for _ in 0..TRIES {
                    match settings.play(opponent, &mut random, stop)? {
                        Played::Position(position) => return Ok(Some(*position)),
                        Played::Stopped => return Ok(None),
                        Played::Over => {}
                    }
                }
                Err(EvolveError::NoStart)
            }
        }
    }
}

enum Played {
    Position(Box<Position>),
    Over,
    Stopped,
}

impl SelfPlayStarts {
    fn play(
        &self,
        opponent: &mut dyn Player,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Result<Played, EvolveError> {
        opponent.new_game().map_err(EvolveError::Player)?;
        let mut game = Game::default();
        let go = Go { depth: Some(self.depth), ..Go::default() };
        while game.moves().len() < 2 * self.moves as usize {
            if game.outcome().is_some() || game.claimable_draw().is_some() {
                return Ok(Played::Over);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Played::Stopped);
            }
            let mv = if game.moves().len() < self.random_plies as usize {
                let moves = game.position().legal_moves();
                moves[random.below(moves.len())]
            } else {
                let turn = Turn {
                    game: &game,
                    style: CastlingStyle::Standard,
                    go: &go,
                    patience: PATIENCE,
                    stop,
                };
                match opponent.think(&turn) {
                    Ok(answer) => answer.mv,
                    Err(Failure::Interrupted) => return Ok(Played::Stopped),
                    Err(Failure::Fault(fault)) => return Err(EvolveError::Opponent(fault)),
                }
            };
            game.play(mv).expect("players answer with legal moves");
        }
        opponent.game_over();
        let is_over = game.outcome().is_some() || game.claimable_draw().is_some();
        Ok(if is_over { Played::Over } else { Played::Position(Box::new(game.position().clone())) })
    }
}

/// The referee of fitness games: nothing but the length ends a game early.
pub(super) fn rules(max_moves: u32) -> Rules {
    Rules { max_moves: Some(max_moves), ..Rules::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Limit;
    use crate::player::PlayerSpec;

    #[test]
    fn positions_follow_from_seed_and_number() {
        let limit = Limit { depth: Some(1), ..Limit::default() };
        let mut player = PlayerSpec::inside("ferz", limit).start(false).expect("it starts");
        let starts = Starts::SelfPlay(SelfPlayStarts { moves: 6, depth: 1, random_plies: 3 });
        let stop = AtomicBool::new(false);
        let mut at = |seed, number| {
            let position = starts.position(player.as_mut(), seed, number, &stop);
            position.expect("it plays").expect("it is not stopped")
        };
        let first = at(1, 0);
        assert_eq!((first.fullmove_number(), first.ply()), (7, 12));
        assert_ne!(at(1, 1), first);
        assert_ne!(at(2, 0), first);
        assert_eq!(at(1, 0), first);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(starts.position(player.as_mut(), 1, 5, &stop), Ok(None));
    }
}
