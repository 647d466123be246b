//! The report of an analysis.

use crate::report::{Report, Scale, Series, Table, line_chart};

use super::tally::{GameSummary, PlayerSummary, Tally};

/// The report: all players, then every game with the course of the chances and its critical
/// moments.
pub fn report(title: &str, games: &[GameSummary]) -> Report {
    let tally = Tally::of(games);
    let mut report = Report::new(title);
    report.heading("Players").table(players(tally.players.iter()));
    report.text(
        "Accuracy is the mean of 103.1668·exp(-0.04354·x) - 3.1669 over all moves, where x is what a \
         move costs of the chance of winning in percent; loss is in centipawns for each move. \
         Inaccuracies cost more than 5, mistakes more than 10, blunders more than 20 percent.",
    );
    for game in games {
        add_game(&mut report, game);
    }
    report
}

fn players<'a>(rows: impl Iterator<Item = (&'a String, &'a PlayerSummary)>) -> Table {
    let head =
        ["player", "games", "moves", "accuracy", "loss", "inaccuracies", "mistakes", "blunders"];
    let mut table = Table::new(&head);
    for (name, summary) in rows {
        let number =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        table.push([
            name.clone(),
            summary.games.to_string(),
            summary.moves.to_string(),
            number(summary.accuracy()),
            number(summary.average_loss()),
            summary.inaccuracies.to_string(),
            summary.mistakes.to_string(),
            summary.blunders.to_string(),
        ]);
    }
    table
}

fn add_game(report: &mut Report, game: &GameSummary) {
    let GameSummary { white, black, result, .. } = game;
    report.heading(&format!("{white} – {black}  {result}"));
    if let Some(opening) = &game.opening {
        report.text(opening);
    }
    let names = [white, black];
    report.table(players(names.into_iter().zip(&game.players)));
    let points = game.course.iter().enumerate().map(|(ply, chance)| (ply as u32, *chance));
    let series = [Series { name: "White's chances".to_owned(), points: points.collect() }];
    report.figure(
        line_chart(&series, Scale::Linear, "half-moves"),
        "White's chance of winning in percent",
    );
    if !game.moments.is_empty() {
        let mut table = Table::new(&["critical moment", "better", "lost percent"]);
        for moment in &game.moments {
            let better = moment.better.clone().unwrap_or_default();
            table.push([moment.played.clone(), better, format!("{:.0}", moment.lost)]);
        }
        report.table(table);
    }
}
