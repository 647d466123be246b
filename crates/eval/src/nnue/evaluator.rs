//! A network that follows a line of play.

use std::sync::Arc;

use ferz_rules::{Color, Move, Position};

use super::line::{LANES, Line};
use super::refresh::RefreshCache;
use super::simd::Kernel;
use super::step::{Placed, Step};
use super::{Network, feature};
use crate::{Evaluator, known_ending};

/// Evaluates by a network.
///
/// Moves are only noted as they are played; accumulators are worked out when a score is asked for,
/// from the nearest one up the line that is known.
///
/// Positions must be those of the line that it was told of by [`Evaluator::reset`] and
/// [`Evaluator::play`].
pub struct Nnue {
    network: Arc<Network>,
    kernel: Kernel,
    /// The root and every move since.
    steps: Vec<Step>,
    /// White's and Black's accumulator of each step.
    accumulators: Vec<Line>,
    cache: RefreshCache,
}

impl Nnue {
    /// The network on the best kernel that this processor can run.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_kernel(network, Kernel::best())
    }

    /// The network on this kernel.
    pub fn with_kernel(network: Arc<Network>, kernel: Kernel) -> Self {
        let cache = RefreshCache::new(&network);
        let steps = vec![Step::ROOT];
        let mut nnue = Self { network, kernel, steps, accumulators: Vec::new(), cache };
        nnue.make_room();
        nnue
    }

    /// The network that it goes by.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the network says of the position, the last one of the line, even if the ending is known.
    #[inline]
    pub fn network_score(&mut self, position: &Position) -> i32 {
        self.follow(position, Color::White);
        self.follow(position, Color::Black);
        let lines = self.lines();
        let last = &self.accumulators[(self.steps.len() - 1) * 2 * lines..][..2 * lines];
        let (white, black) = last.split_at(lines);
        let (ours, theirs) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let bucket = self.network.bucket_of(position);
        let sum = self.kernel.dot(ours, theirs, self.network.output_row(bucket));
        self.network.output(sum, bucket)
    }

    /// Lines of one accumulator.
    #[inline(always)]
    fn lines(&self) -> usize {
        self.network.hidden() / LANES
    }

    #[inline(always)]
    fn push(&mut self, step: Step) {
        self.steps.push(step);
        if self.accumulators.len() < self.steps.len() * 2 * self.lines() {
            self.make_room();
        }
    }

    /// Room for twice as long a line as ever before.
    #[cold]
    fn make_room(&mut self) {
        let length = self.steps.len() * 2 * 2 * self.lines();
        self.accumulators.resize(length, Line([0; LANES]));
    }

    /// Works out this player's accumulator in the position, the last one of the line.
    #[inline(always)]
    fn follow(&mut self, position: &Position, perspective: Color) {
        let last = self.steps.len() - 1;
        match self.nearest(perspective) {
            Some(known) => {
                (known + 1..=last).for_each(|index| self.update(index, position, perspective));
            }
            None => self.refresh(position, perspective),
        }
    }

    /// The last step of the line whose accumulator is known, unless the board was turned since.
    #[inline(always)]
    fn nearest(&self, perspective: Color) -> Option<usize> {
        let steps = self.steps.iter().enumerate().rev();
        for (index, step) in steps {
            if step.is_done(perspective) {
                return Some(index);
            }
            if step.is_turned(perspective) {
                return None;
            }
        }
        None
    }

    /// Works out the accumulator after a step from the one before it. The king may have moved
    /// since, but not so that the board looks different.
    #[inline(always)]
    fn update(&mut self, index: usize, position: &Position, perspective: Color) {
        let king = position.king(perspective);
        let lines = self.lines();
        let side = perspective.index() * lines;
        let (before, after) = self.accumulators.split_at_mut(index * 2 * lines);
        let source = &before[(index - 1) * 2 * lines + side..][..lines];
        let target = &mut after[side..][..lines];
        let network = &*self.network;
        let row = |Placed { piece, square }: Placed| {
            network.feature_row(feature(perspective, king, piece, square))
        };
        let kernel = self.kernel;
        let step = &mut self.steps[index];
        match (step.added, step.removed) {
            ([Some(to), None], [Some(from), None]) => {
                kernel.combine(target, source, [row(to)], [row(from)]);
            }
            ([Some(to), None], [Some(taken), Some(from)]) => {
                kernel.combine(target, source, [row(to)], [row(taken), row(from)]);
            }
            ([Some(a), Some(b)], [Some(c), Some(d)]) => {
                kernel.combine(target, source, [row(a), row(b)], [row(c), row(d)]);
            }
            // A null move.
            _ => target.copy_from_slice(source),
        }
        step.set_done(perspective);
    }

    #[inline(never)]
    fn refresh(&mut self, position: &Position, perspective: Color) {
        let last = self.steps.len() - 1;
        let lines = self.lines();
        let start = (2 * last + perspective.index()) * lines;
        let fresh = self.cache.refresh(&self.network, self.kernel, position, perspective);
        self.accumulators[start..][..lines].copy_from_slice(fresh);
        self.steps[last].set_done(perspective);
    }
}

impl Evaluator for Nnue {
    fn reset(&mut self, position: &Position) {
        self.steps.clear();
        self.jump(position);
    }

    #[inline(always)]
    fn play(&mut self, position: &mut Position, mv: Move) {
        let mut step = Step::default();
        position.play_observed(mv, &mut step);
        self.push(step);
    }

    fn play_null(&mut self, position: &mut Position) {
        position.play_null();
        self.push(Step::default());
    }

    /// Works both accumulators out at once. The search may know the score of this position and
    /// never ask for it, and then every line from here would have to begin anew: in self-play at
    /// 200 nodes a move that took an eighth of the time.
    fn jump(&mut self, position: &Position) {
        self.push(Step::ROOT);
        for color in Color::ALL {
            self.refresh(position, color);
        }
    }

    #[inline(always)]
    fn unplay(&mut self) {
        debug_assert!(self.steps.len() > 1, "there is a move to forget");
        self.steps.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        // Against a bare king a network has no idea of progress: one of 128 neurons drew with bishop
        // and knight. It learns from nothing of the kind, since such games end by adjudication.
        if let Some((_, score)) = known_ending(position) {
            return if position.turn() == Color::White { score } else { -score };
        }
        self.network_score(position)
    }
}
