//! Each row of the table on positions made for it: how often it counts, and for whom.

use ferz_eval::{Breakdown, Classical, Term, WeightIndex, weights};
use ferz_rules::{Color, Position};

use Color::{Black, White};

fn explain(fen: &str) -> Breakdown {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Classical::default().explain(&position)
}

/// How often all weights of a row count together.
fn count(breakdown: &Breakdown, row: &str, color: Color) -> i32 {
    (0..)
        .map_while(WeightIndex::from_usize)
        .filter(|index| index.group().0.name == row)
        .map(|index| breakdown.count(index, color))
        .sum()
}

#[track_caller]
fn check(fen: &str, row: &str, color: Color, expected: i32) {
    assert!(weights::GROUPS.iter().any(|group| group.name == row), "{row}");
    assert_eq!(count(&explain(fen), row, color), expected, "{row} for {color} in {fen}");
}

/// The sign of a term for a player in the middle game and in the endgame.
#[track_caller]
fn check_sign(fen: &str, term: Term, color: Color, expected: (i32, i32)) {
    let score = explain(fen).term(term, color);
    assert_eq!((score.mg().signum(), score.eg().signum()), expected, "{term:?} is {score:?}");
}

#[test]
fn doubled_counts_the_pawns_behind() {
    check("4k3/8/8/8/4P3/4P3/4P3/4K3 w - - 0 1", "DOUBLED", White, 2);
    check("4k3/8/8/8/4P3/3P4/2P5/4K3 w - - 0 1", "DOUBLED", White, 0);
}

#[test]
fn isolated_has_no_neighbor_on_any_rank() {
    check("4k3/8/8/8/8/8/P1PP4/4K3 w - - 0 1", "ISOLATED", White, 1);
    check("4k3/1p6/8/8/8/P7/8/4K3 w - - 0 1", "ISOLATED", White, 1);
    check("4k3/8/8/1P6/8/8/P7/4K3 w - - 0 1", "ISOLATED", White, 0);
    check("4k3/p7/8/8/8/8/P1P5/4K3 w - - 0 1", "ISOLATED_OPEN", White, 1);
}

#[test]
fn backward_cannot_follow_its_neighbors() {
    check("4k3/8/2p5/8/2P5/1P1P4/8/4K3 w - - 0 1", "BACKWARD", White, 0);
    check("4k3/8/8/1p5p/2P1P3/3P4/8/4K3 w - - 0 1", "BACKWARD", White, 0);
    check("4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - - 0 1", "BACKWARD", White, 1);
    check("4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - - 0 1", "BACKWARD_OPEN", White, 1);
    check("4k3/3p4/2p1p3/2P5/8/8/8/4K3 w - - 0 1", "BACKWARD", Black, 1);
}

