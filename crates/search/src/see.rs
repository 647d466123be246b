//! Static exchange evaluation: what a capture is worth once everybody has recaptured.

use ferz_rules::attacks::{between, bishop_attacks, bishop_rays, line, rook_attacks, rook_rays};
use ferz_rules::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Position, Square};

/// What each kind of piece counts in an exchange.
pub(crate) const EXCHANGE_VALUES: [i32; PieceType::COUNT] = [100, 320, 330, 500, 950, 0];

/// The value of what a move takes and of what its pawn becomes.
pub(crate) fn gain(position: &Position, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::EnPassant => EXCHANGE_VALUES[PieceType::Pawn.index()],
        _ if mv.is_capture() => {
            position.piece_on(mv.to()).map_or(0, |piece| EXCHANGE_VALUES[piece.kind().index()])
        }
        _ => 0,
    };
    let promoted = mv
        .promotion()
        .map_or(0, |kind| EXCHANGE_VALUES[kind.index()] - EXCHANGE_VALUES[PieceType::Pawn.index()]);
    captured + promoted
}

/// Whether the exchange that a move starts on its target square wins at least so much, when both
/// players recapture with their cheapest piece for as long as it pays.
///
/// Pinned pieces take part only while their pinner is still on its square.
pub fn see_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    // If what is taken is not enough, no recapture will make up for it.
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let (from, to) = (mv.from(), mv.to());
    let moved = mv.promotion().or_else(|| position.piece_on(from).map(Piece::kind));
    // If the moved piece may be lost for nothing and it is still enough, nothing more is asked.
    balance -= moved.map_or(0, |kind| EXCHANGE_VALUES[kind.index()]);
    if balance >= 0 {
        return true;
    }
    Exchange::after(position, mv).run(to, !position.turn(), balance)
}

struct Exchange<'a> {
    position: &'a Position,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    fn after(position: &'a Position, mv: Move) -> Self {
        let mut occupied = position.occupied().without(mv.from()).with(mv.to());
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(Square::new(mv.to().file(), mv.from().rank()));
        }
        let attackers = position.attackers_to(mv.to(), occupied);
        Self { position, occupied, attackers }
    }

    /// Plays out the exchange; the player who has just moved is ahead by `balance`, which is
    /// negative as long as the next recapture pays. True if the first player comes out ahead.
    fn run(&mut self, to: Square, mut turn: Color, mut balance: i32) -> bool {
        let first = !turn;
        loop {
            self.attackers &= self.occupied;
            let Some((kind, from)) = self.cheapest(turn, to) else { break };
            if kind == PieceType::King && !(self.attackers & self.position.color(!turn)).is_empty()
            {
                break; // The king may not recapture into an attack.
            }
            turn = !turn;
            balance = -balance - 1 - EXCHANGE_VALUES[kind.index()];
            self.occupied = self.occupied.without(from);
            self.uncover(kind, to);
            if balance >= 0 {
                break;
            }
        }
        turn != first
    }

    /// The cheapest piece with which this player can recapture.
    fn cheapest(&self, color: Color, to: Square) -> Option<(PieceType, Square)> {
        let mut ours = self.attackers & self.position.color(color);
        if ours.is_empty() {
            return None; // Most exchanges end so, and pins cost more than all the rest.
        }
        let king = self.position.king(color);
        ours &= !self.pinned(ours, color, king, to);
        PieceType::ALL
            .into_iter()
            .find_map(|kind| (ours & self.position.kind(kind)).first().map(|from| (kind, from)))
    }

    /// Those of the attackers that would open a line to their own king.
    fn pinned(&self, ours: Bitboard, color: Color, king: Square, to: Square) -> Bitboard {
        let theirs = self.position.color(!color) & self.occupied;
        let snipers = ((bishop_rays(king) & self.position.diagonal_sliders())
            | (rook_rays(king) & self.position.straight_sliders()))
            & theirs;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & self.occupied;
            let on_line = line(king, sniper).contains(to);
            if !blockers.has_many() && !on_line {
                pinned |= blockers & ours;
            }
        }
        pinned
    }

    /// Adds the sliders that stood behind the piece that has just recaptured.
    fn uncover(&mut self, kind: PieceType, to: Square) {
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            self.attackers |= bishop_attacks(to, self.occupied) & self.position.diagonal_sliders();
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            self.attackers |= rook_attacks(to, self.occupied) & self.position.straight_sliders();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the exchange wins exactly this much.
    #[track_caller]
    fn check_see(fen: &str, san: &str, value: i32) {
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_san(san).unwrap();
        assert!(see_at_least(&position, mv, value), "{san} wins at least {value}");
        assert!(!see_at_least(&position, mv, value + 1), "{san} wins no more than {value}");
    }

    #[test]
    fn exchanges() {
        let [pawn, knight, bishop, rook, queen, _] = EXCHANGE_VALUES;
        check_see("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", pawn);
        check_see("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        check_see("4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1", "Nxd5", pawn - knight);
        check_see("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        check_see("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check_see("3qk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check_see("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", pawn);
        check_see("4k3/1p6/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", 0);
        check_see("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+", knight + queen - pawn);
        check_see("1n2k3/P1K5/8/8/8/8/8/4b3 w - - 0 1", "a8=Q", queen - pawn);
        check_see("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", 0);
        check_see("4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1", "Rxd5", bishop);
        check_see("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check_see("8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", "Rxd5", pawn);
    }

    #[test]
    fn a_pinned_piece_does_not_recapture() {
        // The knight e6 cannot leave the e-file while the rook pins it.
        check_see("4k3/8/4n3/2p5/8/B7/8/4RK2 w - - 0 1", "Bxc5", 100);
        check_see("3k4/8/4n3/2p5/8/B7/8/4RK2 w - - 0 1", "Bxc5", 100 - 330);
    }
}
