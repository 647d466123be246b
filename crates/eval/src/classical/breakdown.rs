//! The evaluation explained: who gets how much for what.

use std::fmt;

use ferz_rules::{ByColor, Color, Position};

use super::score::TaperedScore;
use super::table::{Term, WeightIndex, Weights};
use super::trace::Trace;
use super::weights::GROUPS;
use super::{Classical, EvalReport};

/// Every term of an evaluation, by player and phase.
///
/// Printed as `{}` it has a line for each term, as `{:#}` one for each row of weights too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    counts: Counts,
    weights: Weights,
    report: EvalReport,
}

impl Breakdown {
    pub(super) fn new(classical: &Classical, position: &Position) -> Self {
        let mut counts = Counts::default();
        let report = classical.trace(position, &mut counts);
        Self { counts, weights: classical.weights().clone(), report }
    }

    /// What a term gives to a player.
    pub fn term(&self, term: Term, color: Color) -> TaperedScore {
        if !term.is_linear() {
            return self.counts.danger[color].1;
        }
        let rows = GROUPS.iter().filter(|group| group.term == term);
        rows.map(|group| self.row(group.name, color)).sum()
    }

    /// What a row of the table gives to a player; units of danger in the rows that hold such.
    /// Nothing if there is no row of this name.
    pub fn row(&self, name: &str, color: Color) -> TaperedScore {
        let row = self.weights.list().enumerate().filter(|(_, weight)| weight.name == name);
        row.map(|(place, weight)| {
            TaperedScore::new(weight.mg, weight.eg) * self.counts.of[color][place].into()
        })
        .sum()
    }

    /// How often a weight counts for a player.
    pub fn count(&self, index: WeightIndex, color: Color) -> i32 {
        self.counts.of[color][index.get()].into()
    }

    /// The units of danger to a player's king.
    pub fn danger(&self, color: Color) -> TaperedScore {
        self.counts.danger[color].0
    }

    /// The rest of the evaluation, from the sum of the terms to the score.
    pub fn report(&self) -> EvalReport {
        self.report
    }
}

/// How often each weight counts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Counts {
    of: ByColor<Vec<i16>>,
    /// Units and score.
    danger: ByColor<(TaperedScore, TaperedScore)>,
}

impl Default for Counts {
    fn default() -> Self {
        let none = vec![0; Weights::COUNT];
        Self { of: ByColor::new(none.clone(), none), danger: ByColor::default() }
    }
}

impl Trace for Counts {
    fn add(&mut self, color: Color, index: WeightIndex, count: i32) {
        self.of[color][index.get()] += count as i16;
    }

    fn danger(&mut self, color: Color, units: TaperedScore, score: TaperedScore) {
        self.danger[color] = (units, score);
    }
}

const RULE: &str = "-----------------------+---------------+---------------+--------------";

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22} |     White     |     Black     |     Total", "Term")?;
        writeln!(f, "{:<22} |    mg     eg  |    mg     eg  |    mg     eg", "")?;
        writeln!(f, "{RULE}")?;
        for term in Term::ALL {
            let [white, black] = Color::ALL.map(|color| self.term(term, color));
            line(f, &format!("{term:?}"), white, black)?;
            if f.alternate() {
                self.rows(f, term)?;
            }
        }
        writeln!(f, "{RULE}")?;
        let sum = |color| Term::ALL.into_iter().map(|term| self.term(term, color)).sum();
        line(f, "Sum", sum(Color::White), sum(Color::Black))?;
        self.fmt_report(f)
    }
}

impl Breakdown {
    fn rows(&self, f: &mut fmt::Formatter<'_>, term: Term) -> fmt::Result {
        for group in GROUPS.iter().filter(|group| group.term == term) {
            let [white, black] = Color::ALL.map(|color| self.row(group.name, color));
            if (white, black) != Default::default() {
                line(f, &format!("  {}", group.name.to_lowercase()), white, black)?;
            }
        }
        Ok(())
    }

    fn fmt_report(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        let tempo: TaperedScore =
            self.term(Term::Tempo, Color::White) - self.term(Term::Tempo, Color::Black);
        writeln!(f)?;
        writeln!(f, "Phase    {:>6} of {}", report.phase.get(), super::Phase::MAX)?;
        writeln!(f, "Scaling  {:>6} of {}", report.scale.get(), super::Scale::FULL)?;
        let tempo = report.phase.interpolate(tempo, super::Scale::NORMAL);
        writeln!(f, "Tempo    {:>+6.2}", pawns(tempo))?;
        if let Some(ending) = report.ending {
            writeln!(f, "Known    {ending}")?;
        }
        write!(f, "Score    {:>+6.2} for White", pawns(report.score))
    }
}

fn line(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    white: TaperedScore,
    black: TaperedScore,
) -> fmt::Result {
    write!(f, "{name:<22}")?;
    for score in [white, black, white - black] {
        write!(f, " | {:>6.2} {:>6.2}", pawns(score.mg()), pawns(score.eg()))?;
    }
    writeln!(f)
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}
