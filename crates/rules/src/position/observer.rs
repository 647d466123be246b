//! How an evaluation follows the pieces without the board knowing that it exists.

use crate::piece::Piece;
use crate::square::Square;

/// Hears of every piece that comes, goes or moves while a move is played.
///
/// The changes of one move arrive in an order in which the sum is right, but single squares may
/// be shared for a moment: in Chess960 the castling king may land where the rook still stands.
///
/// ```
/// use ferz_rules::{Piece, PieceObserver, Position, Square};
///
/// /// Counts pieces, as the simplest evaluation would.
/// struct Count(i32);
///
/// impl PieceObserver for Count {
///     fn added(&mut self, _: Piece, _: Square) { self.0 += 1 }
///     fn removed(&mut self, _: Piece, _: Square) { self.0 -= 1 }
///     fn moved(&mut self, _: Piece, _: Square, _: Square) {}
/// }
///
/// let mut position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut count = Count(4);
/// let takes = position.parse_uci("e4d5")?;
/// position.play_observed(takes, &mut count);
/// assert_eq!(count.0, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PieceObserver {
    /// A piece has appeared: what a pawn is promoted to.
    fn added(&mut self, piece: Piece, square: Square);
    /// A piece has gone: taken, or a pawn about to be promoted.
    fn removed(&mut self, piece: Piece, square: Square);
    /// A piece has gone from one square to another.
    fn moved(&mut self, piece: Piece, from: Square, to: Square);
}

/// Nobody watches; costs nothing.
impl PieceObserver for () {
    #[inline(always)]
    fn added(&mut self, _: Piece, _: Square) {}

    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}

    #[inline(always)]
    fn moved(&mut self, _: Piece, _: Square, _: Square) {}
}
