//! From the search's scores to the chances of a game.
//!
//! Inside the engine a score is whatever the evaluation counts in. Whoever reads it wants to know
//! what it is worth: here it becomes the chances to win, draw and lose, and centipawns of which
//! a hundred mean that half of such games are won. `docs/wdl.md` tells how the numbers were found.

use ferz_rules::{PieceType, Position};
use ferz_search::{Score, Verdict};

/// The material of the starting position.
const FULL_MATERIAL: f64 = 78.0;

/// The coefficients of a polynomial, the constant first.
pub type Polynomial = [f64; 4];

/// A logistic model of results: a score of `x` wins with probability `1 / (1 + exp((a - x) / b))`
/// and loses with that of `-x`. Both parameters are polynomials of the material on the board,
/// since the same lead decides more in some endings than in an opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The score that wins every other game.
    pub a: Polynomial,
    /// How slowly the chances change with the score.
    pub b: Polynomial,
}

/// Chances in thousandths; they add up to a thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// The material on the board as a part of the material at the start: pawns count one, minor
/// pieces three, rooks five, queens nine.
pub fn material(position: &Position) -> f64 {
    let worth = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    let sum: u32 = worth.iter().map(|(kind, worth)| position.kind(*kind).len() * worth).sum();
    (f64::from(sum) / FULL_MATERIAL).min(1.0)
}

fn value(polynomial: &Polynomial, at: f64) -> f64 {
    polynomial.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient)
}

impl WdlModel {
    /// The model of Ferz's own games.
    pub const OWN: Self = Self { a: [411.3, -856.5, 541.5, 0.0], b: [120.8, -207.1, 167.5, 0.0] };

    /// The score that wins every other game with this material. Never small or negative, however
    /// wild the polynomial is where there were no games.
    pub fn a(&self, material: f64) -> f64 {
        value(&self.a, material).max(20.0)
    }

    /// How slowly the chances change with the score.
    pub fn b(&self, material: f64) -> f64 {
        value(&self.b, material).max(10.0)
    }

    /// The probabilities to win and to lose.
    pub fn probabilities(&self, score: f64, material: f64) -> (f64, f64) {
        let (a, b) = (self.a(material), self.b(material));
        let wins = |score: f64| 1.0 / (1.0 + ((a - score) / b).exp());
        (wins(score), wins(-score))
    }

    /// The chances of the player to move.
    ///
    /// ```
    /// use ferz_engine::{Chances, WdlModel};
    /// use ferz_rules::Position;
    /// use ferz_search::Score;
    /// let start = Position::startpos();
    /// let chances = WdlModel::OWN.chances(Score::DRAW, &start);
    /// assert_eq!(chances.win, chances.loss);
    /// let mate = WdlModel::OWN.chances(Score::mate_in(5), &start);
    /// assert_eq!(mate, Chances { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn chances(&self, score: Score, position: &Position) -> Chances {
        match score.verdict() {
            Verdict::Mate { .. } | Verdict::TablebaseWin { .. } => {
                Chances { win: 1000, draw: 0, loss: 0 }
            }
            Verdict::Mated { .. } | Verdict::TablebaseLoss { .. } => {
                Chances { win: 0, draw: 0, loss: 1000 }
            }
            Verdict::Centipawns(score) => {
                let (win, loss) = self.probabilities(f64::from(score), material(position));
                let [win, loss] = [win, loss].map(|p| (1000.0 * p).round() as u32);
                Chances { win, draw: 1000_u32.saturating_sub(win + loss), loss }
            }
        }
    }

    /// A score in centipawns of which a hundred win every other game.
    ///
    /// ```
    /// use ferz_engine::{WdlModel, material};
    /// let a = WdlModel::OWN.a(0.5);
    /// assert_eq!(WdlModel::OWN.normalise(a.round() as i32, 0.5), 100);
    /// ```
    pub fn normalise(&self, score: i32, material: f64) -> i32 {
        (100.0 * f64::from(score) / self.a(material)).round() as i32
    }

    /// The score that was normalised to so many centipawns, up to rounding.
    pub fn denormalise(&self, centipawns: f64, material: f64) -> f64 {
        centipawns * self.a(material) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_falls_from_one_to_nothing() {
        assert!((material(&Position::startpos()) - 1.0).abs() < 1e-9);
        let kings: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("legal");
        assert!(material(&kings).abs() < 1e-9);
        let queens = "qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1".parse().expect("legal");
        assert!((material(&queens) - 1.0).abs() < 1e-9, "never above the start");
    }

    #[test]
    fn chances_add_up_and_mirror() {
        let position = Position::startpos();
        for score in (-3000..=3000).step_by(7) {
            let chances = WdlModel::OWN.chances(Score::centipawns(score), &position);
            let mirrored = WdlModel::OWN.chances(Score::centipawns(-score), &position);
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
        }
    }

    #[test]
    fn the_shipped_model_behaves_at_every_material() {
        for step in 0..=78 {
            let material = f64::from(step) / FULL_MATERIAL;
            let model = WdlModel::OWN;
            assert!((40.0..600.0).contains(&value(&model.a, material)), "a at {material}");
            assert!((20.0..400.0).contains(&value(&model.b, material)), "b at {material}");
            let better = (-500..500).map(|score| model.normalise(score, material));
            assert!(better.is_sorted());
            let (win, _) = model.probabilities(model.a(material), material);
            assert!((win - 0.5).abs() < 1e-9);
            let shown = model.normalise(350, material);
            assert!((model.denormalise(f64::from(shown), material) - 350.0).abs() < 4.0);
        }
    }
}
