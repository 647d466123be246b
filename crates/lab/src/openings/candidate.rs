//! One position of a book: rolled, then judged.

use ferz_engine::{Engine, Settings};
use ferz_rules::{Game, Position, StartNumber};
use ferz_search::Limits;

use super::{BookSettings, Opening};
use crate::random::Random;

/// A quick look takes out most positions before the full search sees them: they must be within
/// so many times the allowed score after this part of the nodes.
const QUICK_SHARE: u64 = 20;
const QUICK_FACTOR: i32 = 3;

/// Mebibytes of table for a search of so few nodes; it is emptied before each.
const HASH: usize = 1;

/// Rolls positions and judges them.
pub(super) struct Judge<'a> {
    settings: &'a BookSettings,
    engine: Engine,
}

impl<'a> Judge<'a> {
    pub(super) fn new(settings: &'a BookSettings) -> Self {
        let engine = Engine::new(Settings { hash: HASH, ..Settings::default() });
        Self { settings, engine }
    }

    /// The candidate with this number, unless it is not good enough.
    pub(super) fn candidate(&mut self, number: u64) -> Option<Opening> {
        // The seed of each is taken from a sequence of its own, so that the candidates do not
        // depend on who judges them.
        let mut random = Random::new(self.settings.seed ^ Random::new(number).bits());
        let position = self.roll(&mut random)?;
        let BookSettings { nodes, max_score, .. } = *self.settings;
        self.judge(&position, nodes / QUICK_SHARE, max_score.saturating_mul(QUICK_FACTOR))?;
        let score = self.judge(&position, nodes, max_score)?;
        Some(Opening { position, score })
    }

    /// Random moves from the start. A game that ends on the way and a position in check, where
    /// there is little to choose, are not for a book.
    fn roll(&self, random: &mut Random) -> Option<Position> {
        let mut position = if self.settings.chess960 {
            Position::chess960(StartNumber::new(random.below(960) as u16)?)
        } else {
            Position::startpos()
        };
        let (low, high) = (*self.settings.plies.start(), *self.settings.plies.end());
        let plies = low + random.below((high.saturating_sub(low) + 1) as usize) as u32;
        for _ in 0..plies {
            let moves = position.legal_moves();
            let mv = moves.get(random.below(moves.len()))?;
            position.play(*mv);
        }
        (!position.in_check() && position.has_legal_moves()).then_some(position)
    }

    /// The score of a search, if it is near enough to even.
    fn judge(&mut self, position: &Position, nodes: u64, max_score: i32) -> Option<i32> {
        self.engine.new_game();
        self.engine.set_game(Game::from_position(position.clone()));
        let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
        let score = self.engine.think(&limits, &mut |_| {}).score;
        let is_even = !score.is_decisive() && score.get().abs() <= max_score;
        is_even.then_some(score.get())
    }
}
