//! Accumulators kept for the moment a king crosses the middle of the board.
//!
//! Then every input changes. But the pieces are mostly where they were when that view was last
//! worked out, so only the difference has to be made up.

use ferz_rules::{Bitboard, Color, Piece, Position};

use super::Network;
use super::feature::{feature, is_mirrored};
use super::line::Line;
use super::simd::Kernel;

/// For each player and each way of seeing the board, an accumulator and the pieces in it.
pub(super) struct RefreshCache {
    views: [[View; 2]; Color::COUNT],
}

struct View {
    pieces: [Bitboard; Piece::COUNT],
    accumulator: Box<[Line]>,
}

/// Rows of weights; no difference has more than there are pieces.
struct Rows<'a> {
    rows: [&'a [Line]; 32],
    count: usize,
}

impl<'a> Rows<'a> {
    const NONE: Self = Self { rows: [&[]; 32], count: 0 };

    fn push(&mut self, row: &'a [Line]) {
        self.rows[self.count] = row;
        self.count += 1;
    }

    fn as_slice(&self) -> &[&'a [Line]] {
        &self.rows[..self.count]
    }
}

impl RefreshCache {
    /// Nothing but empty boards.
    pub(super) fn new(network: &Network) -> Self {
        let view = || View {
            pieces: [Bitboard::EMPTY; Piece::COUNT],
            accumulator: network.feature_biases().into(),
        };
        Self { views: [[view(), view()], [view(), view()]] }
    }

    /// This player's accumulator in the position.
    pub(super) fn refresh(
        &mut self,
        network: &Network,
        kernel: Kernel,
        position: &Position,
        perspective: Color,
    ) -> &[Line] {
        let king = position.king(perspective);
        let view = &mut self.views[perspective.index()][usize::from(is_mirrored(king))];
        let (mut added, mut removed) = (Rows::NONE, Rows::NONE);
        for piece in Piece::ALL {
            let known = &mut view.pieces[piece.index()];
            let now = position.pieces(piece.color(), piece.kind());
            let before = std::mem::replace(known, now);
            let row = |square| network.feature_row(feature(perspective, king, piece, square));
            (now & !before).into_iter().for_each(|square| added.push(row(square)));
            (before & !now).into_iter().for_each(|square| removed.push(row(square)));
        }
        kernel.apply(&mut view.accumulator, added.as_slice(), removed.as_slice());
        &view.accumulator
    }
}
