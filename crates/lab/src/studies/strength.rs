//! A rating from games against opponents whose ratings are known (section 6.8).

use crate::report::{Bar, Report, Table, bar_chart, outcome_bars};
use crate::standings::Score;
use crate::stats::{Elo, Results, Sample, performance};

/// What a player did against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The opponent.
    pub name: String,
    /// Its rating, if it is known.
    pub rating: Option<f64>,
    /// The player's score against it.
    pub score: Score,
}

impl Rung {
    fn sample(&self) -> Sample {
        if self.score.is_paired() { self.score.pairs.sample() } else { self.score.games.sample() }
    }

    /// The player's rating as this opponent alone shows it.
    pub fn estimate(&self) -> Option<Elo> {
        let elo = self.score.elo();
        self.rating.map(|rating| Elo {
            value: rating + elo.value,
            low: rating + elo.low,
            high: rating + elo.high,
        })
    }
}

/// The rating that fits all opponents whose ratings are known; none if there are none.
pub fn estimate_rating(rungs: &[Rung]) -> Option<Elo> {
    let known: Vec<(f64, Sample)> = rungs
        .iter()
        .filter(|rung| rung.score.games.games() > 0)
        .filter_map(|rung| Some((rung.rating?, rung.sample())))
        .collect();
    performance(&known)
}

/// The estimate as a report.
pub fn strength_report(player: &str, rungs: &[Rung], conditions: &str) -> Report {
    let mut report = Report::new(&format!("The strength of {player}"));
    report.text(conditions);
    if let Some(elo) = estimate_rating(rungs) {
        report.text(&format!("Estimated rating: {elo:.0} (95 %)."));
    }
    let mut table = Table::new(&["opponent", "rating", "games", "score", "Δ Elo", "estimate"]);
    for rung in rungs {
        let elo = rung.score.elo();
        table.push([
            rung.name.clone(),
            rung.rating.map_or("–".to_owned(), |rating| format!("{rating:.0}")),
            rung.score.games.games().to_string(),
            format!("{:.1} %", 100.0 * rung.score.share()),
            format!("{:+.1} [{:+.1}, {:+.1}]", elo.value, elo.low, elo.high),
            rung.estimate().map_or("–".to_owned(), |elo| format!("{elo:.0}")),
        ]);
    }
    report.table(table);
    report.text(
        "For comparison, the thesis: 2000 games against Stockfish 18 at UCI_Elo 2000, difference \
         +110.94 [+79.48, +142.40], estimate 2110.",
    );
    let outcomes: Vec<_> = rungs.iter().map(|rung| (rung.name.clone(), rung.score.games)).collect();
    report.figure(outcome_bars(&outcomes), "Games by opponent.");
    let bars: Vec<_> = rungs
        .iter()
        .map(|rung| {
            let elo = rung.score.elo();
            let bar = Bar { value: elo.value, interval: Some((elo.low, elo.high)) };
            (rung.name.clone(), vec![Some(bar)])
        })
        .collect();
    report.figure(bar_chart(&["Δ Elo"], &bars), "Difference to each opponent.");
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Trinomial;

    fn rung(rating: Option<f64>, wins: u64, losses: u64) -> Rung {
        let games = Trinomial { losses, draws: 0, wins };
        Rung { name: "x".to_owned(), rating, score: Score { games, ..Score::default() } }
    }

    #[test]
    fn opponents_of_unknown_rating_do_not_count() {
        assert_eq!(estimate_rating(&[rung(None, 5, 5), rung(Some(2000.0), 0, 0)]), None);
        let elo = estimate_rating(&[rung(Some(2000.0), 50, 50), rung(None, 100, 0)]).unwrap();
        assert!((elo.value - 2000.0).abs() < 1e-6, "{elo}");
    }
}
