//! Makes `data/perft.epd`: hand-made positions for every special rule, then positions of random
//! games in ordinary chess and in (double) Chess960, each with its counts.
//!
//! `cargo run --release -p ferz-rules --example make_perft_suite > data/perft.epd`, then
//! `tools/confirm_perft.py data/perft.epd` has an independent program repeat every count.

use ferz_rules::{Move, PerftCase, Position, StartNumber, perft};

/// Counts above this are left out, so that the whole file is checked in seconds.
const MAX_NODES: u64 = 3_000_000;
const MAX_DEPTH: u32 = 6;
const RANDOM_STANDARD: usize = 100;
const RANDOM_CHESS960: usize = 60;

fn main() {
    println!("{HEADER}");
    for (section, fens) in SECTIONS {
        println!("\n# {section}");
        for fen in *fens {
            let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            print(position);
        }
    }
    let mut random = Xorshift(0x4645_525A_0960_2026);
    println!("\n# Positions of random games");
    for _ in 0..RANDOM_STANDARD {
        print(random_position(&Position::startpos(), 120, &mut random));
    }
    println!("\n# Positions of random games in Chess960 and double Fischer random chess");
    for index in 0..RANDOM_CHESS960 {
        let white = random.below(usize::from(StartNumber::COUNT)) as u16;
        let black = if index % 2 == 0 { white } else { random.below(960) as u16 };
        let [white, black] = [white, black].map(|n| StartNumber::new(n).expect("below 960"));
        // Shorter games, so that most positions still have a right to castle.
        print(random_position(&Position::double_chess960(white, black), 40, &mut random));
    }
}

fn print(position: Position) {
    let counts = (1..=MAX_DEPTH)
        .map(|depth| (depth, perft(&position, depth)))
        .take_while(|&(depth, nodes)| depth == 1 || nodes <= MAX_NODES)
        .collect();
    println!("{}", PerftCase { position, counts });
}

/// Plays a random number of random half-moves, in which lively ones come up twice as often as
/// they would. Starts again where the game ends too early.
fn random_position(start: &Position, longest: usize, random: &mut Xorshift) -> Position {
    loop {
        let mut position = start.clone();
        let plies = 4 + random.below(longest - 3);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut mv = moves[random.below(moves.len())];
            if !is_lively(&position, mv) {
                mv = moves[random.below(moves.len())];
            }
            position.play(mv);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Whether the move takes, promotes, castles or moves a pinned piece.
fn is_lively(position: &Position, mv: Move) -> bool {
    mv.is_noisy() || position.pinned().contains(mv.from()) || mv.is_castle()
}

struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

const HEADER: &str = "\
# Legal lines by depth: FEN ;D1 n ;D2 n …
#
# Made by crates/rules/examples/make_perft_suite.rs; every count confirmed by Stockfish 15.1
# (go perft) through tools/confirm_perft.py. Castling rights are in X-FEN.
# Check with: ferz perft --suite data/perft.epd";

const SECTIONS: &[(&str, &[&str])] = &[
    (
        "Castling in ordinary chess: free, blocked, out of, through and into check",
        &[
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
            "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/4n3/8/R3K2R w KQ - 0 1",
            "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1",
            "r3k2r/7B/8/8/8/8/b7/R3K2R b KQkq - 0 1",
            "r3k2r/p6p/8/B7/7b/8/P6P/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 0 1",
            "2r1k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
        ],
    ),
    (
        "En passant: both sides, pinned on rank, file and diagonal, as the answer to a check",
        &[
            "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
            "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k2b/8/8/3pP3/3K4/8/8/8 w - d6 0 1",
            "4k3/b7/8/2Pp4/8/8/8/6K1 w - d6 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "8/8/4k3/8/2pPp3/8/B7/4K3 b - d3 0 1",
            "8/5k2/8/2Pp4/2B5/8/8/4K3 w - d6 0 1",
            "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1",
            "3k4/2r5/8/3pP3/8/8/8/3K4 w - d6 0 1",
            "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2",
            "8/p7/8/1P6/K1k3p1/6P1/7P/8 w - - 0 1",
            "8/2p5/8/KP5r/8/8/8/7k b - - 0 1",
            "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",
        ],
    ),
    (
        "Promotion: pushes and captures, into and out of check, underpromotion, pins",
        &[
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
            "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1",
            "3k4/2P5/4K3/8/8/8/8/8 b - - 0 1",
            "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "r1n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "7k/8/8/8/8/8/1p3K2/R1N5 b - - 0 1",
            "q3k3/1P6/2K5/8/8/8/8/8 w - - 0 1",
            "4k3/3P4/8/8/8/8/3p4/5K2 b - - 0 1",
            "4k3/2P1P3/8/8/8/8/2p1p3/4K3 b - - 0 1",
            "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
            "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/k7/p1K5/8 b - - 0 1",
            "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
        ],
    ),
    (
        "Checks and pins: single, double, discovered, by every piece; pinned pieces that may move",
        &[
            "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1",
            "4k3/4r3/8/8/1b6/8/3N4/4K2R w K - 0 1",
            "4k3/8/8/8/1b2r3/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
            "8/8/8/8/k3R2K/8/8/3q4 b - - 0 1",
            "3r4/8/8/3Q4/8/3K4/8/k7 w - - 0 1",
            "7k/6b1/8/4B3/3K4/8/8/8 w - - 0 1",
            "k3r3/8/8/8/4P3/3p4/4K3/8 w - - 0 1",
            "k7/8/8/8/r2P3K/8/8/8 w - - 0 1",
            "k7/8/5b2/8/3P4/8/1K6/8 w - - 0 1",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
            "rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3",
            "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
            "3k4/8/8/8/1b1q1b2/8/8/1R1K1R2 w - - 0 1",
            "8/8/8/3k4/8/2n1n3/8/3K4 w - - 0 1",
            "2kr3r/8/8/8/3Q4/8/8/3K4 b - - 0 1",
            "8/8/8/8/2k5/1q6/8/K7 w - - 0 1",
            "8/8/8/1k6/8/8/5B2/4RK1q w - - 0 1",
        ],
    ),
    (
        "No moves, and nearly none: mates, stalemates, bare kings",
        &[
            "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "k7/8/K7/8/8/8/8/7R w - - 0 1",
            "8/8/8/8/8/5k2/7p/7K w - - 0 1",
            "k7/P7/K7/8/8/8/8/8 b - - 0 1",
            "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1",
        ],
    ),
    (
        "Many pieces and many moves",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "QQQQ4/7k/8/8/8/8/8/K1QQQ3 b - - 0 1",
            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
            "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/2KR3R w - - 0 13",
            "1k1r3r/ppqnbp1p/2p1pnp1/3p4/3P1B2/2NBPQ2/PPP2PPP/2KR3R b - - 5 12",
        ],
    ),
    (
        "Castling in Chess960: overlapping squares, inner rooks, rooks that shield the king",
        &[
            "k7/8/8/8/8/8/8/1RK2R2 w FB - 0 1",
            "8/8/8/8/8/8/8/rRK4k w B - 0 1",
            "6k1/8/8/8/8/8/8/4KRr1 w F - 0 1",
            "3k4/8/8/8/8/8/8/5KRr w G - 0 1",
            "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
            "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1",
            "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
            "4rkr1/8/8/8/8/8/8/4RKR1 b GEge - 0 1",
            "rr2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1",
            "rr2k2r/8/8/8/8/8/8/RR2K2R b HBhb - 0 1",
            "4k1rr/8/8/8/8/8/8/4K1RR w Gg - 0 1",
            "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
            "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
            "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1",
            "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1",
            "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
        ],
    ),
];
