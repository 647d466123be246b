//! Ending games whose result is clear before the rules end them.

mod tables;

use std::fmt;

use ferz_rules::{Color, Position};
use ferz_uci::ScoreValue;

pub use tables::{TableResults, TableRule};

/// Draw when both players have seen scores near zero for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub move_number: u32,
    /// So many moves of each player in a row.
    pub move_count: u32,
    /// Scores of at most so many centipawns either way.
    pub score: i32,
}

/// Give up for a player who has seen itself lost for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// So many moves in a row.
    pub move_count: u32,
    /// Scores of at most minus so many centipawns.
    pub score: i32,
    /// Whether the opponent must see it in the same way.
    pub two_sided: bool,
}

/// Which games are ended early.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// Draws after so many moves of each player.
    pub max_moves: Option<u32>,
    /// Results that endgame tables know.
    pub tables: Option<TableRule>,
}

/// An end that no rule of chess has made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjudication {
    /// Both players see nothing any more.
    Draw,
    /// This player is lost.
    Resign(Color),
    /// The game is too long.
    Length,
    /// Endgame tables know that this player wins.
    TableWin(Color),
    /// Endgame tables know that it is a draw.
    TableDraw,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_number, move_count, score } = self;
        write!(f, "movenumber={move_number} movecount={move_count} score={score}")
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { move_count, score, two_sided } = self;
        write!(f, "movecount={move_count} score={score} twosided={two_sided}")
    }
}

/// Watches one game.
#[derive(Debug)]
pub(crate) struct Referee {
    rules: Rules,
    /// Half-moves in a row with a score near zero.
    quiet: u32,
    /// Moves in a row that each player has seen itself lost, and winning.
    losing: [u32; 2],
    winning: [u32; 2],
    plies: u32,
}

impl Referee {
    pub(crate) fn new(rules: &Rules) -> Self {
        let rules = rules.clone();
        Self { rules, quiet: 0, losing: [0; 2], winning: [0; 2], plies: 0 }
    }

    /// Hears a move: who made it, with which score from its own point of view, the number of the
    /// move in the game, and whether it was a capture or a pawn move, after which the count of
    /// drawish scores begins again.
    pub(crate) fn hear(
        &mut self,
        mover: Color,
        score: Option<ScoreValue>,
        move_number: u32,
        is_irreversible: bool,
    ) -> Option<Adjudication> {
        self.plies += 1;
        self.count_draw(score, is_irreversible);
        self.count_resign(mover, score);
        self.decide(mover, move_number)
    }

    /// What endgame tables say about the position after a move.
    pub(crate) fn look_up(&self, position: &Position) -> Option<Adjudication> {
        self.rules.tables.as_ref()?.judge(position)
    }

    fn count_draw(&mut self, score: Option<ScoreValue>, is_irreversible: bool) {
        let Some(rule) = self.rules.draw else { return };
        if is_irreversible {
            self.quiet = 0;
        }
        let is_quiet =
            matches!(score, Some(ScoreValue::Centipawns(value)) if value.abs() <= rule.score);
        self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
    }

    fn count_resign(&mut self, mover: Color, score: Option<ScoreValue>) {
        let Some(rule) = self.rules.resign else { return };
        let side = mover as usize;
        let (is_lost, is_won) = match score {
            Some(ScoreValue::Centipawns(value)) => (value <= -rule.score, value >= rule.score),
            Some(ScoreValue::Mate(moves)) => (moves <= 0, moves > 0),
            None => (false, false),
        };
        self.losing[side] = if is_lost { self.losing[side] + 1 } else { 0 };
        self.winning[side] = if is_won { self.winning[side] + 1 } else { 0 };
    }

    fn decide(&self, mover: Color, move_number: u32) -> Option<Adjudication> {
        if let Some(rule) = self.rules.resign {
            let agreed = !rule.two_sided || self.winning[!mover as usize] >= rule.move_count;
            if self.losing[mover as usize] >= rule.move_count && agreed {
                return Some(Adjudication::Resign(mover));
            }
        }
        if let Some(rule) = self.rules.draw
            && move_number >= rule.move_number
            && self.quiet >= rule.move_count.saturating_mul(2)
        {
            return Some(Adjudication::Draw);
        }
        let too_long = |max: u32| self.plies >= max.saturating_mul(2);
        self.rules.max_moves.is_some_and(too_long).then_some(Adjudication::Length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores of White and Black in turn, each from its own point of view.
    #[track_caller]
    fn check(rules: &Rules, scores: &[i32], expected: Option<(usize, Adjudication)>) {
        let mut referee = Referee::new(rules);
        let mut mover = Color::White;
        let mut ended = None;
        for (ply, &score) in scores.iter().enumerate() {
            let number = ply as u32 / 2 + 1;
            let heard = referee.hear(mover, Some(ScoreValue::Centipawns(score)), number, false);
            if let Some(end) = heard {
                ended = Some((ply, end));
                break;
            }
            mover = !mover;
        }
        assert_eq!(ended, expected);
    }

    #[test]
    fn draws_need_both_players_in_a_row() {
        let draw = Some(DrawRule { move_number: 2, move_count: 2, score: 10 });
        let rules = Rules { draw, ..Rules::default() };
        check(&rules, &[5, -5, 0, 10], Some((3, Adjudication::Draw)));
        check(&rules, &[5, -5, 11, 10, 0, 0, 0], Some((6, Adjudication::Draw)));
        let late = DrawRule { move_number: 4, move_count: 1, score: 10 };
        let rules = Rules { draw: Some(late), ..Rules::default() };
        check(&rules, &[0; 8], Some((6, Adjudication::Draw)));
    }

    #[test]
    fn a_player_resigns_by_its_own_score() {
        let resign = ResignRule { move_count: 2, score: 600, two_sided: false };
        let rules = Rules { resign: Some(resign), ..Rules::default() };
        check(&rules, &[-700, 0, -600, 0], Some((2, Adjudication::Resign(Color::White))));
        check(&rules, &[-700, 0, -599, 0, -700], None);
        let two_sided = ResignRule { two_sided: true, ..resign };
        let rules = Rules { resign: Some(two_sided), ..Rules::default() };
        check(&rules, &[-700, 0, -700, 0], None);
        check(&rules, &[-700, 700, -700, 700, -700], Some((4, Adjudication::Resign(Color::White))));
    }

    #[test]
    fn length() {
        let rules = Rules { max_moves: Some(2), ..Rules::default() };
        check(&rules, &[900; 9], Some((3, Adjudication::Length)));
    }

    #[test]
    fn a_capture_starts_the_count_again() {
        let draw = Some(DrawRule { move_number: 1, move_count: 1, score: 10 });
        let mut referee = Referee::new(&Rules { draw, ..Rules::default() });
        let zero = Some(ScoreValue::Centipawns(0));
        assert_eq!(referee.hear(Color::White, zero, 1, false), None);
        assert_eq!(referee.hear(Color::Black, zero, 1, true), None);
        assert_eq!(referee.hear(Color::White, zero, 2, false), Some(Adjudication::Draw));
        assert_eq!(referee.hear(Color::Black, None, 2, false), None);
    }
}
