//! What networks say of a fixed set of positions, to check one and to compare two.

use std::sync::Arc;

use ferz_rules::Position;

use super::{Kernel, Network, Nnue};
use crate::Evaluator;

/// Half-moves of each of the games.
const PLIES: usize = 120;
const GAMES: u64 = 8;

/// A kernel that disagrees with the plain arithmetic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// Which kernel.
    pub kernel: Kernel,
    /// Where.
    pub position: Box<Position>,
    /// What it says, and what the plain arithmetic says.
    pub scores: [i32; 2],
}

impl Network {
    /// Lets every kernel of this processor follow some random games and compares each score with
    /// the plain arithmetic. Returns how many scores were compared.
    ///
    /// # Errors
    /// With the first score that differs.
    pub fn cross_check(self: &Arc<Self>) -> Result<usize, Disagreement> {
        let mut compared = 0;
        for kernel in Kernel::available() {
            let mut nnue = Nnue::with_kernel(Arc::clone(self), kernel);
            for seed in 1..=GAMES {
                let mut game = RandomGame::new(seed);
                nnue.reset(&game.position);
                while game.advance(&mut nnue) {
                    let position = &game.position;
                    let scores = [nnue.network_score(position), self.evaluate(position)];
                    if scores[0] != scores[1] {
                        let position = Box::new(position.clone());
                        return Err(Disagreement { kernel, position, scores });
                    }
                    compared += 1;
                }
            }
        }
        Ok(compared)
    }

    /// Its scores of the positions of some random games: the same positions for every network.
    pub fn sample_scores(&self) -> Vec<i32> {
        let mut scores = Vec::new();
        for seed in 1..=GAMES {
            let mut game = RandomGame::new(seed);
            while game.advance(&mut Unfollowed) {
                scores.push(self.evaluate(&game.position));
            }
        }
        scores
    }
}

/// Nobody follows the game.
struct Unfollowed;

impl Evaluator for Unfollowed {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, _: &Position) -> i32 {
        0
    }
}

/// A game of random moves.
struct RandomGame {
    position: Position,
    random: u64,
    plies: usize,
}

impl RandomGame {
    fn new(seed: u64) -> Self {
        let random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { position: Position::startpos(), random, plies: 0 }
    }

    /// Plays a move in the eyes of somebody who follows; no more after so many, or at the end.
    fn advance(&mut self, follower: &mut impl Evaluator) -> bool {
        let moves = self.position.legal_moves();
        if moves.is_empty() || self.plies == PLIES {
            return false;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let choice = (self.random >> 32) as usize % moves.len();
        follower.play(&mut self.position, moves[choice]);
        self.plies += 1;
        true
    }
}
