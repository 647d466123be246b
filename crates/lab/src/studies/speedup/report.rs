//! The study as a report, beside the tables 6.1 to 6.5 and 7.1.

use ferz_search::Parallel;

use super::capacity::Capacity;
use super::figures::{SpeedupFigures, TeamFigures};
use super::games::MatchResult;
use super::pace::Pace;
use super::run::{Measurement, Speedup};
use super::team::Team;
use super::thesis;
use crate::report::{
    Bar, Report, Scale, Series, Table, bar_chart, box_plot, line_chart, outcome_bars,
};
use crate::stats::{Amdahl, LogFit, Spread, fit_amdahl, fit_logarithm};
use crate::summary::plus_minus;

/// What goes into the report.
pub struct SpeedupReport<'a> {
    /// How it was measured.
    pub conditions: &'a str,
    /// What was to be measured.
    pub study: &'a Speedup,
    /// What was.
    pub measurements: &'a [Measurement],
    /// Which algorithms.
    pub algorithms: &'a [Parallel],
    /// The times.
    pub figures: &'a SpeedupFigures,
    /// What the machine gives to threads that do not know of each other, if that was measured.
    pub capacity: &'a [Capacity],
    /// Nodes per second in searches of equal time, if they were measured.
    pub paces: &'a [Pace],
    /// The games, if any were played.
    pub matches: &'a [MatchResult],
}

