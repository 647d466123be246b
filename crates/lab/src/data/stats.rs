//! What a file of games is like, so that a mistake is seen before a network has learned it.

use std::fmt;

use ferz_eval::Phase;

use super::filter::Filter;
use super::game::RecordedGame;

/// Counts over many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataStats {
    /// Games.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Positions that the filter keeps.
    pub kept: u64,
    /// How many games Black won, drew, and White won.
    pub results: [u64; 3],
    /// Kept positions of decided games with a clear score ...
    pub clear: u64,
    /// ... and those of them in which the score named the winner.
    pub agreeing: u64,
    /// Kept positions by the pieces that are left, from none to all, four at a time.
    pub phases: [u64; 7],
}

/// A score nearer to zero names no winner.
const CLEAR: u16 = 100;

impl DataStats {
    /// Counts a game.
    pub fn note(&mut self, game: &RecordedGame, filter: &Filter) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[game.result as usize] += 1;
        filter.visit(game, |labelled| {
            self.kept += 1;
            self.phases[Phase::of(&labelled.position).get() as usize / 4] += 1;
            let winner = labelled.result.sign();
            if winner != 0 && labelled.score.magnitude() >= CLEAR {
                self.clear += 1;
                self.agreeing += u64::from(i32::from(labelled.score.get()).signum() == winner);
            }
        });
    }

    /// The part of clear scores that named the winner. Much below 0.9 something is wrong with
    /// signs.
    pub fn agreement(&self) -> f64 {
        self.agreeing as f64 / self.clear.max(1) as f64
    }
}

impl fmt::Display for DataStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let [black, draws, white] = self.results.map(|count| percent(count, self.games));
        writeln!(f, "games      {:>12}", self.games)?;
        writeln!(f, "positions  {:>12}", self.positions)?;
        writeln!(f, "kept       {:>12}  {:.1} %", self.kept, percent(self.kept, self.positions))?;
        writeln!(f, "results    White {white:.1} %, drawn {draws:.1} %, Black {black:.1} %")?;
        writeln!(
            f,
            "agreement  {:.1} % of clear scores name the winner",
            100.0 * self.agreement()
        )?;
        write!(f, "phase     ")?;
        for (nth, &count) in self.phases.iter().enumerate() {
            write!(f, " {}:{:.1}%", 4 * nth, percent(count, self.kept))?;
        }
        Ok(())
    }
}
