//! Standings as text for people.

use std::fmt::{self, Write};
use std::time::Duration;

use crate::standings::Score;
use crate::stats::{Elo, Encounter, Rating, Sprt, Verdict, fit_ratings};
use crate::trial::{Progress, llr};

/// The names of the players, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a> {
    /// The players' names in their order.
    pub names: &'a [String],
    /// The question, if there is one.
    pub sprt: Option<&'a Sprt>,
    /// The results.
    pub progress: &'a Progress,
}

impl fmt::Display for Summary<'_> {
    /// Writes everything, in several lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.names.len() == 2 {
            self.write_match(f)?;
        } else {
            self.write_ranking(f)?;
        }
        self.write_endings(f)?;
        self.write_faults(f)
    }
}

impl Summary<'_> {
    /// One line for a running contest.
    pub fn line(&self) -> String {
        let standings = &self.progress.standings;
        let mut text = format!("{} games", standings.games());
        if self.names.len() == 2 {
            let score = standings.between(0, 1);
            let games = score.games;
            let _ = write!(
                text,
                "  W {} L {} D {}  {:.1} %  Elo {}  LOS {:.1} %",
                games.wins,
                games.losses,
                games.draws,
                100.0 * score.share(),
                plus_minus(&score.elo()),
                100.0 * score.los(),
            );
            if score.is_paired() {
                let _ = write!(text, "  [{}]", score.pairs);
            }
            if let Some(sprt) = self.sprt {
                let (low, high) = sprt.bounds();
                let llr = llr(sprt, &score);
                let _ = write!(text, "  LLR {llr:.2} ({low:.2}, {high:.2})");
            }
        } else if let Some((index, best)) = self.ranking().first() {
            let name = &self.names[*index];
            let _ = write!(text, "  {name} leads with {:+.1} ± {:.1}", best.elo, best.error);
        }
        let losses: u64 = standings.players.iter().map(|player| player.faults.time).sum();
        if losses > 0 {
            let _ = write!(text, "  {losses} lost on time");
        }
        text
    }

    fn write_match(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.progress.standings.between(0, 1);
        let (white, games) = (self.progress.standings.players[0].white, score.games);
        writeln!(f, "{} - {}", self.names[0], self.names[1])?;
        writeln!(
            f,
            "  Elo    {}   nElo {}   LOS {:.1} %",
            plus_minus(&score.elo()),
            plus_minus(&score.normalized_elo()),
            100.0 * score.los()
        )?;
        writeln!(
            f,
            "  Games  {}: {games}, {:.2} % of the points, {:.1} % draws",
            games.games(),
            100.0 * score.share(),
            100.0 * games.draw_ratio(),
        )?;
        writeln!(f, "  White  {}: {white}", white.games())?;
        if score.is_paired() {
            writeln!(
                f,
                "  Pairs  {}: [{}], {:.1} % shared, {} won, {} lost",
                score.pairs.pairs(),
                score.pairs,
                100.0 * score.pairs.draw_ratio(),
                score.pairs.0[3] + score.pairs.0[4],
                score.pairs.0[0] + score.pairs.0[1],
            )?;
        }
        self.write_test(f, &score)
    }

    fn write_test(&self, f: &mut fmt::Formatter<'_>, score: &Score) -> fmt::Result {
        let Some(sprt) = self.sprt else { return Ok(()) };
        let (low, high) = sprt.bounds();
        let verdict = self.progress.verdict.unwrap_or(Verdict::Undecided);
        writeln!(
            f,
            "  SPRT   LLR {:.2} ({low:.2}, {high:.2}) for [{:.2}, {:.2}] {}: {verdict}",
            llr(sprt, score),
            sprt.elo0(),
            sprt.elo1(),
            sprt.model(),
        )
    }

    /// The players by their rating, which is fitted to all games at once.
    fn ranking(&self) -> Vec<(usize, Rating)> {
        let mut ranking: Vec<(usize, Rating)> = self.ratings().into_iter().enumerate().collect();
        ranking.sort_by(|one, two| two.1.elo.total_cmp(&one.1.elo));
        ranking
    }

    fn ratings(&self) -> Vec<Rating> {
        let encounters: Vec<Encounter> = self
            .progress
            .standings
            .scores
            .iter()
            .map(|(&(first, second), score)| {
                if score.is_paired() {
                    Encounter::new(first, second, &score.pairs)
                } else {
                    Encounter::new(first, second, &score.games)
                }
            })
            .collect();
        fit_ratings(self.names.len(), &encounters, None)
    }

    fn write_ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names.iter().map(|name| name.chars().count());
        let width = names.max().unwrap_or(0).max(6);
        writeln!(f, "   # {:width$}  {:>6} {:>7}  {:>16}", "player", "games", "points", "Elo")?;
        for (rank, (index, rating)) in self.ranking().into_iter().enumerate() {
            let score = &self.progress.standings.players[index].score;
            writeln!(
                f,
                "{:4} {:width$}  {:6} {:5.1} %  {:>16}",
                rank + 1,
                self.names[index],
                score.games.games(),
                100.0 * score.share(),
                format!("{:+.1} ± {:.1}", rating.elo, rating.error),
            )?;
        }
        writeln!(f)?;
        self.write_crosstable(f, width)
    }

    /// Won, lost and drawn of each row against each column.
    fn write_crosstable(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        let ranking = self.ranking();
        write!(f, "     {:width$}", "")?;
        for rank in 1..=ranking.len() {
            write!(f, "  {rank:>11}")?;
        }
        writeln!(f)?;
        for (rank, (row, _)) in ranking.iter().enumerate() {
            write!(f, "{:4} {:width$}", rank + 1, self.names[*row])?;
            for (column, _) in &ranking {
                let games = self.progress.standings.between(*row, *column).games;
                let cell = if row == column || games.games() == 0 {
                    "-".to_owned()
                } else {
                    format!("{}-{}-{}", games.wins, games.losses, games.draws)
                };
                write!(f, "  {cell:>11}")?;
            }
            writeln!(f)?;
        }
        writeln!(f)
    }

    fn write_endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endings = &self.progress.standings.terminations;
        let words: Vec<String> =
            endings.iter().map(|(word, count)| format!("{count} {word}")).collect();
        if words.is_empty() { Ok(()) } else { writeln!(f, "  Ends   {}", words.join(", ")) }
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, tally) in self.names.iter().zip(&self.progress.standings.players) {
            let (faults, effort) = (tally.faults, tally.effort);
            write!(f, "  {name}:")?;
            if faults.total() > 0 {
                write!(f, " {} lost on time", faults.time)?;
                if faults.time_to_host > 0 {
                    write!(f, " ({} while the host took as long)", faults.time_to_host)?;
                }
                write!(
                    f,
                    ", {} stalled, {} crashed, {} illegal;",
                    faults.stalls, faults.crashes, faults.illegal
                )?;
            }
            let moves = effort.moves.max(1) as f64;
            write!(
                f,
                " {} ms, depth {:.1}, {:.0} nodes a move",
                millis(effort.time.div_f64(moves)),
                effort.depths as f64 / moves,
                effort.nodes as f64 / moves,
            )?;
            // A player inside this process has no pipe that could be late.
            if effort.timed_moves > 0 {
                let mean = millis(effort.mean_latency());
                write!(f, ", latency {mean} ms (worst {})", millis(effort.worst_latency))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}

/// A difference with half its interval of 95 %, such as `+12.3 ± 4.5`.
///
/// ```
/// use ferz_lab::plus_minus;
/// use ferz_lab::stats::{Penta, Results};
/// assert_eq!(plus_minus(&Penta([34, 54, 63, 64, 75]).elo()), "+55.6 ± 27.7");
/// assert_eq!(plus_minus(&Penta([0, 0, 0, 0, 9]).elo()), "more than +800");
/// ```
pub fn plus_minus(elo: &Elo) -> String {
    const MOST: f64 = 800.0;
    if elo.value.is_nan() {
        "?".to_owned()
    } else if elo.value > MOST {
        format!("more than +{MOST}")
    } else if elo.value < -MOST {
        format!("less than -{MOST}")
    } else if elo.error().is_finite() {
        format!("{:+.1} ± {:.1}", elo.value, elo.error())
    } else {
        format!("{:+.1} ± ?", elo.value)
    }
}
