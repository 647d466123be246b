//! Properties that hold for every position: symmetry, bounds, memory and the trace.

mod support;

use ferz_eval::evolved::{Chromosome, ChromosomeKind, Evolved};
use ferz_eval::{
    Classical, Evaluator, MAX_SCORE, Material, TaperedScore, Term, Trace, WeightIndex, Weights,
    king_curve,
};
use ferz_rules::{ByColor, Color, Position};
use proptest::prelude::{any, prop_assert_eq, proptest};

use support::random_positions;

/// Legal, but no game comes here.
const ODD: [&str; 6] = [
    "6QQ/QQQQQQQ1/8/8/8/7k/8/K7 b - - 0 1",
    "1qqqqq2/2qqqq2/8/8/k7/8/8/7K b - - 0 1",
    "7r/RRRRRRRk/RRR5/8/8/8/8/K7 b - - 0 1",
    "nnnnknnn/nnn5/8/8/8/8/8/RRRRKRRR w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/PPPPPPPP/k7/8/8/7K/pppppppp/8 w - - 0 1",
];

fn every_position(visit: &mut dyn FnMut(&Position)) {
    random_positions(60, &mut *visit);
    for fen in ODD {
        visit(&fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
}

#[test]
fn exchanging_the_players_changes_nothing() {
    let phased = Chromosome::from_values(
        ChromosomeKind::Phased,
        &(0..ChromosomeKind::Phased.values())
            .map(|n| (n * 37 % 101) as f64 / 90.0)
            .collect::<Vec<_>>(),
    );
    let evaluators: [(&str, Box<dyn Evaluator>); 4] = [
        ("classical", Box::new(Classical::default())),
        ("material", Box::new(Material)),
        ("evolved", Box::new(Evolved::new(&Chromosome::default()))),
        ("phased", Box::new(Evolved::new(&phased.expect("as many values as it has")))),
    ];
    for (kind, mut evaluator) in evaluators {
        let mut seen = 0;
        every_position(&mut |position| {
            let score = evaluator.evaluate(position);
            assert_eq!(score, evaluator.evaluate(&position.flip()), "{kind}: {position}");
            seen += 1;
        });
        assert!(seen > 5000, "{seen} positions");
    }
}

#[test]
fn scores_stay_clear_of_mates() {
    let mut classical = Classical::default();
    every_position(&mut |position| {
        assert!(classical.evaluate(position).abs() <= MAX_SCORE, "{position}");
    });
}

#[test]
fn memory_of_pawns_changes_nothing() {
    let mut classical = Classical::default();
    every_position(&mut |position| {
        let report = classical.trace(position, &mut ());
        let score = if position.turn() == Color::White { report.score } else { -report.score };
        assert_eq!(classical.evaluate(position), score, "{position}");
    });
}

/// Sums what the trace tells, as a tuner would.
#[derive(Default)]
struct Sums {
    linear: ByColor<TaperedScore>,
    units: ByColor<TaperedScore>,
    told_units: ByColor<TaperedScore>,
    danger: ByColor<TaperedScore>,
}

struct Summing<'a>(&'a Classical, Sums);

impl Trace for Summing<'_> {
    fn add(&mut self, color: Color, index: WeightIndex, count: i32) {
        let value = self.0.weights()[index] * count;
        let linear = index.group().0.term.is_linear();
        let sums = if linear { &mut self.1.linear } else { &mut self.1.units };
        sums[color] += value;
    }

    fn danger(&mut self, color: Color, units: TaperedScore, score: TaperedScore) {
        self.1.told_units[color] = units;
        self.1.danger[color] = score;
    }
}

#[test]
fn coefficients_reproduce_the_evaluation() {
    let classical = Classical::default();
    every_position(&mut |position| {
        let mut summing = Summing(&classical, Sums::default());
        let report = classical.trace(position, &mut summing);
        let sums = summing.1;
        for color in Color::ALL {
            assert_eq!(sums.units[color], sums.told_units[color], "{position}");
            assert_eq!(sums.danger[color], -king_curve(sums.units[color]), "{position}");
        }
        let linear = sums.linear.white - sums.linear.black;
        let danger = sums.danger.white - sums.danger.black;
        assert_eq!(linear + danger, report.total, "{position}");
    });
}

#[test]
fn breakdown_adds_up() {
    let classical = Classical::default();
    random_positions(3, |position| {
        let breakdown = classical.explain(position);
        let sum = |color| -> TaperedScore {
            Term::ALL.into_iter().map(|term| breakdown.term(term, color)).sum()
        };
        assert_eq!(sum(Color::White) - sum(Color::Black), breakdown.report().total);
    });
}

#[test]
fn following_a_line_changes_nothing() {
    let mut classical = Classical::default();
    let mut position = Position::startpos();
    classical.reset(&position);
    for uci in ["e2e4", "c7c5", "g1f3"] {
        let mv = position.parse_uci(uci).unwrap();
        classical.play(&mut position, mv);
    }
    classical.play_null(&mut position);
    let followed = classical.evaluate(&position);
    assert_eq!(followed, Classical::default().evaluate(&position));
    classical.unplay();
}

proptest! {
    /// Symmetry is a property of the code, whatever a tuner does to the weights.
    #[test]
    fn any_weights_are_symmetric(shift in any::<i8>(), stride in 1usize..50, game in 1u64..60) {
        let mut weights = Weights::default();
        for place in (0..Weights::COUNT).step_by(stride) {
            let index = WeightIndex::from_usize(place).expect("below the count");
            let tuned = weights[index] + TaperedScore::new(shift.into(), -i32::from(shift));
            weights.set(index, tuned);
        }
        let mut classical = Classical::new(weights);
        let mut unequal = 0;
        support::random_game(game, |position| {
            let flipped = position.flip();
            unequal += u32::from(classical.evaluate(position) != classical.evaluate(&flipped));
        });
        prop_assert_eq!(unequal, 0);
    }
}