impl SpeedupReport<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let mut report = Report::new("What several threads gain");
        report.text(self.conditions);
        if self.figures.teams.iter().any(|team| !team.speedups.is_empty()) {
            self.times(&mut report);
            self.laws(&mut report);
        }
        if !self.matches.is_empty() {
            self.games(&mut report);
        }
        self.predictions(&mut report);
        if !self.measurements.is_empty() {
            report.heading("Positions").table(self.positions());
            report.text("Median seconds of each team.");
        }
        report
    }

    fn times(&self, report: &mut Report) {
        for parallel in self.algorithms {
            let title = format!("Speed-up of {} (table 6.{})", long(*parallel), table(*parallel));
            report.heading(&title).table(self.spreads(
                *parallel,
                |row| Spread::of(&row.speedups),
                thesis::speedup,
                |value| format!("{value:.3}"),
            ));
        }
        report.panels(self.algorithms.iter().map(|parallel| {
            let boxes = self.boxes(*parallel, |row| &row.speedups);
            (box_plot(&boxes), "Median speed-up of each position, by threads.")
        }));
        report.figure(
            line_chart(&self.median_lines(), Scale::Linear, "threads"),
            "Median speed-up over all positions.",
        );
        for parallel in self.algorithms {
            let title = format!(
                "Standard deviation of {} in milliseconds (table 6.{})",
                long(*parallel),
                table(*parallel) + 2
            );
            report.heading(&title).table(self.spreads(
                *parallel,
                |row| Spread::of(&row.deviations),
                thesis::deviation,
                |value| format!("{value:.0}"),
            ));
        }
        report.panels(self.algorithms.iter().map(|parallel| {
            let boxes = self.boxes(*parallel, |row| &row.deviations);
            (box_plot(&boxes), "Standard deviation of each position's times in ms, by threads.")
        }));
        report.heading("Efficiency, nodes and speed").table(self.efficiency());
        report.text(
            "Efficiency is the median speed-up by the number of threads. The whole set is the \
             time of one thread for all positions by that of the team. Nodes and nodes per second \
             are medians over the positions, as multiples of those of one thread: what the nodes \
             are above 1 was searched in vain. The deviation is the median of the positions' \
             standard deviations as a share of their mean times.",
        );
        if !self.paces.is_empty() {
            report.text(
                "At equal time are nodes per second of searches that take as long as those of one \
                 thread. Nodes per second rise in the course of a search, and to the same depth a \
                 team has less of it.",
            );
        }
        if !self.capacity.is_empty() {
            report.text(
                "Apart are as many searches of one thread at the same time, each with a table of \
                 its own: what the machine gives to threads that never wait for each other.",
            );
        }
    }

    /// Five numbers of ours and of the thesis, a row for each number of threads.
    fn spreads(
        &self,
        parallel: Parallel,
        ours: impl Fn(&TeamFigures) -> Option<Spread>,
        theirs: impl Fn(Parallel, usize) -> Option<Spread>,
        text: impl Fn(f64) -> String,
    ) -> Table {
        let names = ["min", "lower quartile", "median", "upper quartile", "max"];
        let mut table = Table::new(&["threads"]);
        table.head.extend(names.map(str::to_owned));
        table.head.extend(["thesis: min", "lower", "median", "upper", "max"].map(str::to_owned));
        let cells = |spread: Option<Spread>| {
            spread.map_or_else(
                || ["–"; 5].map(str::to_owned),
                |s| [s.low, s.lower, s.median, s.upper, s.high].map(&text),
            )
        };
        for row in self.figures.of(parallel) {
            let threads = row.team.threads();
            let mut line = vec![threads.to_string()];
            line.extend(cells(ours(row)));
            line.extend(cells(theirs(parallel, threads)));
            table.push(line);
        }
        table
    }

    fn boxes(
        &self,
        parallel: Parallel,
        values: impl Fn(&TeamFigures) -> &Vec<f64>,
    ) -> Vec<(String, Vec<f64>)> {
        let rows = self.figures.of(parallel);
        rows.map(|row| (format!("{} {}", long(parallel), row.team.threads()), values(row).clone()))
            .collect()
    }

    fn median_lines(&self) -> Vec<Series> {
        let series = |name: String, points: Vec<(f64, f64)>| {
            let points = points.into_iter().map(|(threads, value)| (threads as u32, value));
            Series { name, points: points.collect() }
        };
        let ours = self.algorithms.iter().map(|parallel| {
            series(format!("{}, Ferz", long(*parallel)), self.figures.medians(*parallel))
        });
        let most = self.figures.teams.iter().map(|row| row.team.threads()).max().unwrap_or(1);
        let theirs = self.algorithms.iter().map(|parallel| {
            let mut points = thesis::medians(*parallel);
            points.retain(|(threads, _)| *threads <= most as f64);
            series(format!("{}, thesis", long(*parallel)), points)
        });
        ours.chain(theirs).collect()
    }

    fn efficiency(&self) -> Table {
        let mut table = Table::new(&[
            "algorithm",
            "threads",
            "speed-up",
            "efficiency",
            "thesis: efficiency",
            "whole set",
            "nodes",
            "nodes/s",
            "at equal time",
            "deviation",
        ]);
        for parallel in self.algorithms {
            for row in self.figures.of(*parallel).filter(|row| row.team != Team::ONE) {
                let threads = row.team.threads();
                let theirs = thesis::speedup(*parallel, threads)
                    .map(|spread| spread.median / threads as f64);
                let deviation = median(&row.relative_deviations);
                table.push([
                    long(*parallel).to_owned(),
                    threads.to_string(),
                    number(row.speedup()),
                    number(row.efficiency()),
                    number(theirs),
                    number(row.whole),
                    number(median(&row.nodes)),
                    number(median(&row.speeds)),
                    number(self.pace(row.team)),
                    deviation.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share)),
                ]);
            }
        }
        for capacity in self.capacity {
            let mut row = vec!["apart".to_owned(), capacity.threads.to_string()];
            row.extend(["–"; 5].map(str::to_owned));
            row.extend([number(capacity.median()), "–".to_owned(), "–".to_owned()]);
            table.push(row);
        }
        table
    }

    fn pace(&self, team: Team) -> Option<f64> {
        self.paces.iter().find(|pace| pace.team == team).and_then(Pace::median)
    }

    /// Section 7.4 and the curves of section 6.1.
    fn laws(&self, report: &mut Report) {
        let mut table = Table::new(&[
            "algorithm",
            "medians of",
            "serial part",
            "limit",
            "logarithm",
            "R²",
            "thesis: serial part",
        ]);
        for parallel in self.algorithms {
            let rows =
                [("Ferz", self.figures.medians(*parallel)), ("thesis", thesis::medians(*parallel))];
            for (whose, points) in rows {
                let (law, curve) = (fit_amdahl(&points), fit_logarithm(&points));
                let printed = match whose {
                    "thesis" => format!("{:.2}", 1.0 - thesis::parallel_share(*parallel)),
                    _ => "–".to_owned(),
                };
                table.push([
                    long(*parallel).to_owned(),
                    whose.to_owned(),
                    number(law.map(|law| law.serial)),
                    law.map_or("–".to_owned(), |law| limit(&law)),
                    curve.map_or("–".to_owned(), |curve| formula(&curve)),
                    r_squared(curve, points.len()),
                    printed,
                ]);
            }
        }
        report.heading("Amdahl's law and the logarithm").table(table);
        report.text(
            "The serial part is that of Amdahl's law, fitted to the medians of all numbers of \
             threads at once; the thesis computed its own from a single median each. N is the \
             number of threads. A curve through two points says nothing of its fit.",
        );
    }

    /// Table 6.5, and the match of the algorithms.
    fn games(&self, report: &mut Report) {
        let mut table =
            Table::new(&["match", "games", "won, drawn, lost", "faults", "points", "Δ Elo"]);
        table.head.extend(thesis::FACTORS.map(|factor| format!("thesis, K = {factor}")));
        for MatchResult { pair, score, faults } in self.matches {
            let games = score.games;
            let mut row = vec![
                format!("{} – {}", pair.first, pair.second),
                games.games().to_string(),
                format!("{}, {}, {}", games.wins, games.draws, games.losses),
                faults.to_string(),
                format!("{:.1} %", 100.0 * score.share()),
                plus_minus(&score.elo()),
            ];
            let theirs = if pair.second == Team::ONE { thesis::gain(pair.first) } else { None };
            row.extend(gains(theirs));
            table.push(row);
        }
        report.heading("Threads in games (table 6.5)").table(table);
        report.text(
            "Faults are games lost on time or by a crash. The errors are those of 95 %. The thesis rated each number of threads by 120 games \
             against four other engines, with three factors K; its differences are between those ratings.",
        );
        let rows: Vec<_> = self
            .matches
            .iter()
            .map(|result| {
                (format!("{} – {}", result.pair.first, result.pair.second), result.score.games)
            })
            .collect();
        report.figure(outcome_bars(&rows), "Games of the first of each match.");
        let bars: Vec<_> = self
            .matches
            .iter()
            .map(|MatchResult { pair, score, .. }| {
                let elo = score.elo();
                let bar = Bar { value: elo.value, interval: Some((elo.low, elo.high)) };
                (format!("{} – {}", pair.first, pair.second), vec![Some(bar)])
            })
            .collect();
        report.figure(bar_chart(&["Δ Elo"], &bars), "Difference in Elo.");
    }

    /// Elo over one thread by threads, one thread being nothing over itself.
    fn gains(&self, parallel: Parallel) -> Vec<(f64, f64)> {
        let own = self.matches.iter().filter(|result| {
            result.pair.second == Team::ONE && result.pair.first.parallel() == parallel
        });
        let points =
            own.map(|result| (result.pair.first.threads() as f64, result.score.elo().value));
        std::iter::once((1.0, 0.0)).chain(points.filter(|(_, elo)| elo.is_finite())).collect()
    }

    /// Every position with its depth and the median times of the teams.
    fn positions(&self) -> Table {
        let mut table = Table::new(&["position", "depth"]);
        table.head.extend(self.study.teams.iter().map(ToString::to_string));
        for (index, position) in (0..).zip(&self.study.positions) {
            let rows = || self.measurements.iter().filter(|row| row.position == index);
            let depth = rows().next().map_or("–".to_owned(), |row| row.depth.to_string());
            let mut line = vec![position.name.clone(), depth];
            for team in &self.study.teams {
                let own = rows().filter(|row| row.team == *team);
                let times: Vec<f64> = own.map(|row| row.time.as_secs_f64()).collect();
                line.push(number(median(&times)));
            }
            table.push(line);
        }
        table
    }

    /// Table 7.1: what the curves say of numbers of threads that nobody has tried.
    fn predictions(&self, report: &mut Report) {
        let mut table =
            Table::new(&["algorithm", "threads", "speed-up by ln N", "by Amdahl", "Δ Elo"]);
        table.head.extend(thesis::FACTORS.map(|factor| format!("thesis, K = {factor}")));
        for parallel in self.algorithms {
            let medians = self.figures.medians(*parallel);
            let (curve, law) = (fit_logarithm(&medians), fit_amdahl(&medians));
            let elo = fit_logarithm(&self.gains(*parallel));
            for threads in thesis::predicted_threads() {
                let at = threads as f64;
                let by_law = law.map(|law| law.at(at)).filter(|speedup| *speedup > 0.0);
                let mut row = vec![
                    long(*parallel).to_owned(),
                    threads.to_string(),
                    number(curve.map(|curve| curve.at(at))),
                    number(by_law),
                    elo.map_or("–".to_owned(), |elo| format!("{:+.0}", elo.at(at))),
                ];
                row.extend(gains(thesis::predicted_gain(Team::new(*parallel, threads))));
                table.push(row);
            }
        }
        report.heading("Predictions (table 7.1)").table(table);
        report.text(
            "What the curves above give for more threads, to be taken as lightly as the thesis \
             asks for its own: Elo is over one thread, by a logarithm through the matches.",
        );
    }
}

/// The name in tables.
const fn long(parallel: Parallel) -> &'static str {
    match parallel {
        Parallel::Lazy => "Lazy SMP",
        Parallel::Ybwc => "YBWC",
    }
}

/// The number after "6." of the table of speed-ups.
const fn table(parallel: Parallel) -> u32 {
    match parallel {
        Parallel::Lazy => 1,
        Parallel::Ybwc => 2,
    }
}

fn median(values: &[f64]) -> Option<f64> {
    Spread::of(values).map(|spread| spread.median)
}

fn number(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

fn limit(law: &Amdahl) -> String {
    law.limit().map_or("none".to_owned(), |limit| format!("{limit:.1}"))
}

fn formula(curve: &LogFit) -> String {
    format!("{:.3} {:+.3} ln N", curve.intercept, curve.slope)
}

fn r_squared(curve: Option<LogFit>, points: usize) -> String {
    number(curve.filter(|_| points > 2).map(|curve| curve.r_squared))
}

fn gains(values: Option<[f64; 3]>) -> [String; 3] {
    values.map_or_else(|| ["–"; 3].map(str::to_owned), |values| values.map(|v| format!("{v:+.0}")))
}
