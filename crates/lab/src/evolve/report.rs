//! What an evolution and its final test came to, as tables, curves and boards.

use ferz_eval::evolved::{Chromosome, Genes, Principle, Stage};
use ferz_rules::PieceType;

use super::chronicle::GenerationRecord;
use super::exam::{Exam, ExamRow};
use super::fitness::Fitness;
use super::settings::EvolveSettings;
use super::smooth::{mean_and_spread, roughness};
use crate::report::{
    Bar, Report, Scale, Series, Svg, Table, bar_chart, heat_map, line_chart, outcome_bars,
};
use crate::stats::{Results, Spread, normal_cdf};

/// How many standard errors make an interval of 95 %.
const Z95: f64 = 1.96;
/// How many genes have their path drawn.
const PATHS: usize = 6;

/// What an evolution came to.
#[derive(Clone, Copy, Debug)]
pub struct EvolutionReport<'a> {
    /// How it went on.
    pub settings: &'a EvolveSettings,
    /// What was selected for.
    pub fitness: &'a Fitness,
    /// Its generations, of which there is at least one.
    pub records: &'a [GenerationRecord],
}

impl EvolutionReport<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let mut report = Report::new("An evolution");
        report.text(&format!("Fitness: {}.", self.fitness));
        report.text(&format!("Settings: {}.", self.settings));
        let (Some(first), Some(last)) = (self.records.first(), self.records.last()) else {
            report.text("No generation has been finished.");
            return report;
        };
        report.heading("Fitness by generation");
        report.figure(self.curve(), "The best, the middle half and the median of each generation.");
        report.table(self.generations());
        let moved = moved(&first.best, &last.best);
        report.heading("Genes that moved");
        report.text(
            "From the best of the first generation to the best of the last, in pawns. A positive \
             gene means the usual opinion, of penalties too.",
        );
        report.table(principles(&moved));
        report.figure(
            self.paths(&moved),
            "The genes that moved furthest, in the best of each generation.",
        );
        report.heading("Tables before and after");
        report.text(
            "Before is the best of the first generation, after the best of the last. Roughness is \
             the mean difference of neighbouring squares in spreads of the table: about 1.1 is noise.",
        );
        report.table(tables(&first.best, &last.best));
        for kind in PieceType::ALL {
            let boards = boards(kind, &first.best, &last.best);
            report.panels(boards.iter().map(|(svg, caption)| (svg.clone(), caption.as_str())));
        }
        report
    }

    fn curve(&self) -> Svg {
        let line = |name: &str, value: fn(&Spread) -> f64| Series {
            name: name.to_owned(),
            points: self
                .records
                .iter()
                .map(|record| (record.number + 1, value(&record.spread)))
                .collect(),
        };
        let lines = [
            line("best", |spread| spread.high),
            line("a quarter is above", |spread| spread.upper),
            line("median", |spread| spread.median),
            line("a quarter is below", |spread| spread.lower),
        ];
        line_chart(&lines, Scale::Linear, "generation")
    }

    fn generations(&self) -> Table {
        let mut table = Table::new(&[
            "generation",
            "best",
            "upper quarter",
            "median",
            "lower quarter",
            "worst",
        ]);
        for GenerationRecord { number, spread, .. } in self.records {
            let mut row = vec![(number + 1).to_string()];
            let values = [spread.high, spread.upper, spread.median, spread.lower, spread.low];
            row.extend(values.map(|value| format!("{value:.1}")));
            table.push(row);
        }
        table
    }

    fn paths(&self, moved: &[Moved]) -> Svg {
        let series = |moved: &Moved| Series {
            name: moved.name(),
            points: self
                .records
                .iter()
                .map(|record| {
                    let gene =
                        record.best.stages()[moved.stage].principles[moved.principle as usize];
                    (record.number + 1, gene.get())
                })
                .collect(),
        };
        let series: Vec<Series> = moved.iter().take(PATHS).map(series).collect();
        line_chart(&series, Scale::Linear, "generation")
    }
}

