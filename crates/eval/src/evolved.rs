//! The evolved evaluation: eighteen principles and six tables of squares, each with a weight that
//! nobody has thought of but evolution has found.
//!
//! The principles are those of a document on genetic algorithms for chess, one function each. A
//! [`Chromosome`] holds the weights. It knows no file: reading and writing is somebody else's.

mod breakdown;
mod chromosome;
mod gene;
mod original;
mod principle;
mod principles;
mod scene;

pub use breakdown::EvolvedReport;
pub use chromosome::{Chromosome, ChromosomeKind, Genes, Stage, TABLES};
pub use gene::Gene;
pub use principle::Principle;

use ferz_rules::{Color, PieceType, Position};

use crate::{Evaluator, MAX_SCORE, Phase};
use scene::Scene;

/// An evaluation by a chromosome.
///
/// ```
/// use ferz_eval::Evaluator;
/// use ferz_eval::evolved::{Chromosome, Evolved};
/// use ferz_rules::Position;
/// let mut evolved = Evolved::new(&Chromosome::default());
/// assert_eq!(evolved.evaluate(&Position::startpos()), 0);
/// let rook_down: Position = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1".parse()?;
/// assert!(evolved.evaluate(&rook_down) < -300);
/// # Ok::<(), ferz_rules::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evolved {
    /// What counts in each phase of the game; one entry if the phase does not matter. Blending
    /// beforehand makes three values for each gene as fast as one.
    by_phase: Vec<Genes>,
}

impl Evolved {
    /// So many steps of [`Self::fine`] are a centipawn: a gene has ten thousand steps to a pawn,
    /// and principles count in quarters.
    pub const FINE_STEPS: i64 = (Gene::STEPS as i64) * (Principle::UNIT as i64) / 100;

    /// An evaluation by these genes.
    pub fn new(chromosome: &Chromosome) -> Self {
        let by_phase = match chromosome.kind() {
            ChromosomeKind::Flat => vec![chromosome.at(Phase::MAX)],
            ChromosomeKind::Phased => (0..=Phase::MAX).map(|phase| chromosome.at(phase)).collect(),
        };
        Self { by_phase }
    }

    /// The exact value from White's point of view. Whole numbers, so that it is the same on every
    /// machine, and exactly the opposite when the players are exchanged.
    pub fn fine(&self, position: &Position) -> i64 {
        let genes = self.genes(position);
        let scene = Scene::new(position);
        let mut sum = 0;
        for (principle, gene) in Principle::ALL.into_iter().zip(&genes.principles) {
            sum += i64::from(gene.steps()) * i64::from(principle.balance(&scene));
        }
        sum + i64::from(Principle::UNIT) * tables(position, genes)
    }

    /// Centipawns from White's point of view, never as many as a mate has.
    pub fn white_score(&self, position: &Position) -> i32 {
        let score = self.fine(position) / Self::FINE_STEPS;
        score.clamp(-i64::from(MAX_SCORE), i64::from(MAX_SCORE)) as i32
    }

    /// The evaluation, gene by gene.
    pub fn explain(&self, position: &Position) -> EvolvedReport {
        EvolvedReport::new(self, position)
    }

    /// The genes that count in this position.
    fn genes(&self, position: &Position) -> &Genes {
        match self.by_phase.as_slice() {
            [only] => only,
            phases => &phases[Phase::of(position).get() as usize],
        }
    }
}

/// Algorithm 24 for every piece: White's squares minus Black's, which are seen from Black's side.
fn tables(position: &Position, genes: &Genes) -> i64 {
    let side = |color: Color| -> i64 {
        let kind = |kind: PieceType| table(position, genes, color, kind);
        PieceType::ALL.into_iter().map(kind).sum()
    };
    side(Color::White) - side(Color::Black)
}

/// Algorithm 24: the squares of one kind of piece.
fn table(position: &Position, genes: &Genes, color: Color, kind: PieceType) -> i64 {
    let table = &genes.tables[kind.index()];
    let value = |square: ferz_rules::Square| table[square.relative_to(color).index()].steps();
    position.pieces(color, kind).into_iter().map(|square| i64::from(value(square))).sum()
}

impl Evaluator for Evolved {
    fn reset(&mut self, _: &Position) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        let score = self.white_score(position);
        match position.turn() {
            Color::White => score,
            Color::Black => -score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Square;

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    /// Nothing counts but what the test sets.
    fn blank() -> Genes {
        Genes {
            principles: [Gene::default(); Principle::COUNT],
            tables: [[Gene::default(); 64]; TABLES],
        }
    }

    #[test]
    fn tables_are_seen_from_each_players_side() {
        let mut genes = blank();
        genes.tables[PieceType::Knight.index()][Square::F3.index()] = Gene::new(0.25);
        genes.tables[PieceType::King.index()][Square::E8.index()] = Gene::new(-1.0);
        let evolved = Evolved::new(&Chromosome::Flat(Box::new(genes)));
        let score = |fen| evolved.white_score(&position(fen));
        assert_eq!(score("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1"), 25);
        assert_eq!(score("4k3/8/5n2/8/8/8/8/4K3 w - - 0 1"), -25);
        assert_eq!(score("4k3/8/5n2/8/8/5N2/8/4K3 w - - 0 1"), 0);
        assert_eq!(score("8/8/8/4K3/8/8/8/4k3 w - - 0 1"), 100, "Black's king is on its eighth");
    }

    #[test]
    fn a_gene_weighs_its_principle() {
        let mut genes = blank();
        genes.principles[Principle::Material as usize] = Gene::new(0.5);
        genes.principles[Principle::DoubledPawns as usize] = Gene::new(0.1);
        let mut evolved = Evolved::new(&Chromosome::Flat(Box::new(genes)));
        let board = position("4k3/8/8/8/8/P7/P7/4K3 b - - 0 1");
        assert_eq!(evolved.white_score(&board), 100 - 10);
        assert_eq!(evolved.evaluate(&board), -90);
    }

    #[test]
    fn three_values_are_blended_by_phase() {
        let stage = |weight: f64| {
            let mut genes = blank();
            genes.principles[Principle::BishopPair as usize] = Gene::new(weight);
            genes
        };
        let genes = [stage(1.0), stage(2.0), stage(4.0)];
        let evolved = Evolved::new(&Chromosome::Phased(Box::new(genes)));
        let score = |fen| evolved.white_score(&position(fen));
        // All pieces but a bishop: the phase is 23 of 24, a twelfth of the way to the middle game.
        assert_eq!(score("rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 108);
        // Two bishops alone are 2 of 24: a sixth of the way back from the ending.
        assert_eq!(score("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 366);
    }

    #[test]
    fn no_chromosome_is_as_good_as_a_mate() {
        let mut genes = blank();
        genes.principles[Principle::Material as usize] = Gene::new(1e9);
        let evolved = Evolved::new(&Chromosome::Flat(Box::new(genes)));
        assert_eq!(evolved.white_score(&position("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1")), MAX_SCORE);
    }
}
