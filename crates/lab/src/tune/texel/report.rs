//! What a fit came to: the curve of its error, and the weights that changed.

use ferz_eval::{Weight, Weights};

use super::fit::Epoch;
use crate::report::{Report, Scale, Series, Svg, Table, line_chart};

/// A fit as a report.
#[derive(Clone, Copy, Debug)]
pub struct FitReport<'a> {
    /// What was learned from, and how.
    pub conditions: &'a str,
    /// The errors, epoch by epoch.
    pub curve: &'a [Epoch],
    /// The weights at the start.
    pub start: &'a Weights,
    /// The weights that were found.
    pub tuned: &'a Weights,
}

impl FitReport<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let mut report = Report::new("Weights of the classical evaluation, fitted to games");
        report.text(self.conditions);
        report.figure(error_chart(self.curve), "Mean squared error of the expected points.");
        let mut epochs = Table::new(&["epoch", "error", "on unseen games"]);
        for epoch in self.curve {
            epochs.push([
                epoch.number.to_string(),
                format!("{:.6}", epoch.training),
                format!("{:.6}", epoch.validation),
            ]);
        }
        report.heading("Epochs").table(epochs);
        let mut weights = Table::new(&["weight", "place", "before", "after"]);
        for (new, old) in self.changes() {
            let cell = |weight: &Weight| format!("({}, {})", weight.mg, weight.eg);
            weights.push([new.name.to_owned(), new.place.to_string(), cell(&old), cell(&new)]);
        }
        report.heading("Weights that changed").table(weights);
        report
    }

    /// The weights that changed, each with what it was.
    pub fn changes(&self) -> impl Iterator<Item = (Weight, Weight)> {
        self.tuned.list().zip(self.start.list()).filter(|(new, old)| new != old)
    }
}

/// The errors epoch by epoch.
pub fn error_chart(curve: &[Epoch]) -> Svg {
    let line = |name: &str, value: fn(&Epoch) -> f64| Series {
        name: name.to_owned(),
        points: curve.iter().map(|epoch| (epoch.number, value(epoch))).collect(),
    };
    let lines = [
        line("learned from", |epoch| epoch.training),
        line("unseen games", |epoch| epoch.validation),
    ];
    line_chart(&lines, Scale::Linear, "epoch")
}