/// A principle's gene at the beginning and in the end.
#[derive(Clone, Copy, Debug)]
struct Moved {
    principle: Principle,
    stage: usize,
    is_phased: bool,
    before: f64,
    after: f64,
}

impl Moved {
    fn name(&self) -> String {
        let stage = Stage::ALL[self.stage % Stage::ALL.len()].name();
        if self.is_phased {
            format!("{}, {stage}", self.principle)
        } else {
            self.principle.to_string()
        }
    }
}

/// All principles, those that moved furthest first.
fn moved(before: &Chromosome, after: &Chromosome) -> Vec<Moved> {
    let stages = before.stages().iter().zip(after.stages()).enumerate();
    let is_phased = before.stages().len() > 1;
    let mut moved: Vec<Moved> = stages
        .flat_map(|(stage, (before, after))| {
            let gene = |genes: &Genes, principle| genes.principles[principle as usize].get();
            Principle::ALL.map(|principle| Moved {
                principle,
                stage,
                is_phased,
                before: gene(before, principle),
                after: gene(after, principle),
            })
        })
        .collect();
    let distance = |row: &Moved| (row.after - row.before).abs();
    moved.sort_by(|one, two| distance(two).total_cmp(&distance(one)));
    moved
}

fn principles(moved: &[Moved]) -> Table {
    let mut table = Table::new(&["principle", "before", "after", "change"]);
    for row in moved {
        let number = |value: f64| format!("{value:+.3}");
        table.push([
            row.name(),
            number(row.before),
            number(row.after),
            number(row.after - row.before),
        ]);
    }
    table
}

/// The values of a table.
fn squares(genes: &Genes, kind: PieceType) -> Vec<f64> {
    genes.tables[kind.index()].iter().map(|gene| gene.get()).collect()
}

/// What a stage is called; nothing where there is only one.
fn stage_name(chromosome: &Chromosome, stage: usize) -> &'static str {
    if chromosome.stages().len() == 1 { "" } else { Stage::ALL[stage].name() }
}

fn tables(before: &Chromosome, after: &Chromosome) -> Table {
    let mut table = Table::new(&[
        "table",
        "mean before",
        "after",
        "spread before",
        "after",
        "roughness before",
        "after",
        "correlation",
    ]);
    for (stage, (first, last)) in before.stages().iter().zip(after.stages()).enumerate() {
        for kind in PieceType::ALL {
            let (old, new) = (squares(first, kind), squares(last, kind));
            let ((old_mean, old_spread), (new_mean, new_spread)) =
                (mean_and_spread(&old), mean_and_spread(&new));
            let name = format!("{kind:?} {}", stage_name(before, stage)).to_lowercase();
            let mut row = vec![name.trim_end().to_owned()];
            let numbers = [old_mean, new_mean, old_spread, new_spread];
            row.extend(numbers.map(|value| format!("{value:.3}")));
            let shape = [roughness(&old), roughness(&new), correlation(&old, &new)];
            row.extend(shape.map(|value| format!("{value:.2}")));
            table.push(row);
        }
    }
    table
}

/// How much of a table's shape is left: 1 for all of it, 0 for nothing.
fn correlation(one: &[f64], two: &[f64]) -> f64 {
    let ((mean, spread), (other_mean, other_spread)) = (mean_and_spread(one), mean_and_spread(two));
    let product = spread * other_spread;
    if product == 0.0 {
        return 0.0;
    }
    let pairs = one.iter().zip(two);
    let covariance: f64 = pairs.map(|(a, b)| (a - mean) * (b - other_mean)).sum();
    covariance / one.len() as f64 / product
}

/// The boards of one kind of piece with their captions, in one scale.
fn boards(kind: PieceType, before: &Chromosome, after: &Chromosome) -> Vec<(Svg, String)> {
    let all = before.stages().iter().chain(after.stages());
    let values = all.flat_map(|genes| squares(genes, kind));
    let limit = values.fold(0.0, |most: f64, value| most.max(value.abs()));
    let board = |genes: &Genes| heat_map(&squares(genes, kind), limit);
    let mut boards = vec![(board(&before.stages()[0]), format!("{kind:?}, before."))];
    for (stage, genes) in after.stages().iter().enumerate() {
        let caption = format!("{kind:?}, after {}", stage_name(after, stage));
        boards.push((board(genes), format!("{}.", caption.trim_end())));
    }
    boards
}

