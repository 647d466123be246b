//! The ablation as a report, beside tables 6.2 to 6.15.

use super::{Control, GameFacts, PairingResult};
use crate::report::{Bar, Report, Table, bar_chart, box_plot, outcome_bars};
use crate::stats::{Elo, Results, elo_of_score};
use crate::studies::document::{self, PairingFigures};

/// What goes into the report.
pub struct AblationReport<'a> {
    /// The title.
    pub title: &'a str,
    /// How it was measured.
    pub conditions: &'a str,
    /// The results, those of one control together.
    pub results: &'a [PairingResult],
    /// Whether the stages are those of the thesis, so that its figures belong beside ours.
    pub beside_thesis: bool,
}

impl AblationReport<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let mut report = Report::new(self.title);
        report.text(self.conditions);
        let mut rest = self.results;
        while let Some(first) = rest.first() {
            let same = rest.iter().take_while(|result| result.control == first.control).count();
            let (group, others) = rest.split_at(same);
            self.summarize(&mut report, first.control, group);
            for result in group {
                self.detail(&mut report, result);
            }
            rest = others;
        }
        report
    }

    fn thesis(&self, result: &PairingResult) -> Option<&'static PairingFigures> {
        document::pairing(result.added(), &result.control).filter(|_| self.beside_thesis)
    }

    /// Tables 6.2 and 6.9: the whole chain at a glance.
    fn summarize(&self, report: &mut Report, control: Control, group: &[PairingResult]) {
        report.heading(&format!("Control: {control}"));
        let mut table = Table::new(&["added", "games", "Δ Elo", "95 %", "LLR", "test"]);
        // The thesis has nothing to say of other controls than its own.
        let compares = group.iter().any(|result| self.thesis(result).is_some());
        if compares {
            table.head.extend(["thesis: Δ Elo", "95 %", "test"].map(str::to_owned));
        }
        for result in group {
            let elo = result.score.elo();
            let mut row = vec![
                result.added().to_owned(),
                result.score.games.games().to_string(),
                signed(elo.value),
                interval(&elo),
                number(result.llr, 2),
                result.verdict.to_string(),
            ];
            if compares {
                row.extend(self.thesis(result).map_or_else(dashes, |figures| {
                    let (low, high) = figures.interval;
                    let test = if figures.h1 { "H1 accepted" } else { "H0 accepted" };
                    [
                        signed(figures.elo),
                        format!("[{}, {}]", signed(low), signed(high)),
                        test.to_owned(),
                    ]
                }));
            }
            table.push(row);
        }
        report.table(table);
        let groups: Vec<(String, Vec<Option<Bar>>)> = group
            .iter()
            .map(|result| {
                let elo = result.score.elo();
                let ours = Bar { value: elo.value, interval: Some((elo.low, elo.high)) };
                let theirs = self
                    .thesis(result)
                    .map(|row| Bar { value: row.elo, interval: Some(row.interval) });
                (result.added().to_owned(), vec![Some(ours), theirs])
            })
            .collect();
        let names: &[&str] = if compares { &["Ferz", "thesis"] } else { &["Ferz"] };
        report.figure(bar_chart(names, &groups), &format!("Elo of each step, {control}."));
    }

    /// Tables 6.3 to 6.8 and 6.10 to 6.15, with the panels of their figures.
    fn detail(&self, report: &mut Report, result: &PairingResult) {
        let (old, new) = (&result.pairing.old.name, &result.pairing.new.name);
        let figures = self.thesis(result);
        let title = match figures {
            Some(figures) => {
                format!(
                    "{old} (E1) against {new} (E2), {} (table 6.{})",
                    result.control, figures.table
                )
            }
            None => format!("{old} (E1) against {new} (E2), {}", result.control),
        };
        report.heading(&title).table(detail_table(result, figures));
        let rows = [
            ("all games", &result.score.games),
            ("White", &result.white),
            ("Black", &result.black),
        ]
        .map(|(name, games)| (name.to_owned(), *games));
        report.figure(outcome_bars(&rows), &format!("Games of {new} (E2), by its colour."));
        let depths = |pick: fn(&GameFacts) -> Option<f64>| {
            result.facts.iter().filter_map(pick).collect::<Vec<f64>>()
        };
        let boxes = [
            (format!("{old} (E1)"), depths(|facts| facts.old_depth)),
            (format!("{new} (E2)"), depths(|facts| facts.new_depth)),
        ];
        let plies = result.facts.iter().map(|facts| facts.plies).collect();
        report.panels([
            (box_plot(&boxes), "Mean depth of a move, game by game."),
            (box_plot(&[("half-moves".to_owned(), plies)]), "How long the games were."),
        ]);
    }
}

fn detail_table(result: &PairingResult, figures: Option<&PairingFigures>) -> Table {
    let score = &result.score;
    let elo = score.elo();
    let mut table = Table::new(&["metric", "Ferz"]);
    table.head.extend(figures.map(|_| "thesis".to_owned()));
    let mut row = |name: &str, ours: String, theirs: Option<String>| {
        let theirs = figures.map(|_| theirs.unwrap_or_else(|| "–".to_owned()));
        table.push([name.to_owned(), ours].into_iter().chain(theirs));
    };
    row("games", score.games.games().to_string(), figures.map(|f| f.games.to_string()));
    row(
        "pairs by points",
        format!("[{}]", score.pairs),
        figures.map(|f| format!("[{}]", f.counts)),
    );
    row("mean score", format!("{:.4}", score.share()), figures.map(|f| format!("{:.4}", f.score)));
    row("Δ Elo (E2 over E1)", signed(elo.value), figures.map(|f| signed(f.elo)));
    row(
        "95 % interval",
        interval(&elo),
        figures.map(|f| format!("[{}, {}]", signed(f.interval.0), signed(f.interval.1))),
    );
    row(
        "Δ Elo from the counts alone",
        signed(score.pairs.elo().value),
        figures.map(|f| signed(elo_of_score(f.counts.score()))),
    );
    row("normalised Elo", signed(score.normalized_elo().value), None);
    row("LLR", number(result.llr, 4), figures.map(|f| format!("{:.4}", f.llr)));
    row(
        "test",
        result.verdict.to_string(),
        figures.map(|f| (if f.h1 { "H1 accepted" } else { "H0 accepted" }).to_owned()),
    );
    row("points with White", PairingResult::share(&result.white), None);
    row("points with Black", PairingResult::share(&result.black), None);
    table
}

fn dashes() -> [String; 3] {
    ["–"; 3].map(str::to_owned)
}

fn signed(value: f64) -> String {
    match number(value, 2) {
        text if value > 0.0 || text == "0.00" => format!("+{text}"),
        text => text,
    }
}

/// A number with so many digits, in which nothing is not negative and there is no word.
fn number(value: f64, digits: usize) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "-∞" }.to_owned();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

fn interval(elo: &Elo) -> String {
    format!("[{}, {}]", signed(elo.low), signed(elo.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (value, text) in [
            (12.346, "+12.35"),
            (-0.001, "+0.00"),
            (0.0, "+0.00"),
            (-7.16, "-7.16"),
            (f64::INFINITY, "+∞"),
            (f64::NEG_INFINITY, "-∞"),
        ] {
            assert_eq!(signed(value), text);
        }
        assert_eq!(number(-0.000_01, 4), "0.0000");
    }
}
