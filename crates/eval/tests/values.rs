//! Scores that any chess player would agree with: what pieces are worth, and known endings.

use ferz_eval::{Classical, Ending, Evaluator};
use ferz_rules::Position;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn evaluate(fen: &str) -> i32 {
    Classical::default().evaluate(&position(fen))
}

#[track_caller]
fn check_between(fen: &str, low: i32, high: i32) {
    let score = evaluate(fen);
    assert!((low..=high).contains(&score), "{score} in {fen}");
}

#[test]
fn start_is_worth_the_tempo() {
    check_between("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10, 30);
}

#[test]
fn odds_are_worth_what_players_say() {
    check_between("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40, 180);
    check_between("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 250, 420);
    check_between("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 270, 480);
    check_between("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 400, 600);
    check_between("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 850, 1150);
}

#[track_caller]
fn check_ending(fen: &str, ending: Ending, sign: i32) {
    let report = Classical::default().explain(&position(fen)).report();
    assert_eq!((report.ending, report.score.signum()), (Some(ending), sign), "{fen}");
}

#[test]
fn endings_are_recognized() {
    check_ending("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Ending::Kxk, 1);
    check_ending("2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1", Ending::Kxk, -1);
    check_ending("4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1", Ending::Kbnk, 1);
    check_ending("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Ending::TooLittle, 0);
    check_ending("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", Ending::TooLittle, 0);
    check_ending("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", Ending::TooLittle, 0);
    check_ending("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Ending::Kpk, 1);
    check_ending("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", Ending::Kpk, -1);
    check_ending("8/8/8/8/k7/8/P7/K7 w - - 0 1", Ending::Kpk, 0);
    check_ending("1k6/8/P1K5/8/8/4B3/8/8 w - - 0 1", Ending::RookPawn, 0);
    check_ending("7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", Ending::Stalemate, 0);
}

#[test]
fn right_rook_pawn_bishop_is_no_known_draw() {
    let fen = "1k6/8/P1K5/8/8/3B4/8/8 w - - 0 1";
    assert_eq!(Classical::default().explain(&position(fen)).report().ending, None);
    assert!(evaluate(fen) > 150);
}

#[test]
fn promoting_is_progress() {
    let pawn = evaluate("8/4P1k1/4K3/8/8/8/8/8 w - - 0 1");
    let queen = -evaluate("4Q3/6k1/4K3/8/8/8/8/8 b - - 0 1");
    assert!(0 < pawn && pawn < queen, "{pawn} {queen}");
}

#[test]
fn bare_king_is_driven_to_the_edge() {
    let middle = evaluate("8/8/8/4k3/8/8/3R4/4K3 w - - 0 1");
    let edge = evaluate("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1");
    let close = evaluate("4k3/8/4K3/8/8/8/3R4/8 w - - 0 1");
    assert!(middle < edge && edge < close, "{middle} {edge} {close}");
}

#[test]
fn bishop_and_knight_want_the_right_corner() {
    // The bishop on d2 is a dark one, and h8 is dark.
    let right = evaluate("7k/8/5K2/8/5N2/8/3B4/8 w - - 0 1");
    let wrong = evaluate("k7/8/2K5/8/2N5/8/3B4/8 w - - 0 1");
    assert!(right > wrong + 50, "{right} {wrong}");
}

#[test]
fn opposite_bishops_are_drawish() {
    let same = evaluate("2b1k3/5p2/8/8/8/3B4/4PP2/4K3 w - - 0 1");
    let opposite = evaluate("4kb2/5p2/8/8/8/3B4/4PP2/4K3 w - - 0 1");
    assert!(opposite * 2 < same, "{opposite} {same}");
}

#[test]
fn breakdown_ends_with_the_score_for_white() {
    let classical = Classical::default();
    let text = classical.explain(&position("4k3/pppp4/8/8/8/8/PPPP4/R3K3 b Q - 0 1")).to_string();
    let lines: Vec<_> = text.lines().collect();
    let widths: Vec<_> = lines[3..14].iter().map(|line| line.len()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    for name in ["Material", "Tempo", "Phase", "Scaling", "Score"] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name} in\n{text}");
    }
    assert!(lines.last().is_some_and(|line| line.contains('+') && line.ends_with("for White")));
}
