//! A move in the sixteen bits of viriformat.

use ferz_rules::{Move, MoveKind, PieceType, Position, Square};

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
    let square = |bits: u16| Square::from_index(usize::from(bits & 63));
    let (from, to) = (square(bits)?, square(bits >> 6)?);
    let mv = Move::new(from, to, kind_of(position, from, to, bits)?);
    // The pieces tell what is not stored; asking the rules about one move is much cheaper than
    // generating all of them.
    (pack_move(mv) == bits && position.is_legal(mv)).then_some(mv)
}

/// What a stored move does.
fn kind_of(position: &Position, from: Square, to: Square, bits: u16) -> Option<MoveKind> {
    let takes = position.piece_on(to).is_some();
    Some(match bits & PROMOTION {
        EN_PASSANT => MoveKind::EnPassant,
        CASTLE => MoveKind::Castle,
        PROMOTION => promotion(usize::from(bits >> 12 & 3), takes),
        _ if takes => MoveKind::Capture,
        _ => {
            let is_pawn = position.piece_on(from)?.kind() == PieceType::Pawn;
            let is_double = is_pawn && from.index().abs_diff(to.index()) == 16;
            if is_double { MoveKind::DoublePush } else { MoveKind::Quiet }
        }
    })
}

fn promotion(piece: usize, takes: bool) -> MoveKind {
    use MoveKind::{
        CapturePromoteBishop, CapturePromoteKnight, CapturePromoteQueen, CapturePromoteRook,
        PromoteBishop, PromoteKnight, PromoteQueen, PromoteRook,
    };
    if takes {
        [CapturePromoteKnight, CapturePromoteBishop, CapturePromoteRook, CapturePromoteQueen][piece]
    } else {
        [PromoteKnight, PromoteBishop, PromoteRook, PromoteQueen][piece]
    }
}
