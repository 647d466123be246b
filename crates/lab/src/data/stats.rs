//! What a file of games is like, so that a mistake is seen before a network has learned it.

use std::fmt;

use ferz_eval::Phase;

use super::duplicates::Duplicates;
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
    /// Kept positions by the distance of their score from zero, up to each of
    /// [`SCORE_STEPS`](Self::SCORE_STEPS) and beyond.
    pub scores: [u64; 6],
    /// Kept positions that occur more than once.
    pub duplicates: Duplicates,
}

/// A score nearer to zero names no winner.
const CLEAR: u16 = 100;
/// Fewer clear scores that name the winner mean that signs are mixed up.
const LEAST_AGREEMENT: f64 = 0.85;
/// More repeated positions teach nothing new.
const MOST_DUPLICATES: f64 = 0.2;
/// No player wins so many games against itself.
const MOST_WINS: f64 = 0.7;

impl DataStats {
    /// Where the counts of scores change, in centipawns.
    pub const SCORE_STEPS: [u16; 5] = [50, 150, 400, 1000, 2000];

    /// Counts a game.
    pub fn note(&mut self, game: &RecordedGame, filter: &Filter) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[game.result as usize] += 1;
        filter.visit(game, |labelled| {
            self.kept += 1;
            self.phases[Phase::of(&labelled.position).get() as usize / 4] += 1;
            let is_below = |step: &&u16| **step < labelled.score.magnitude();
            self.scores[Self::SCORE_STEPS.iter().filter(is_below).count()] += 1;
            self.duplicates.note(labelled.position.key().bits());
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

    /// What looks wrong, one sentence each; nothing if all is well.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut warn = |is_wrong: bool, sentence: String| {
            if is_wrong {
                warnings.push(sentence);
            }
        };
        let (agreement, repeated) = (self.agreement(), self.duplicates.share());
        warn(self.kept == 0, "no position is kept".to_owned());
        warn(
            self.clear > 0 && agreement < LEAST_AGREEMENT,
            format!(
                "only {:.1} % of clear scores name the winner: are signs mixed up?",
                100.0 * agreement
            ),
        );
        warn(
            repeated > MOST_DUPLICATES,
            format!(
                "{:.1} % of positions are repeated: are openings varied enough?",
                100.0 * repeated
            ),
        );
        for (result, player) in [(0, "Black"), (2, "White")] {
            let share = self.results[result] as f64 / self.games.max(1) as f64;
            warn(share > MOST_WINS, format!("{player} wins {:.1} % of the games", 100.0 * share));
        }
        warnings
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
        writeln!(
            f,
            "repeated   {:.1} % of positions were seen before, one of them {} times",
            100.0 * self.duplicates.share(),
            self.duplicates.most()
        )?;
        write!(f, "scores    ")?;
        let names = Self::SCORE_STEPS.map(|step| format!("to {step}"));
        for (name, &count) in names.iter().map(String::as_str).chain(["above"]).zip(&self.scores) {
            write!(f, " {name}: {:.1}%", percent(count, self.kept))?;
        }
        write!(f, "\nphase     ")?;
        for (nth, &count) in self.phases.iter().enumerate() {
            write!(f, " {}:{:.1}%", 4 * nth, percent(count, self.kept))?;
        }
        for warning in self.warnings() {
            write!(f, "\nwarning    {warning}")?;
        }
        Ok(())
    }
}
