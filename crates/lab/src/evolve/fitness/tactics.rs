//! Fitness by tactics solved within a budget of nodes, by the search of Ferz.

use std::fmt;
use std::sync::Arc;

use ferz_eval::evolved::Chromosome;
use ferz_rules::Game;
use ferz_search::{Bound, Limits};

use super::{FULL, digest, mean, sample};
use crate::evolve::player::engine;
use crate::suite::Task;

/// Positions with a solution.
#[derive(Clone, Debug)]
pub struct TacticsMeasure {
    tasks: Arc<[Task]>,
    fingerprint: String,
    sample: Option<usize>,
    nodes: u64,
}

impl TacticsMeasure {
    /// These positions, so many of them in each generation or all, with so many nodes for each.
    pub fn new(tasks: Vec<Task>, sample: Option<usize>, nodes: u64) -> Self {
        Self { fingerprint: digest(&tasks), tasks: tasks.into(), sample, nodes }
    }

    /// A thousand if every solution is found at once, half of it if each is found with the last
    /// node: who finds it sooner is fitter.
    pub(super) fn measure(&self, chromosome: &Chromosome, seed: u64, generation: u32) -> f64 {
        let mut engine = engine(chromosome);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let chosen = sample(self.tasks.len(), self.sample, seed, generation);
        let mut solve = |index: usize| {
            let task = &self.tasks[index];
            engine.new_game();
            engine.set_game(Game::from_position(task.position.clone()));
            // From when on the right move was held to the end.
            let mut since: Option<u64> = None;
            let result = engine.think(&limits, &mut |report| {
                if let (1, Bound::Exact, Some(mv)) =
                    (report.multipv, report.bound, report.pv.first())
                {
                    since = task.is_right(*mv).then(|| since.unwrap_or(report.nodes));
                }
            });
            let is_right = result.best.is_some_and(|mv| task.is_right(mv));
            let used =
                since.unwrap_or(self.nodes).min(self.nodes) as f64 / self.nodes.max(1) as f64;
            if is_right { 1.0 - used / 2.0 } else { 0.0 }
        };
        let values: Vec<f64> = chosen.into_iter().map(&mut solve).collect();
        FULL * mean(values.into_iter())
    }
}

impl fmt::Display for TacticsMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.sample.map_or(self.tasks.len(), |sample| sample.min(self.tasks.len()));
        write!(
            f,
            "tactics in {count} of {} positions with {} nodes each ({})",
            self.tasks.len(),
            self.nodes,
            self.fingerprint
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_count_the_more_the_sooner_they_come() {
        let task = |line: &str| {
            Task::new(&line.parse().expect("legal"), "x").expect("legal moves").expect("a question")
        };
        let tasks = vec![
            task("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;"),
            task("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Kf1;"),
        ];
        let measure = TacticsMeasure::new(tasks, None, 2000);
        let value = measure.measure(&Chromosome::default(), 1, 0);
        assert!((250.0..500.0).contains(&value), "one of two, before the last node: {value}");
    }
}
