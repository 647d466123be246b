//! The same count by each library, each in the way its own documentation recommends.

use shakmaty::Position as _;

/// Name and counting function; Ferz comes first.
pub const ALL: [(&str, fn(&str, u32) -> u64); 4] = [
    ("Ferz", ferz),
    ("cozy-chess 0.3.4", cozy),
    ("chess 3.2.0", jordanbray),
    ("shakmaty 0.30.1", niklasf),
];

fn ferz(fen: &str, depth: u32) -> u64 {
    ferz_rules::perft(&fen.parse().expect("a workload's FEN"), depth)
}

fn cozy(fen: &str, depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
            return nodes;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += count(&child, depth - 1);
            }
            false
        });
        nodes
    }
    count(&fen.parse().expect("a workload's FEN"), depth)
}

fn jordanbray(fen: &str, depth: u32) -> u64 {
    use std::str::FromStr;
    let board = chess::Board::from_str(fen).expect("a workload's FEN");
    chess::MoveGen::movegen_perft_test(&board, depth as usize) as u64
}

fn niklasf(fen: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a workload's FEN");
    let position: shakmaty::Chess =
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a workload's position");
    debug_assert!(!position.legal_moves().is_empty());
    shakmaty::perft(&position, depth)
}
