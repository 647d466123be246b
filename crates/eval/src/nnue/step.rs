//! What a move changes in the eyes of a network.

use ferz_rules::{Color, Piece, PieceObserver, PieceType, Square};

use super::feature::is_mirrored;

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) piece: Piece,
    pub(super) square: Square,
}

/// A move in a line, and whose accumulators after it are known.
///
/// No move changes more than castling does: two pieces leave and two arrive.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) added: [Option<Placed>; 2],
    pub(super) removed: [Option<Placed>; 2],
    /// Whose board was mirrored by the move, so that no earlier accumulator is of use.
    turned: [bool; 2],
    done: [bool; 2],
}

impl Step {
    /// The start of a line: nothing is known.
    pub(super) const ROOT: Self =
        Self { added: [None; 2], removed: [None; 2], turned: [true; 2], done: [false; 2] };

    #[inline(always)]
    pub(super) fn is_turned(&self, perspective: Color) -> bool {
        self.turned[perspective.index()]
    }

    #[inline(always)]
    pub(super) fn is_done(&self, perspective: Color) -> bool {
        self.done[perspective.index()]
    }

    #[inline(always)]
    pub(super) fn set_done(&mut self, perspective: Color) {
        self.done[perspective.index()] = true;
    }
}

#[inline(always)]
fn push(list: &mut [Option<Placed>; 2], piece: Piece, square: Square) {
    let slot = usize::from(list[0].is_some());
    list[slot] = Some(Placed { piece, square });
}

impl PieceObserver for Step {
    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        push(&mut self.added, piece, square);
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        push(&mut self.removed, piece, square);
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.added(piece, to);
        if piece.kind() == PieceType::King && is_mirrored(from) != is_mirrored(to) {
            self.turned[piece.color().index()] = true;
        }
    }
}
