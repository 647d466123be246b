//! Scores that know what came after them.
//!
//! A search of fifty nodes sees four or five half-moves. The searches of the moves that followed saw
//! further along the game, and the result says how it ended, though through all the mistakes that were
//! made until then. So a score becomes a mean of itself and everything after it, in which each
//! later one counts less, as in TD(λ): this costs nothing but arithmetic, and a network learns more from
//! such scores than from results (docs/experiments/009).

use super::game::{DataScore, RecordedGame};

/// How much later scores count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// The share of everything that came later in a score, 0 to 1: with 0 a score stays what it
    /// is, with 1 it is the result.
    pub share: f64,
    /// The score in centipawns that promises 73 % of the points: means are of points.
    pub scale: f64,
}

impl Foresight {
    /// No further than the searches themselves.
    pub const NONE: Self = Self { share: 0.0, scale: 150.0 };

    /// Puts the means in the place of the scores. Mates stay what they are: they are certain.
    ///
    /// ```
    /// use ferz_lab::data::{DataScore, Foresight, RecordedGame, Wdl};
    /// use ferz_rules::Position;
    /// let start = Position::startpos();
    /// let mv = start.parse_uci("e2e4").expect("a legal first move");
    /// let moves = vec![(mv, DataScore::new(0))];
    /// let mut game = RecordedGame { start, result: Wdl::WhiteWin, moves };
    /// Foresight { share: 0.5, scale: 150.0 }.apply(&mut game);
    /// // Half of an even score and half of a win are three quarters of the points.
    /// assert_eq!(game.moves[0].1, DataScore::new(165));
    /// ```
    pub fn apply(self, game: &mut RecordedGame) {
        if self.share <= 0.0 {
            return;
        }
        let mut foreseen = f64::from(game.result.points());
        for (_, score) in game.moves.iter_mut().rev() {
            foreseen += (1.0 - self.share) * (self.promised(*score) - foreseen);
            if !score.is_mate() {
                *score = self.promising(foreseen);
            }
        }
    }

    /// The points that a score promises White.
    pub fn promised(self, score: DataScore) -> f64 {
        match score.get() {
            value if !score.is_mate() => 1.0 / (1.0 + (-f64::from(value) / self.scale).exp()),
            value if value > 0 => 1.0,
            _ => 0.0,
        }
    }

    /// The score that promises White so many points.
    fn promising(self, points: f64) -> DataScore {
        // Certainty would be an endless score; nobody plays on for so little doubt.
        let points = points.clamp(1e-6, 1.0 - 1e-6);
        let score = self.scale * (points / (1.0 - points)).ln();
        let most = f64::from(DataScore::MATE - 1);
        DataScore::new(score.round().clamp(-most, most) as i16)
    }
}

#[cfg(test)]
mod tests {
    use ferz_rules::Position;

    use super::*;
    use crate::data::Wdl;

    /// Knights that go back and forth, with these scores.
    fn game(scores: &[i16], result: Wdl) -> RecordedGame {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        for (score, text) in scores.iter().zip(["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle()) {
            let mv = position.parse_uci(text).expect("the knight is there");
            moves.push((mv, DataScore::new(*score)));
            position.play(mv);
        }
        RecordedGame { start: Position::startpos(), result, moves }
    }

    fn foreseen(share: f64, scores: &[i16], result: Wdl) -> Vec<i16> {
        let mut game = game(scores, result);
        Foresight { share, scale: 150.0 }.apply(&mut game);
        game.moves.iter().map(|(_, score)| score.get()).collect()
    }

    #[test]
    fn without_foresight_scores_stay() {
        let scores = [10, -30, 900, -28_500];
        assert_eq!(foreseen(0.0, &scores, Wdl::BlackWin), scores);
    }

    #[test]
    fn later_scores_count_less_the_later_they_are() {
        let early = foreseen(0.5, &[0, 300, 0, 0], Wdl::Draw)[0];
        let late = foreseen(0.5, &[0, 0, 300, 0], Wdl::Draw)[0];
        assert!(early > late && late > 0, "{early} and {late}");
        // What came before is not asked.
        assert_eq!(foreseen(0.5, &[300, 0, 0], Wdl::Draw)[1..], [0, 0]);
    }

    #[test]
    fn with_nothing_but_foresight_only_the_result_counts() {
        for (result, sign) in [(Wdl::WhiteWin, 1), (Wdl::Draw, 0), (Wdl::BlackWin, -1)] {
            let scores = foreseen(1.0, &[50, -700, 20], result);
            assert!(scores.iter().all(|score| score.signum() == sign && *score == scores[0]));
        }
    }

    #[test]
    fn a_mate_stays_and_is_a_win_for_the_scores_before_it() {
        let scores = foreseen(0.5, &[0, 28_900], Wdl::WhiteWin);
        assert_eq!(scores, [165, 28_900]);
        assert_eq!(foreseen(0.5, &[0, -28_900], Wdl::BlackWin), [-165, -28_900]);
    }
}
