//! Fitness by single decisions: the strong move in labelled positions.

use std::fmt;
use std::sync::Arc;

use ferz_eval::evolved::{Chromosome, Evolved};

use super::{FULL, digest, mean, sample};
use crate::evolve::player::choose_move;
use crate::suite::Task;

/// Positions in which the strong move is known.
#[derive(Clone, Debug)]
pub struct MovesMeasure {
    tasks: Arc<[Task]>,
    fingerprint: String,
    sample: Option<usize>,
    depth: u32,
}

impl MovesMeasure {
    /// These positions, so many of them in each generation or all, by a minimax of this depth.
    pub fn new(tasks: Vec<Task>, sample: Option<usize>, depth: u32) -> Self {
        Self { fingerprint: digest(&tasks), tasks: tasks.into(), sample, depth }
    }

    /// A thousand times the share of positions in which the agent chooses the strong move.
    pub(super) fn measure(&self, chromosome: &Chromosome, seed: u64, generation: u32) -> f64 {
        let eval = Evolved::new(chromosome);
        let chosen = sample(self.tasks.len(), self.sample, seed, generation);
        let is_right = |index: usize| {
            let task = &self.tasks[index];
            let mv = choose_move(&eval, &task.position, self.depth);
            mv.is_some_and(|mv| task.is_right(mv))
        };
        FULL * mean(chosen.into_iter().map(|index| f64::from(u8::from(is_right(index)))))
    }
}

impl fmt::Display for MovesMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.sample.map_or(self.tasks.len(), |sample| sample.min(self.tasks.len()));
        write!(
            f,
            "strong moves in {count} of {} labelled positions by minimax at depth {} ({})",
            self.tasks.len(),
            self.depth,
            self.fingerprint
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_moves_are_counted() {
        let task = |line: &str| {
            Task::new(&line.parse().expect("legal"), "x").expect("legal moves").expect("a question")
        };
        let tasks: Vec<Task> = vec![
            task("4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5;"),
            task("4k3/8/8/3q4/4P3/8/8/4K3 w - - bm e5;"),
            task("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;"),
            task("4k3/8/8/3q4/4P3/8/8/4K3 w - - am exd5;"),
        ];
        let measure = MovesMeasure::new(tasks, None, 2);
        assert_eq!(measure.measure(&Chromosome::default(), 1, 0).to_string(), "500");
    }
}
