//! What the integration tests share: seeded random games. Nothing here asserts anything.

use ferz_rules::Position;

/// Marsaglia's xorshift: the same numbers on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// Shows every position of so many random games, from openings to bare kings.
pub(crate) fn random_positions(games: u64, mut visit: impl FnMut(&Position)) {
    (1..=games).for_each(|seed| random_game(seed, &mut visit));
}

/// Shows every position of one random game.
pub(crate) fn random_game(seed: u64, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut position = Position::startpos();
    for _ in 0..300 {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        // Captures are preferred now and then, else endgames would be rare.
        let captures: Vec<_> = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
        let mv = if !captures.is_empty() && random.below(3) == 0 {
            captures[random.below(captures.len())]
        } else {
            moves[random.below(moves.len())]
        };
        position.play(mv);
    }
}
