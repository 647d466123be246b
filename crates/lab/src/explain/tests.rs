use ferz_engine::Settings;
use ferz_eval::EvaluatorKind;

use super::*;

/// The explanation of a move contains these words.
#[track_caller]
fn check(fen: &str, san: &str, expected: &[&str]) {
    let position: Position = fen.parse().expect("a test's own position");
    let mv = position.parse_san(san).expect("a test's own move");
    // Hand-made terms, so that no new network changes the lines that are put into words.
    let evaluator = EvaluatorKind::Classical;
    let mut engine = Engine::new(Settings { hash: 4, evaluator, ..Settings::default() });
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let game = Game::from_position(position);
    let told = explain(&mut engine, &game, mv, &limits).expect("a line").sentences.join(" ");
    for words in expected {
        assert!(told.contains(words), "{fen} {san}: {told}");
    }
}

#[test]
fn mates_are_told() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    check(back_rank, "Ra8#", &["best move", "Ra8# is checkmate."]);
    check(back_rank, "h3", &["a blunder", "misses a mate in 1"]);
    let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    check(fool, "g4", &["a blunder", "It allows mate in 1 by Qh4#."]);
}

#[test]
fn material_is_told_with_the_tactic() {
    let fork = "r3k3/8/8/3N4/8/8/5PPP/6K1 w q - 0 1";
    check(fork, "Nc7+", &["best move", "It wins a rook", "a fork of king and rook"]);
    check(fork, "h3", &["does not win a rook"]);
    let hanging = "4k3/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1";
    check(hanging, "Nxd5", &["It wins a queen."]);
    let exposed = "3rk3/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
    check(exposed, "Qd3", &["It loses a queen", "by Rxd3"]);
}

#[test]
fn tactics_along_lines_have_names() {
    let skewer = "4q3/8/8/4k3/8/8/5PPP/R5K1 w - - 0 1";
    check(skewer, "Re1+", &["It wins a queen", "by Re1+, a skewer of king and queen"]);
    let pin = "4k3/8/2r5/8/8/8/5PPP/3B2K1 w - - 0 1";
    check(pin, "Ba4", &["It wins a rook", "by Ba4, a pin of the rook against the king"]);
    let discovery = "3q2k1/5ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1";
    check(discovery, "Bxh7+", &["It wins a queen", "a discovered attack on the queen"]);
    let cover = "4k3/8/8/8/4N3/8/rP3PPP/4R1K1 w - - 0 1";
    check(cover, "Nc3+", &["It wins a rook", "a discovered check that also wins the rook"]);
}

#[test]
fn the_bishop_pair_is_noticed() {
    let pair = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    check(pair, "Bxc6", &["gives up the bishop pair"]);
}
