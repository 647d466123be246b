//! King and pawn against king, solved a second time: slowly, through the rules themselves and
//! with every promotion, sharing nothing with the table under test.

use std::collections::HashMap;

use ferz_eval::kpk_wins;
use ferz_rules::{Bitboard, Color, Piece, PieceType, Position, Square};

/// Whose move, White's king, the pawn, Black's king.
type Case = (Color, Square, Square, Square);

/// What a position's moves lead to.
struct Next {
    won_at_once: bool,
    drawn_at_once: bool,
    cases: Vec<Case>,
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a legal position")
}

fn case_of(position: &Position) -> Option<Case> {
    let pawn = position.kind(PieceType::Pawn).first()?;
    Some((position.turn(), position.king(Color::White), pawn, position.king(Color::Black)))
}

fn build((turn, king, pawn, enemy): Case) -> Option<Position> {
    if king == enemy || king == pawn || pawn == enemy {
        return None;
    }
    let mut setup = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").to_setup();
    setup.board = [None; 64];
    setup.turn = turn;
    setup.board[king.index()] = Some(Piece::WhiteKing);
    setup.board[pawn.index()] = Some(Piece::WhitePawn);
    setup.board[enemy.index()] = Some(Piece::BlackKing);
    Position::try_from(setup).ok()
}

/// Queen or rook against king, Black to move, is won unless Black takes it at once or is
/// stalemated.
fn is_won_promotion(position: &Position) -> bool {
    let major = position.straight_sliders();
    let moves = position.legal_moves();
    let mated = moves.is_empty() && position.in_check();
    !major.is_empty() && (mated || !moves.is_empty() && moves.iter().all(|mv| !mv.is_capture()))
}

fn next(position: &Position) -> Next {
    let (mut won_at_once, mut drawn_at_once, mut cases) = (false, false, Vec::new());
    for &mv in position.legal_moves().iter() {
        let mut after = position.clone();
        after.play(mv);
        match case_of(&after) {
            Some(case) => cases.push(case),
            None if mv.is_promotion() => won_at_once |= is_won_promotion(&after),
            None => drawn_at_once = true,
        }
    }
    Next { won_at_once, drawn_at_once, cases }
}

fn solve() -> HashMap<Case, bool> {
    let mut won = HashMap::new();
    let mut open = Vec::new();
    for pawn in Square::ALL.into_iter().filter(|&pawn| !Bitboard::BACK_RANKS.contains(pawn)) {
        for king in Square::ALL {
            for (enemy, turn) in Square::ALL.into_iter().flat_map(|s| Color::ALL.map(|c| (s, c))) {
                let case = (turn, king, pawn, enemy);
                if let Some(position) = build(case) {
                    open.push((case, next(&position)));
                    won.insert(case, false);
                }
            }
        }
    }
    loop {
        let before = open.len();
        open.retain(|(case, next)| {
            let wins = match case.0 {
                Color::White => next.won_at_once || next.cases.iter().any(|case| won[case]),
                Color::Black => {
                    let cases = &next.cases;
                    !next.drawn_at_once && !cases.is_empty() && cases.iter().all(|case| won[case])
                }
            };
            won.insert(*case, wins);
            !wins
        });
        if open.len() == before {
            return won;
        }
    }
}

#[test]
fn table_agrees_with_the_rules_on_every_position() {
    let won = solve();
    let mut wins = 0;
    for (&(turn, king, pawn, enemy), &expected) in &won {
        assert_eq!(kpk_wins(turn, king, pawn, enemy), expected, "{turn} {king} {pawn} {enemy}");
        wins += u32::from(expected && pawn.index() % 8 < 4);
    }
    assert_eq!(wins, 111_282);
}

#[track_caller]
fn check(fen: &str, expected: bool) {
    let (turn, king, pawn, enemy) = case_of(&position(fen)).expect("a pawn");
    assert_eq!(kpk_wins(turn, king, pawn, enemy), expected, "{fen}");
}

#[test]
fn key_squares_win_whoever_moves() {
    for turn in ["w", "b"] {
        check(&format!("3k4/8/3K4/8/3P4/8/8/8 {turn} - - 0 1"), true);
        check(&format!("4k3/8/3K4/8/3P4/8/8/8 {turn} - - 0 1"), true);
    }
}

#[test]
fn opposition_decides_before_the_pawn() {
    check("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true);
    check("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false);
    check("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true);
}

#[test]
fn rook_pawn_draws_against_the_corner() {
    check("k7/8/K7/P7/8/8/8/8 w - - 0 1", false);
    check("8/8/8/8/k7/8/P7/K7 w - - 0 1", false);
}
