//! How a search tree grows with depth (section 6.7).

use ferz_engine::{Engine, Settings};
use ferz_rules::{Game, Position};
use ferz_search::{Bound, Limits};

/// The nodes of a search, depth by depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// All nodes up to the end of each iteration, from depth 1.
    pub nodes: Vec<u64>,
}

impl Growth {
    /// What each iteration added.
    pub fn increments(&self) -> Vec<u64> {
        let before = std::iter::once(0).chain(self.nodes.iter().copied());
        self.nodes.iter().zip(before).map(|(nodes, before)| nodes - before).collect()
    }

    /// What each iteration added, by what the one before it did, from depth 2.
    ///
    /// ```
    /// use ferz_lab::studies::Growth;
    /// let growth = Growth { nodes: vec![20, 60, 220] };
    /// assert_eq!(growth.ratios(), [2.0, 4.0]);
    /// assert!((growth.factor().unwrap() - 8_f64.sqrt()).abs() < 1e-12);
    /// assert!((growth.root().unwrap() - 220_f64.cbrt()).abs() < 1e-12);
    /// ```
    pub fn ratios(&self) -> Vec<f64> {
        self.increments().windows(2).map(|pair| pair[1] as f64 / pair[0].max(1) as f64).collect()
    }

    /// The geometric mean of the ratios: the effective branching factor.
    pub fn factor(&self) -> Option<f64> {
        let ratios = self.ratios();
        let logs: f64 = ratios.iter().map(|ratio| ratio.max(f64::MIN_POSITIVE).ln()).sum();
        (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
    }

    /// The root of all nodes by the depth: the branching factor of an even tree as large.
    pub fn root(&self) -> Option<f64> {
        let nodes = *self.nodes.last()?;
        Some((nodes as f64).powf(1.0 / self.nodes.len() as f64))
    }
}

/// Searches a position to a depth with these settings.
pub fn measure_growth(position: &Position, settings: Settings, depth: i32) -> Growth {
    let mut engine = Engine::new(settings);
    engine.set_game(Game::from_position(position.clone()));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes: Vec<u64> = Vec::new();
    let result = engine.think(&limits, &mut |report| {
        if report.multipv == 1 && report.bound == Bound::Exact && report.depth > 0 {
            let depth = report.depth as usize;
            nodes.resize(depth, 0);
            nodes[depth - 1] = report.nodes;
        }
    });
    // The last word comes after the last line, with every node in it.
    if let Some(last) = nodes.last_mut() {
        *last = result.nodes.max(*last);
    }
    // An iteration that told no exact score counts with the next one.
    for index in (0..nodes.len().saturating_sub(1)).rev() {
        if nodes[index] == 0 {
            nodes[index] = nodes[index + 1];
        }
    }
    Growth { nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::document_chain;

    #[test]
    fn every_stage_searches_every_depth() {
        for stage in document_chain() {
            let settings = Settings { hash: 1, features: stage.features, ..Settings::default() };
            let growth = measure_growth(&Position::startpos(), settings, 4);
            assert_eq!(growth.nodes.len(), 4, "{}", stage.name);
            assert!(growth.nodes.is_sorted() && growth.nodes[0] >= 20, "{growth:?}");
        }
    }

    #[test]
    fn nothing_can_be_said_of_nothing() {
        let growth = Growth { nodes: Vec::new() };
        assert_eq!((growth.factor(), growth.root()), (None, None));
    }
}
