//! The evolved evaluation explained: who gets how much for which gene.

use std::fmt;

use ferz_rules::{Color, PieceType, Position};

use super::gene::Gene;
use super::principle::Principle;
use super::scene::Scene;
use super::{Evolved, table};
use crate::Phase;

/// Every principle and table of an evaluation, by player.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolvedReport {
    /// What each principle comes to: the gene in this phase, White's score and Black's.
    pub principles: Vec<(Principle, f64, f64, f64)>,
    /// What the squares of each kind of piece give to White and to Black, in pawns.
    pub tables: Vec<(PieceType, f64, f64)>,
    /// How far the endgame is.
    pub phase: i32,
    /// Centipawns from White's point of view.
    pub score: i32,
}

impl EvolvedReport {
    pub(super) fn new(evolved: &Evolved, position: &Position) -> Self {
        let genes = evolved.genes(position);
        let scene = Scene::new(position);
        let score = |principle: Principle, color| {
            f64::from(principle.quarters(&scene, color)) / f64::from(Principle::UNIT)
        };
        let principles =
            Principle::ALL.into_iter().zip(&genes.principles).map(|(principle, gene)| {
                let [white, black] = Color::ALL.map(|color| score(principle, color));
                (principle, gene.get(), white, black)
            });
        let tables = PieceType::ALL.into_iter().map(|kind| {
            let pawns = |color| table(position, genes, color, kind) as f64 / f64::from(Gene::STEPS);
            (kind, pawns(Color::White), pawns(Color::Black))
        });
        Self {
            principles: principles.collect(),
            tables: tables.collect(),
            phase: Phase::of(position).get(),
            score: evolved.white_score(position),
        }
    }
}

const RULE: &str = "----------------------+----------+-----------------+---------";

impl fmt::Display for EvolvedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<21} |     gene |   White   Black |    pawns", "Principle")?;
        writeln!(f, "{RULE}")?;
        for (principle, gene, white, black) in &self.principles {
            let pawns = gene * (white - black);
            writeln!(
                f,
                "{:<21} | {gene:>8.4} | {white:>7.2} {black:>7.2} | {pawns:>+8.2}",
                principle.name()
            )?;
        }
        writeln!(f, "{RULE}")?;
        for (kind, white, black) in &self.tables {
            let name = format!("{kind:?} squares").to_lowercase();
            writeln!(
                f,
                "{name:<21} |          | {white:>7.2} {black:>7.2} | {:>+8.2}",
                white - black
            )?;
        }
        writeln!(f, "{RULE}")?;
        writeln!(f, "Phase    {:>6} of {}", self.phase, Phase::MAX)?;
        write!(f, "Score    {:>+6.2} for White", f64::from(self.score) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolved::{Chromosome, ChromosomeKind};

    #[test]
    fn the_lines_add_up_to_the_score() {
        let fen = "r1bq1rk1/ppp2ppp/2n2n2/3pp3/1b2P3/2NP1N2/PPPBBPPP/R2QK2R w KQ - 0 7";
        let position: Position = fen.parse().expect("legal");
        for kind in ChromosomeKind::ALL {
            let report = Evolved::new(&Chromosome::original(kind)).explain(&position);
            let principles: f64 = report
                .principles
                .iter()
                .map(|(_, gene, white, black)| gene * (white - black))
                .sum();
            let tables: f64 = report.tables.iter().map(|(_, white, black)| white - black).sum();
            let sum = 100.0 * (principles + tables);
            assert!((sum - f64::from(report.score)).abs() < 1.0, "{sum}\n{report}");
            assert!(report.to_string().contains("knight_outpost"));
        }
    }
}