/// The final test as a report, beside figure 4.
pub fn exam_report(exam: &Exam, rows: &[ExamRow]) -> Report {
    let mut report = Report::new("Agents against an opponent");
    report.text(&format!(
        "{} pairs of games for each agent, the same for all; {}.",
        exam.pairs, exam.games
    ));
    let first = rows.first().map_or("the first", |row| row.name.as_str());
    let better = format!("better than {first}");
    let mut table = Table::new(&[
        "agent",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo",
        "fitness",
        better.as_str(),
    ]);
    for row in rows {
        let games = row.score.games;
        let (mean, error) = share(row);
        let elo = row.score.elo();
        table.push([
            row.name.clone(),
            games.games().to_string(),
            games.wins.to_string(),
            games.draws.to_string(),
            games.losses.to_string(),
            format!("{:.1} % ± {:.1}", 100.0 * mean, 100.0 * Z95 * error),
            if elo.value.is_finite() { format!("{elo:.0}") } else { "–".to_owned() },
            format!("{:.0}", row.fitness),
            format!("{:.2} %", 100.0 * superiority(row, &rows[0])),
        ]);
    }
    report.table(table);
    report.text(
        "Errors are of 95 %, from pairs. The last column is the probability, from the scores alone, \
         that an agent is better than the first.",
    );
    let outcomes: Vec<_> = rows.iter().map(|row| (row.name.clone(), row.score.games)).collect();
    report.figure(outcome_bars(&outcomes), "What came of the games (figure 4 of the document).");
    let bars: Vec<(String, Vec<Option<Bar>>)> = rows
        .iter()
        .map(|row| {
            let (mean, error) = share(row);
            let (value, reach) = (100.0 * mean, 100.0 * Z95 * error);
            let interval = Some((value - reach, value + reach));
            (row.name.clone(), vec![Some(Bar { value, interval })])
        })
        .collect();
    report.figure(bar_chart(&["score in %"], &bars), "The score with its interval of 95 %.");
    report
}

/// The share of the points and its standard error.
fn share(row: &ExamRow) -> (f64, f64) {
    let sample = row.score.pairs.sample();
    // Before the first pair nothing is known; an infinite bar would not help to see that.
    (sample.mean(), sample.standard_error().min(0.5))
}

/// The probability that an agent is better than another.
fn superiority(row: &ExamRow, other: &ExamRow) -> f64 {
    let ((mean, error), (other_mean, other_error)) = (share(row), share(other));
    let error = (error.powi(2) + other_error.powi(2)).sqrt();
    match mean - other_mean {
        0.0 => 0.5,
        difference if error == 0.0 => f64::from(u8::from(difference > 0.0)),
        difference => normal_cdf(difference / error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::Score;
    use crate::stats::Penta;

    #[test]
    fn shape_that_is_kept_correlates() {
        let old: Vec<f64> = (0..64).map(f64::from).collect();
        let twice: Vec<f64> = old.iter().map(|value| 2.0 * value + 1.0).collect();
        assert!((correlation(&old, &twice) - 1.0).abs() < 1e-12);
        let opposite: Vec<f64> = old.iter().map(|value| -value).collect();
        assert!((correlation(&old, &opposite) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn superiority_grows_with_the_difference() {
        let row = |pairs: [u64; 5]| {
            let score = Score { pairs: Penta(pairs), ..Score::default() };
            ExamRow { name: String::new(), score, fitness: 0.0 }
        };
        let (weak, strong) = (row([45, 3, 2, 0, 0]), row([20, 10, 10, 5, 5]));
        assert!(superiority(&strong, &weak) > 0.9999);
        assert!(superiority(&weak, &strong) < 0.0001);
        assert_eq!(superiority(&weak, &weak).to_string(), "0.5");
    }
}
