//! What a run came to: a table of the values, and the path of each.

use super::line::Tunable;
use super::run::Course;
use crate::report::{Report, Scale, Series, Svg, Table, line_chart};

/// More points than this on a path cannot be told apart.
const MOST_POINTS: usize = 120;

/// A run as a report.
#[derive(Clone, Copy, Debug)]
pub struct SpsaReport<'a> {
    /// How the games were played.
    pub conditions: &'a str,
    /// The parameters as they were at the start.
    pub start: &'a [Tunable],
    /// The run.
    pub course: &'a Course,
}

impl SpsaReport<'_> {
    /// The report.
    pub fn report(&self) -> Report {
        let mut report = Report::new("Parameters tuned by games (SPSA)");
        report.text(self.conditions);
        report.text(&format!(
            "{} iterations are done, {} games.",
            self.course.steps.len(),
            self.course.games()
        ));
        report.heading("Values").table(self.table());
        report.text(&format!("As options of a player: {}", self.options()));
        report.heading("Paths").figure(
            self.overview(),
            "All parameters: the distance from the start in units of c_end.",
        );
        let paths: Vec<(Svg, &str)> = (0..self.start.len())
            .map(|index| (self.path(index), self.start[index].name.as_str()))
            .collect();
        report.panels(paths);
        report
    }

    /// The values that were found, as `option.NAME=VALUE` of a player.
    pub fn options(&self) -> String {
        let option = |found: Tunable| format!("option.{}={}", found.name, found.show(found.value));
        self.course.tuner.result().into_iter().map(option).collect::<Vec<_>>().join(" ")
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["parameter", "start", "found", "change", "in c_end", "reached", "range"]);
        let values = self.course.tuner.values();
        for ((start, found), value) in self.start.iter().zip(self.course.tuner.result()).zip(values)
        {
            let change = found.value - start.value;
            table.push([
                start.name.clone(),
                start.show(start.value),
                found.show(found.value),
                if change == 0.0 { "0".to_owned() } else { signed(&start.show(change)) },
                format!("{:+.2}", (value - start.value) / start.c_end),
                format!("{value:.2}"),
                format!("{} to {}", start.show(start.min), start.show(start.max)),
            ]);
        }
        table
    }

    /// Some points of the path of a parameter, the first and the last among them.
    fn points(&self, index: usize) -> Vec<(u32, f64)> {
        let steps = &self.course.steps;
        let stride = steps.len() / MOST_POINTS + 1;
        let is_shown = |nth: usize| nth.is_multiple_of(stride) || nth == steps.len();
        let later = steps.iter().map(|step| (step.iteration, step.values[index]));
        std::iter::once((0, self.start[index].value))
            .chain(later)
            .enumerate()
            .filter_map(|(nth, point)| is_shown(nth).then_some(point))
            .collect()
    }

    fn path(&self, index: usize) -> Svg {
        let series = Series { name: self.start[index].name.clone(), points: self.points(index) };
        line_chart(&[series], Scale::Linear, "iteration")
    }

    fn overview(&self) -> Svg {
        let series: Vec<Series> = (0..self.start.len())
            .map(|index| {
                let Tunable { name, value, c_end, .. } = &self.start[index];
                let points = self.points(index).into_iter();
                let points = points.map(|(at, there)| (at, (there - value) / c_end)).collect();
                Series { name: name.clone(), points }
            })
            .collect();
        line_chart(&series, Scale::Linear, "iteration")
    }
}

fn signed(number: &str) -> String {
    if number.starts_with('-') { number.to_owned() } else { format!("+{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Trinomial;
    use crate::tune::spsa::{Schedule, Step, Tuner, read_lines};

    #[test]
    fn the_way_of_each_parameter_is_told() {
        let lines = "up, int, 10, 0, 100, 5, 0.1\nstill, float, 0.5, 0, 1, 0.1, 0.1";
        let start = read_lines(lines).expect("a test's own lines");
        let schedule = Schedule { iterations: 500, pairs: 1, ..Schedule::default() };
        let mut tuner = Tuner::new(start.clone(), schedule, 1);
        let mut steps = Vec::new();
        while !tuner.is_finished() {
            let probe = tuner.probe();
            let is_up = probe.plus[0] > probe.minus[0];
            tuner.learn(&probe, if is_up { 2.0 } else { -2.0 });
            let score = Trinomial { wins: 2, ..Trinomial::default() };
            let values = tuner.values().to_vec();
            steps.push(Step { iteration: probe.iteration, score, values });
        }
        let course = Course { tuner, steps };
        let report = SpsaReport { conditions: "As a test.", start: &start, course: &course };
        let points = report.points(0);
        assert!(points.len() <= MOST_POINTS + 1);
        assert_eq!((points[0].0, points.last().map(|point| point.0)), (0, Some(500)));
        let markdown = report.report().markdown().to_string();
        assert!(markdown.contains("500 iterations are done, 1000 games."), "{markdown}");
        assert!(markdown.contains("| up | 10 | 100 | +90 | +18.00 | 100.00 |"), "{markdown}");
        assert!(markdown.contains("option.up=100 option.still="), "{markdown}");
        let page = report.report().html().to_string();
        assert_eq!(page.matches("<svg").count(), 3, "all together, and each alone");
    }
}
