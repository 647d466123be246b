//! What a training came to, as tables and a curve.

use ferz_eval::nnue::Network;

use super::quantise::QuantisationError;
use super::trainer::{Epoch, Trainer};
use crate::report::{Report, Scale, Series, Svg, Table, line_chart};

/// The errors epoch by epoch.
pub fn loss_chart(curve: &[Epoch]) -> Svg {
    let line = |name: &str, value: &dyn Fn(&Epoch) -> Option<f64>| Series {
        name: name.to_owned(),
        points: curve
            .iter()
            .filter_map(|epoch| value(epoch).map(|value| (epoch.number, value)))
            .collect(),
    };
    let lines = [
        line("learned from", &|epoch| Some(epoch.training)),
        line("unseen games", &|epoch| epoch.validation.map(|errors| errors.blend)),
    ];
    line_chart(&lines, Scale::Linear, "epoch")
}

/// The settings, the curve and the cost of rounding.
pub fn training_report(
    trainer: &Trainer<'_>,
    network: &Network,
    rounding: &QuantisationError,
) -> Report {
    let mut report = Report::new(&format!("Training of {network}"));
    report.text(&format!(
        "Positions: {} learned from, {} unseen. Rounding to whole numbers changes a value by {:.2} \
         centipawns on average and {:.1} at most ({} positions).",
        trainer.data.training.len(),
        trainer.data.validation.len(),
        rounding.mean,
        rounding.max,
        rounding.positions
    ));
    report.figure(loss_chart(trainer.curve()), "Mean squared error of the expected points.");
    report.heading("Epochs").table(epochs(trainer.curve()));
    let mut settings = Table::new(&["setting", "value"]);
    for line in trainer.settings().identity().lines() {
        if let Some((name, value)) = line.split_once('=') {
            settings.push([name, value]);
        }
    }
    report.heading("Settings").table(settings);
    report
}

fn epochs(curve: &[Epoch]) -> Table {
    let mut table = Table::new(&[
        "epoch",
        "learning rate",
        "share of the result",
        "error",
        "on unseen games",
        "against scores",
        "against results",
    ]);
    for epoch in curve {
        let error =
            |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.6}"));
        table.push([
            epoch.number.to_string(),
            format!("{:.2e}", epoch.rate),
            format!("{:.2}", epoch.share),
            error(Some(epoch.training)),
            error(epoch.validation.map(|errors| errors.blend)),
            error(epoch.validation.map(|errors| errors.score)),
            error(epoch.validation.map(|errors| errors.result)),
        ]);
    }
    table
}