#[test]
fn connected_and_phalanx() {
    check("4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", "CONNECTED", White, 1);
    check("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "PHALANX", White, 2);
    check("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "CONNECTED", White, 0);
}

#[test]
fn passed_needs_three_free_files() {
    check("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "PASSED", White, 1);
    check("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1", "PASSED", White, 0);
    check("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", "PASSED", White, 1);
    check("4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", "PASSED", White, 1);
}

#[test]
fn passed_details() {
    let blocked = "8/8/3k4/3P4/8/8/8/R3K2r w - - 0 1";
    check(blocked, "PASSED_BLOCKED", White, 1);
    check(blocked, "PASSED_SAFE_STEP", White, 0);
    let free = "r6k/8/8/3P4/8/8/3R4/4K3 w - - 0 1";
    check(free, "PASSED_SAFE_STEP", White, 1);
    check(free, "PASSED_SAFE_PATH", White, 0);
    check(free, "PASSED_ROOK_BEHIND", White, 1);
    check("r6k/8/8/3P4/2P5/8/3R4/4K3 w - - 0 1", "PASSED_DEFENDED", White, 1);
}

#[test]
fn rule_of_the_square() {
    check("8/7k/8/P6p/8/8/8/7K w - - 0 1", "PASSED_UNSTOPPABLE", White, 1);
    check("8/4k3/8/P6p/8/8/8/7K b - - 0 1", "PASSED_UNSTOPPABLE", White, 0);
    check("8/4k3/8/P6p/8/8/8/7K w - - 0 1", "PASSED_UNSTOPPABLE", White, 1);
    check("8/5k2/8/P6p/8/8/8/7K b - - 0 1", "PASSED_UNSTOPPABLE", White, 1);
    check("8/4k2n/8/P6p/8/8/8/7K w - - 0 1", "PASSED_UNSTOPPABLE", White, 0);
}

#[test]
fn outpost_is_defended_and_safe_from_pawns() {
    check("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "KNIGHT_OUTPOST", White, 1);
    check("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "KNIGHT_OUTPOST", White, 0);
    check("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "KNIGHT_OUTPOST", White, 0);
    check("4k3/8/8/4p3/3b4/8/8/4K3 w - - 0 1", "BISHOP_OUTPOST", Black, 1);
}

#[test]
fn minor_pieces_and_pawns() {
    check("4k3/8/8/8/3p4/3N4/8/4K3 w - - 0 1", "MINOR_BEHIND_PAWN", White, 1);
    check("4k3/8/8/8/8/P2P4/8/2B1K3 w - - 0 1", "BISHOP_PAWNS", White, 1);
}

#[test]
fn rook_files() {
    check("4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", "ROOK_OPEN_FILE", White, 0);
    check("4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", "ROOK_HALF_OPEN_FILE", White, 1);
    check("4k3/1p6/8/8/8/8/1P6/R3K3 w - - 0 1", "ROOK_OPEN_FILE", White, 1);
    check("4k3/1p6/8/8/8/8/P7/R3K3 w - - 0 1", "ROOK_HALF_OPEN_FILE", White, 0);
}

#[test]
fn seventh_rank_needs_prey() {
    check("6k1/R7/8/8/8/8/8/4K3 w - - 0 1", "ROOK_SEVENTH", White, 1);
    check("8/R5p1/6k1/8/8/8/8/4K3 w - - 0 1", "ROOK_SEVENTH", White, 1);
    check("8/R7/6k1/8/8/8/8/4K3 w - - 0 1", "ROOK_SEVENTH", White, 0);
}

#[test]
fn bishop_pair_wants_both_colors() {
    check("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "BISHOP_PAIR", White, 1);
    check("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", "BISHOP_PAIR", White, 0);
}

#[test]
fn trapped_pieces() {
    check("4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", "TRAPPED_BISHOP", White, 1);
    check("4k3/B1p5/8/1p6/8/8/8/4K3 w - - 0 1", "TRAPPED_BISHOP", White, 0);
    check("4k3/8/8/8/8/6P1/7b/4K3 w - - 0 1", "TRAPPED_BISHOP", Black, 1);
    check("4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", "TRAPPED_ROOK", White, 1);
    check("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "TRAPPED_ROOK", White, 0);
    check("4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1", "TRAPPED_ROOK", White, 0);
}

#[test]
fn mobility_counts_each_piece_once() {
    let open = explain("4k3/8/8/8/3B4/8/8/4K3 w - - 0 1");
    assert_eq!(open.count(weights::BISHOP_MOBILITY.at(13), White), 1);
    // Every step of the cornered knight leads into the attack of a pawn.
    let shut = explain("4k3/8/8/3p4/p7/8/8/N3K3 w - - 0 1");
    assert_eq!(shut.count(weights::KNIGHT_MOBILITY.at(1), White), 1);
    check_sign("4k3/8/8/3p4/p7/8/8/N3K3 w - - 0 1", Term::Mobility, White, (-1, -1));
}

#[test]
fn threats_by_cheaper_pieces() {
    check("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "THREAT_BY_PAWN", White, 1);
    check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "THREAT_BY_PAWN", White, 0);
    check("4k3/8/3r4/8/4P3/8/8/4K3 w - - 0 1", "THREAT_BY_PUSH", White, 1);
    check("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "THREAT_BY_MINOR", White, 1);
    check("4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", "THREAT_BY_ROOK", White, 1);
    check("4k3/8/2p5/3n4/8/3R4/8/4K3 w - - 0 1", "THREAT_BY_ROOK", White, 0);
    check("4k3/8/8/8/3n4/3K4/8/8 w - - 0 1", "THREAT_BY_KING", White, 1);
}

#[test]
fn hanging_is_attacked_and_not_defended() {
    check("4k3/8/8/3n4/8/3R4/8/4K3 w - - 0 1", "HANGING", White, 1);
    check("8/3k4/8/3n4/8/3R4/8/4K3 w - - 0 1", "HANGING", White, 1);
    check("8/8/3k4/3n4/8/3R4/8/4K3 w - - 0 1", "HANGING", White, 0);
}

#[test]
fn shelter_is_better_than_its_lack() {
    // Where its zero lies is up to the fit, and in the endgame either sign would do.
    let shelter = |fen| explain(fen).term(Term::Shelter, White).mg();
    let castled = shelter("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1");
    assert!(castled > 50 + shelter("6k1/8/8/8/8/8/PPP5/6K1 w - - 0 1"));
}

#[test]
fn danger_grows_with_the_attackers() {
    let danger = |fen| explain(fen).danger(Black).mg();
    let alone = danger("6k1/5ppp/8/8/8/8/1K6/3Q4 w - - 0 1");
    let two = danger("6k1/5ppp/8/8/4N3/8/1K6/6Q1 w - - 0 1");
    let many = danger("6k1/5ppp/8/6N1/4B3/7R/1K5Q/8 w - - 0 1");
    assert!(alone < two && two < many, "{alone} {two} {many}");
    check_sign("6k1/5ppp/8/6N1/4B3/7R/1K5Q/8 w - - 0 1", Term::Danger, Black, (-1, -1));
    check_sign("6k1/5ppp/8/6N1/4B3/7R/1K5Q/8 w - - 0 1", Term::Danger, White, (0, 0));
}

#[test]
fn space_is_behind_the_pawns() {
    check("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "SPACE", White, 10);
    check("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "SPACE_BEHIND", White, 4);
}

#[test]
fn tempo_is_for_the_player_to_move() {
    check("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "TEMPO", White, 1);
    check("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "TEMPO", White, 0);
    check("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "TEMPO", Black, 1);
}
