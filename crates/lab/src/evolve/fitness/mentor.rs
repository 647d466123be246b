//! Fitness by agreement with another evaluation.

use std::fmt;
use std::sync::Arc;

use ferz_eval::evolved::{Chromosome, Evolved};
use ferz_rules::{Color, Position};

use super::{FULL, digest, mean, sample};
use crate::stats::score_of_elo;

/// Positions with what a mentor thinks of them.
#[derive(Clone, Debug)]
pub struct MentorMeasure {
    positions: Arc<[(Position, f64)]>,
    fingerprint: String,
    name: String,
    sample: Option<usize>,
}

impl MentorMeasure {
    /// Asks the mentor about every position in which nobody is in check: centipawns for the player
    /// to move. Each generation meets so many of them, or all.
    pub fn new(
        positions: impl IntoIterator<Item = Position>,
        mentor: &mut dyn FnMut(&Position) -> i32,
        name: &str,
        sample: Option<usize>,
    ) -> Self {
        let quiet = positions.into_iter().filter(|position| !position.in_check());
        let judged = quiet.map(|position| {
            let score = mentor(&position);
            let white = if position.turn() == Color::White { score } else { -score };
            let points = points(white);
            (position, points)
        });
        let positions: Arc<[_]> = judged.collect();
        Self { fingerprint: digest(&positions), positions, name: name.to_owned(), sample }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// A thousand less what the expected points differ by on average. In points and not in
    /// centipawns, because it does not matter by how much a won position is won.
    pub(super) fn measure(&self, chromosome: &Chromosome, seed: u64, generation: u32) -> f64 {
        let eval = Evolved::new(chromosome);
        let chosen = sample(self.positions.len(), self.sample, seed, generation);
        let difference = |index: usize| {
            let (position, expected) = &self.positions[index];
            (points(eval.white_score(position)) - expected).abs()
        };
        FULL * (1.0 - mean(chosen.into_iter().map(difference)))
    }
}

/// The points that a score in centipawns promises.
fn points(score: i32) -> f64 {
    score_of_elo(f64::from(score))
}

impl fmt::Display for MentorMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.sample.map_or(self.len(), |sample| sample.min(self.len()));
        let (name, all, fingerprint) = (&self.name, self.len(), &self.fingerprint);
        write!(f, "agreement with {name} on {count} of {all} positions ({fingerprint})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use ferz_eval::Evaluator;

    /// Positions after a dozen random half-moves.
    fn positions() -> impl Iterator<Item = Position> {
        (0..40).map(|number| {
            let (mut position, mut random) = (Position::startpos(), Random::new(number));
            for _ in 0..12 {
                let moves = position.legal_moves();
                position.play(moves[random.below(moves.len())]);
            }
            position
        })
    }

    #[test]
    fn the_mentor_agrees_with_itself_and_less_with_others() {
        let itself = Chromosome::default();
        let mut eval = Evolved::new(&itself);
        let mut mentor = |position: &Position| eval.evaluate(position);
        let measure = MentorMeasure::new(positions(), &mut mentor, "itself", None);
        assert!(measure.len() > 30, "few are in check");
        assert_eq!(measure.measure(&itself, 1, 0).to_string(), "1000");
        let values: Vec<f64> = itself.values().iter().map(|value| -value).collect();
        let opposite = Chromosome::from_values(itself.kind(), &values).expect("as many");
        assert!(measure.measure(&opposite, 1, 0) < 990.0);
    }
}
