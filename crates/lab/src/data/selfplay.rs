//! One player against itself.

use std::sync::atomic::{AtomicBool, Ordering};

use ferz_eval::Evaluator;
use ferz_rules::{Color, Game, Move, Position};
use ferz_search::{Feature, Features, Limits, Score, Shared, TranspositionTable, Worker};

use super::game::{DataScore, RecordedGame, Wdl};
use super::opening::{OpeningSettings, random_opening};
use crate::Random;

/// When a game is broken off because its result is clear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A win when the score has been at least this ...
    pub win_score: u16,
    /// ... for so many half-moves.
    pub win_plies: u32,
    /// A draw when the score has been at most this ...
    pub draw_score: u16,
    /// ... for so many half-moves ...
    pub draw_plies: u32,
    /// ... and the game has lasted for so many.
    pub draw_from_ply: u32,
    /// A draw after so many half-moves in any case.
    pub max_plies: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            win_score: 2000,
            win_plies: 5,
            draw_score: 8,
            draw_plies: 10,
            draw_from_ply: 80,
            max_plies: 400,
        }
    }
}

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// No new iteration after so many nodes: an iteration that is finished gives a better score
    /// than one that is cut off.
    pub soft_nodes: u64,
    /// The most nodes for a move.
    pub hard_nodes: u64,
    /// Mebibytes of the table, which lasts for a game.
    pub hash: usize,
    /// The techniques of the search.
    pub features: Features,
    /// How games begin.
    pub opening: OpeningSettings,
    /// How they are broken off.
    pub adjudication: Adjudication,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            soft_nodes: 5000,
            hard_nodes: 100_000,
            hash: 8,
            // With few nodes the pruning of whole moves makes a score depend on luck in the
            // order of moves; others have found data without it much better to learn from.
            features: Features::ALL
                .without(Feature::LateMovePruning)
                .without(Feature::Futility)
                .without(Feature::HistoryPruning),
            opening: OpeningSettings::default(),
            adjudication: Adjudication::default(),
        }
    }
}

/// A player who plays against itself.
pub struct SelfPlay<E> {
    worker: Worker<E>,
    shared: Shared,
    settings: SelfPlaySettings,
}

impl<E: Evaluator> SelfPlay<E> {
    /// A player with this evaluation.
    pub fn new(eval: E, settings: &SelfPlaySettings) -> Self {
        Self {
            worker: Worker::new(eval, settings.features),
            shared: Shared::new(TranspositionTable::with_mebibytes(settings.hash)),
            settings: settings.clone(),
        }
    }

    /// Plays a game from a random opening, unless `stop` is set before its end. The random
    /// numbers alone decide what is played.
    pub fn play(&mut self, random: &mut Random, stop: &AtomicBool) -> Option<RecordedGame> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(start) = random_opening(&self.settings.opening, random) {
                self.forget();
                let game = Game::from_position(start);
                let (_, score) = self.think(&game)?;
                if score.get().unsigned_abs() <= u32::from(self.settings.opening.max_score) {
                    return self.finish(game, stop);
                }
            }
        }
    }

    /// What a search says of a position by itself, with nothing known of any other; none where there
    /// is no legal move.
    pub fn score(&mut self, position: &Position) -> Option<DataScore> {
        self.forget();
        let (_, score) = self.think(&Game::from_position(position.clone()))?;
        Some(DataScore::from_search(score, position.turn()))
    }

    fn finish(&mut self, mut game: Game, stop: &AtomicBool) -> Option<RecordedGame> {
        let start = game.start().clone();
        let mut moves = Vec::new();
        let mut referee = Referee::default();
        loop {
            if let Some(result) = by_the_rules(&game) {
                return Some(RecordedGame { start, result, moves });
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let (mv, score) = self.think(&game)?;
            let white_score = DataScore::from_search(score, game.position().turn());
            moves.push((mv, white_score));
            game.play(mv).ok()?;
            let ply = game.position().ply();
            if let Some(result) = referee.judge(white_score, ply, &self.settings.adjudication) {
                return Some(RecordedGame { start, result, moves });
            }
        }
    }

    fn forget(&mut self) {
        self.shared.tt.clear(1);
        self.worker.new_game();
    }

    /// The move and its score for the player to move; none if there is no legal move.
    fn think(&mut self, game: &Game) -> Option<(Move, Score)> {
        let limits = Limits {
            soft_nodes: Some(self.settings.soft_nodes),
            nodes: Some(self.settings.hard_nodes.max(self.settings.soft_nodes)),
            ..Limits::default()
        };
        self.shared.tt.new_search();
        let result = self.worker.think(&self.shared, game, &limits, 1, &mut |_| {});
        Some((result.best?, result.score))
    }
}

/// The result when the game is over by its rules; draws are always claimed.
fn by_the_rules(game: &Game) -> Option<Wdl> {
    if let Some(outcome) = game.outcome() {
        return Some(Wdl::of_winner(outcome.winner()));
    }
    game.claimable_draw().map(|_| Wdl::Draw)
}

/// Counts for how long the scores have told the same.
#[derive(Default)]
struct Referee {
    white_wins: u32,
    black_wins: u32,
    draws: u32,
}

impl Referee {
    fn judge(&mut self, score: DataScore, ply: u32, rules: &Adjudication) -> Option<Wdl> {
        if score.is_mate() {
            let winner = if score.get() > 0 { Color::White } else { Color::Black };
            return Some(Wdl::of_winner(Some(winner)));
        }
        let clear = score.magnitude() >= rules.win_score;
        count(&mut self.white_wins, clear && score.get() > 0);
        count(&mut self.black_wins, clear && score.get() < 0);
        count(&mut self.draws, score.magnitude() <= rules.draw_score);
        if self.white_wins >= rules.win_plies {
            Some(Wdl::WhiteWin)
        } else if self.black_wins >= rules.win_plies {
            Some(Wdl::BlackWin)
        } else if ply >= rules.max_plies
            || ply >= rules.draw_from_ply && self.draws >= rules.draw_plies
        {
            Some(Wdl::Draw)
        } else {
            None
        }
    }
}

fn count(times: &mut u32, again: bool) {
    *times = if again { *times + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(scores: &[i16], first_ply: u32, expected: Option<(usize, Wdl)>) {
        let mut referee = Referee::default();
        let rules = Adjudication::default();
        let verdict = scores.iter().enumerate().find_map(|(nth, &score)| {
            let verdict = referee.judge(DataScore::new(score), first_ply + nth as u32, &rules);
            verdict.map(|result| (nth, result))
        });
        assert_eq!(verdict, expected);
    }

    #[test]
    fn games_are_broken_off_when_the_score_has_been_clear_for_long_enough() {
        check(&[2500; 5], 30, Some((4, Wdl::WhiteWin)));
        check(&[-2500; 5], 30, Some((4, Wdl::BlackWin)));
        check(&[2500, 2500, 2500, 2500, 100, 2500, 2500], 30, None);
        check(&[2500, -2500, 2500, -2500, 2500, -2500], 30, None);
        check(&[0; 12], 100, Some((9, Wdl::Draw)));
        check(&[0; 12], 20, None);
        check(&[100, 30_990], 20, Some((1, Wdl::WhiteWin)));
        check(&[500; 3], 399, Some((1, Wdl::Draw)));
    }
}
