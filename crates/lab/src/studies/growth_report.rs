//! The growth of the tree as a report, beside table 6.17.

use super::chain::Stage;
use super::document;
use super::growth::Growth;
use crate::report::{Bar, Report, Scale, Series, Table, bar_chart, line_chart};

/// Reports growth by stage. Figures of the thesis stand beside those that are comparable: of its
/// own stages, from the initial position to its depth.
pub fn growth_report(rows: &[(Stage, Growth)], conditions: &str, is_comparable: bool) -> Report {
    let mut report = Report::new("How the tree grows, stage by stage");
    report.text(conditions);
    report.text(
        "N counts all nodes, those of quiescence too. The growth ratio of a depth is what it \
         added over what the depth before it added; EBF is the geometric mean of the ratios.",
    );
    let thesis = |stage: &Stage| {
        document::GROWTH.iter().find(|row| is_comparable && row.stage == stage.name)
    };
    report.heading("Metrics").table(metrics(rows, &thesis));
    report
        .heading("Nodes at each depth")
        .table(depths(rows, |growth| growth.nodes.iter().map(ToString::to_string).collect()));
    report.heading("Growth ratio at each depth").table(depths(rows, |growth| {
        let ratios = growth.ratios().into_iter().map(|ratio| format!("{ratio:.2}"));
        std::iter::once("–".to_owned()).chain(ratios).collect()
    }));
    let series: Vec<Series> = rows.iter().map(|(stage, growth)| series(stage, growth)).collect();
    report.figure(line_chart(&series, Scale::Log, "depth"), "All nodes by depth.");
    let plain = |value: f64| Bar { value, interval: None };
    let factors: Vec<(String, Vec<Option<Bar>>)> = rows
        .iter()
        .map(|(stage, growth)| {
            let theirs = thesis(stage).map(|row| plain(row.factor));
            (stage.name.clone(), vec![growth.factor().map(plain), theirs])
        })
        .collect();
    report.figure(bar_chart(&["Ferz", "thesis"], &factors), "EBF by stage.");
    report
}

fn metrics<'a>(
    rows: &[(Stage, Growth)],
    thesis: &dyn Fn(&Stage) -> Option<&'a document::GrowthFigures>,
) -> Table {
    let mut table =
        Table::new(&["stage", "features", "N", "N^(1/D)", "EBF", "thesis: N", "N^(1/D)", "EBF"]);
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    for (stage, growth) in rows {
        let theirs = thesis(stage);
        table.push([
            stage.name.clone(),
            stage.features.to_string(),
            growth.nodes.last().map_or("–".to_owned(), ToString::to_string),
            number(growth.root()),
            number(growth.factor()),
            theirs.map_or("–".to_owned(), |row| row.nodes.to_string()),
            number(theirs.map(|row| row.root)),
            number(theirs.map(|row| row.factor)),
        ]);
    }
    table
}

fn depths(rows: &[(Stage, Growth)], cells: impl Fn(&Growth) -> Vec<String>) -> Table {
    let deepest = rows.iter().map(|(_, growth)| growth.nodes.len()).max().unwrap_or(0);
    let mut table = Table::default();
    table.head.push("stage".to_owned());
    table.head.extend((1..=deepest).map(|depth| depth.to_string()));
    for (stage, growth) in rows {
        let mut row = vec![stage.name.clone()];
        row.extend(cells(growth));
        row.resize(deepest + 1, "–".to_owned());
        table.push(row);
    }
    table
}

fn series(stage: &Stage, growth: &Growth) -> Series {
    let points = (1..).zip(&growth.nodes).map(|(depth, nodes)| (depth, *nodes as f64)).collect();
    Series { name: stage.name.clone(), points }
}
