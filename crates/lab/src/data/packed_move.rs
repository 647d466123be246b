//! A move in the sixteen bits of viriformat.

use ferz_rules::{Move, MoveKind, Position};

const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;
const SQUARES: u16 = 0x0FFF;

/// The move as it is stored. Never zero, since no move ends where it begins.
///
/// ```
/// use ferz_lab::data::{pack_move, unpack_move};
/// use ferz_rules::Position;
/// let position = Position::startpos();
/// let mv = position.parse_uci("e2e4")?;
/// assert_eq!(pack_move(mv), 0x070c);
/// assert_eq!(unpack_move(&position, 0x070c), Some(mv));
/// # Ok::<(), ferz_rules::UciMoveError>(())
/// ```
pub const fn pack_move(mv: Move) -> u16 {
    let squares = mv.bits() & SQUARES;
    match mv.kind() {
        MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture => squares,
        MoveKind::Castle => squares | CASTLE,
        MoveKind::EnPassant => squares | EN_PASSANT,
        // The low two bits of these kinds number the piece from knight to queen, as here.
        kind => squares | PROMOTION | (kind as u16 & 3) << 12,
    }
}

/// The legal move of this position that is stored so, if there is one.
pub fn unpack_move(position: &Position, bits: u16) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| pack_move(mv) == bits)
}
