//! Accumulators that follow a line equal fresh ones, on every kernel.

use std::sync::Arc;

use ferz_eval::nnue::{Kernel, Nnue};
use ferz_eval::{Evaluator, known_ending};
use ferz_rules::{Move, MoveKind, Position, StartNumber};

use crate::networks::random_network;
use crate::support::Random;

/// Where castling, promotion and en passant are near.
const LIVELY: [&str; 5] = [
    "r3k2r/pppq1ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "8/PPPPPPPP/k7/8/8/7K/pppppppp/8 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
    "5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFhf - 0 1",
];

/// How often each kind of step was tried.
#[derive(Default, Debug)]
struct Tried {
    scores: usize,
    nulls: usize,
    castles: usize,
    promotions: usize,
    en_passant: usize,
    crossings: usize,
}

impl Tried {
    fn note(&mut self, position: &Position, mv: Move) {
        self.castles += usize::from(mv.is_castle());
        self.promotions += usize::from(mv.promotion().is_some());
        self.en_passant += usize::from(mv.kind() == MoveKind::EnPassant);
        let mut after = position.clone();
        after.play(mv);
        let side = |position: &Position| position.king(!after.turn()).file().index() / 4;
        self.crossings += usize::from(side(position) != side(&after));
    }

    fn check(&self) {
        let all = [self.nulls, self.castles, self.promotions, self.en_passant, self.crossings];
        assert!(all.into_iter().all(|count| count > 10) && self.scores > 1000, "{self:?}");
    }
}

fn starts() -> Vec<Position> {
    let lively = LIVELY.into_iter().map(|fen| fen.parse().unwrap());
    let numbers = (0..960).step_by(113).filter_map(StartNumber::new);
    let shuffled = numbers.map(Position::chess960);
    lively.chain(shuffled).collect()
}

/// Walks up and down a random tree as a search does, asking for a score now and then.
fn walk(nnue: &mut Nnue, start: &Position, random: &mut Random, tried: &mut Tried) {
    let mut line = vec![start.clone()];
    nnue.reset(start);
    for _ in 0..800 {
        let here = line.last().unwrap().clone();
        if random.below(3) != 0 {
            assert_eq!(nnue.network_score(&here), nnue.network().evaluate(&here), "{here}");
            tried.scores += 1;
        }
        let moves = here.legal_moves();
        if moves.is_empty() || (line.len() > 1 && random.below(3) == 0) {
            // Some steps back, so that siblings share what is known.
            for _ in 0..=random.below(3) {
                if line.len() > 1 {
                    line.pop();
                    nnue.unplay();
                }
            }
            continue;
        }
        let mut child = here.clone();
        if !here.in_check() && random.below(8) == 0 {
            nnue.play_null(&mut child);
            tried.nulls += 1;
        } else {
            let special = |mv: &&Move| mv.is_castle() || mv.kind() == MoveKind::EnPassant;
            let rare = moves.iter().find(special).filter(|_| random.below(2) == 0);
            let mv = rare.copied().unwrap_or_else(|| moves[random.below(moves.len())]);
            tried.note(&here, mv);
            nnue.play(&mut child, mv);
        }
        line.push(child);
    }
}

#[test]
fn following_a_line_equals_starting_anew() {
    for (hidden, buckets) in [(32, 1), (96, 3), (160, 8)] {
        let network = Arc::new(random_network(hidden, buckets, 31));
        for kernel in Kernel::available() {
            let mut nnue = Nnue::with_kernel(Arc::clone(&network), kernel);
            let mut random = Random::new(hidden as u64);
            let mut tried = Tried::default();
            for start in starts() {
                walk(&mut nnue, &start, &mut random, &mut tried);
            }
            tried.check();
        }
    }
}

#[test]
fn known_endings_need_no_network() {
    let bishop_and_knight: Position = "8/8/8/3k4/8/8/8/KBN5 b - - 0 1".parse().unwrap();
    let mut nnue = Nnue::new(Arc::new(random_network(64, 8, 3)));
    nnue.reset(&bishop_and_knight);
    assert_eq!(nnue.evaluate(&bishop_and_knight), -known_ending(&bishop_and_knight).unwrap().1);
    let report = nnue.network().explain(&bishop_and_knight);
    assert_eq!(
        report.score(),
        -nnue.evaluate(&bishop_and_knight),
        "the report says what is played by"
    );
    assert!(report.to_string().contains("known: mate with bishop and knight"), "{report}");
    let start = Position::startpos();
    nnue.reset(&start);
    assert_eq!(nnue.evaluate(&start), nnue.network_score(&start));
}

#[test]
fn the_largest_sums_do_not_overflow() {
    use crate::networks::blank;
    use ferz_eval::nnue::{MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Network};
    for weight in [MAX_OUTPUT_WEIGHT, -MAX_OUTPUT_WEIGHT] {
        let mut parts = blank(MAX_HIDDEN, 1);
        parts.feature_biases.fill(i16::MAX);
        parts.output_weights.fill(weight);
        let network = Arc::new(Network::new(&parts).unwrap());
        let position = Position::startpos();
        for kernel in Kernel::available() {
            let score = Nnue::with_kernel(Arc::clone(&network), kernel).evaluate(&position);
            assert_eq!(score, network.evaluate(&position), "{kernel}");
            assert_eq!(score.signum(), i32::from(weight.signum()));
        }
    }
}
