//! The tree as it grows, node by node, for those who want to see why a move was left out.

use ferz_eval::Evaluator;
use ferz_rules::{Move, Piece, Position, Square};

use crate::feature::Feature;
use crate::node::Node;
use crate::score::Score;
use crate::window::Window;
use crate::worker::{Shared, Stopped, Worker};

/// A node that is entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The position.
    pub position: &'a Position,
    /// The piece that moved here and where it stands now; none at the root and after a null move.
    pub moved: Option<(Piece, Square)>,
    /// The depth of the iteration.
    pub iteration: i32,
    /// The distance from the root.
    pub ply: usize,
    /// The depth that is left; none in quiescence.
    pub depth: Option<i32>,
    /// What the score is asked to lie between.
    pub window: Window,
}

/// Hears what happens in the tree. Every `enter` has its `leave`; what techniques did in between
/// belongs to the node that was entered last and not left yet.
pub trait Tracer: Send {
    /// A node begins.
    fn enter(&mut self, visit: &Visit<'_>);
    /// A technique was tried there, on a move if one is given.
    fn tried(&mut self, feature: Feature, mv: Option<Move>, worked: bool);
    /// The node ends; without a score if the search was stopped.
    fn leave(&mut self, score: Option<Score>);
}

impl<E: Evaluator> Worker<E> {
    /// Lets somebody watch every node, or nobody. Nobody costs a branch for each node.
    pub fn set_tracer(&mut self, tracer: Option<Box<dyn Tracer>>) {
        self.tracer = tracer;
    }

    /// Tells whoever watches that a technique was tried.
    #[cold]
    #[inline(never)]
    pub(crate) fn trace_try(&mut self, feature: Feature, mv: Option<Move>, worked: bool) {
        if let Some(tracer) = &mut self.tracer {
            tracer.tried(feature, mv, worked);
        }
    }

    /// A node with somebody watching.
    #[cold]
    #[inline(never)]
    #[allow(clippy::too_many_arguments)] // Those of the node itself.
    pub(crate) fn traced_node<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // Quiescence tells of itself.
        if depth <= 0 && self.has(Feature::Quiescence) {
            return self.node::<N>(shared, position, window, depth, ply, cut_node);
        }
        self.trace_enter(position, window, Some(depth), ply);
        let result = self.node::<N>(shared, position, window, depth, ply, cut_node);
        self.trace_leave(result)
    }

    /// A node of quiescence with somebody watching.
    #[cold]
    #[inline(never)]
    pub(crate) fn traced_quiescence<N: Node>(
        &mut self,
        shared: &Shared,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.trace_enter(position, window, None, ply);
        let result = self.quiescence_node::<N>(shared, position, window, ply);
        self.trace_leave(result)
    }

    fn trace_enter(&mut self, position: &Position, window: Window, depth: Option<i32>, ply: usize) {
        let moved = self.earlier_move(ply, 1).map(|moved| (moved.piece(), moved.to()));
        let iteration = self.root_depth;
        if let Some(tracer) = &mut self.tracer {
            tracer.enter(&Visit { position, moved, iteration, ply, depth, window });
        }
    }

    fn trace_leave(&mut self, result: Result<Score, Stopped>) -> Result<Score, Stopped> {
        if let Some(tracer) = &mut self.tracer {
            tracer.leave(result.ok());
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use ferz_eval::Material;
    use ferz_rules::{Game, PieceType};

    use super::*;
    use crate::feature::Features;
    use crate::limits::Limits;
    use crate::tt::TranspositionTable;

    /// What was heard.
    #[derive(Default)]
    struct Heard {
        open: usize,
        nodes: u64,
        tries: Vec<(Feature, bool)>,
    }

    struct Recorder(Arc<Mutex<Heard>>);

    impl Tracer for Recorder {
        fn enter(&mut self, visit: &Visit<'_>) {
            let mut heard = self.0.lock().expect("nobody panics");
            heard.open += 1;
            heard.nodes += 1;
            assert!(visit.ply > 0 || visit.moved.is_none());
            if let Some((piece, square)) = visit.moved {
                // Castling is the king taking its rook, and both stand elsewhere afterwards.
                match visit.position.piece_on(square) {
                    Some(standing) => assert_eq!(standing.color(), piece.color()),
                    None => assert_eq!(piece.kind(), PieceType::King, "a piece has moved there"),
                }
            }
        }

        fn tried(&mut self, feature: Feature, _mv: Option<Move>, worked: bool) {
            self.0.lock().expect("nobody panics").tries.push((feature, worked));
        }

        fn leave(&mut self, score: Option<Score>) {
            let mut heard = self.0.lock().expect("nobody panics");
            assert!(heard.open > 0 && score.is_some());
            heard.open -= 1;
        }
    }

    #[test]
    fn every_node_and_every_try_is_told_and_nothing_changes() {
        let shared = || Shared::new(TranspositionTable::with_mebibytes(1));
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let game = Game::from_position(fen.parse().expect("legal"));
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let mut worker = Worker::new(Material, Features::DEFAULT);
        let unseen = worker.think(&shared(), &game, &limits, 1, &mut |_| {});

        let heard = Arc::new(Mutex::new(Heard::default()));
        let mut worker = Worker::new(Material, Features::DEFAULT);
        worker.set_tracer(Some(Box::new(Recorder(Arc::clone(&heard)))));
        let seen = worker.think(&shared(), &game, &limits, 1, &mut |_| {});
        assert_eq!((seen.nodes, seen.best, seen.score), (unseen.nodes, unseen.best, unseen.score));

        let heard = heard.lock().expect("nobody panics");
        assert_eq!((heard.open, heard.nodes), (0, seen.nodes));
        for feature in [Feature::LateMoveReduction, Feature::Tt, Feature::Quiescence] {
            let tries = heard.tries.iter().filter(|(tried, _)| *tried == feature);
            assert_eq!(tries.count() as u64, seen.statistics.of(feature).tried, "{feature:?}");
        }
    }
}
