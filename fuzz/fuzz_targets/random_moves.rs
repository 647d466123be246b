//! Bytes choose a start and then moves; after each of them every invariant holds.
#![no_main]

use ferz_rules::{
    CastlingStyle, Game, MoveFilter, MoveList, Piece, PieceObserver, Position, Square, StartNumber,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [a, b, c, d, choices @ ..] = bytes else { return };
    let pick = |high: u8, low: u8| StartNumber::new(u16::from_be_bytes([high & 3, low]) % 960);
    let (Some(white), Some(black)) = (pick(*a, *b), pick(*c, *d)) else { return };
    let mut game = Game::from_position(Position::double_chess960(white, black));
    for choice in choices {
        let position = game.position().clone();
        check(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];

        let mut replica = Replica(position.to_setup().board);
        let mut observed = position.clone();
        observed.play_observed(mv, &mut replica);
        assert_eq!(replica.0, observed.to_setup().board);

        game.play(mv).expect("a generated move is legal");
        assert_eq!(*game.position(), observed);
        assert_eq!(game.undo(), Some(mv));
        assert_eq!(*game.position(), position);
        game.play(mv).expect("a generated move is legal");
    }
    while game.undo().is_some() {}
    assert_eq!(game.occurrences(), 1);
});

/// A board kept up by nothing but an observer's news.
struct Replica([Option<Piece>; 64]);

impl PieceObserver for Replica {
    fn added(&mut self, piece: Piece, square: Square) {
        self.0[square.index()] = Some(piece);
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece));
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        // A castling king may have landed here a moment ago.
        if self.0[from.index()] == Some(piece) {
            self.0[from.index()] = None;
        }
        self.0[to.index()] = Some(piece);
    }
}

fn check(position: &Position) {
    let fresh = Position::try_from(position.to_setup()).expect("a played position is legal");
    assert_eq!(*position, fresh);
    assert_eq!(position.to_string().parse().as_ref(), Ok(position));

    let all = position.legal_moves();
    assert_eq!(all.len() as u64, position.count_legal_moves());
    let mut parts = MoveList::new();
    position.generate_legal(MoveFilter::Noisy, &mut parts);
    assert!(parts.iter().all(|mv| mv.is_noisy()));
    position.generate_legal(MoveFilter::Quiet, &mut parts);
    assert_eq!(parts.len(), all.len());

    let mut pseudo = MoveList::new();
    position.generate_pseudo_legal(MoveFilter::All, &mut pseudo);
    let safe = pseudo.iter().filter(|mv| position.keeps_king_safe(**mv)).count();
    assert_eq!(safe, all.len());

    for mv in &all {
        assert!(position.is_legal(mv) && parts.contains(&mv));
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        let uci = mv.uci(CastlingStyle::Chess960).to_string();
        assert_eq!(position.parse_uci(&uci), Ok(mv));
    }
}
