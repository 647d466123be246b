//! Fitness by whole games, as in the document.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;

use ferz_eval::evolved::{Chromosome, Principle};
use ferz_rules::{ByColor, Color, Position};

use super::FULL;
use crate::book::Opening;
use crate::evolve::error::EvolveError;
use crate::evolve::player::{AgentPlayer, AgentSearch};
use crate::evolve::starts::{Starts, rules};
use crate::game::{GameError, GameSetup, Seat, play_game};
use crate::player::{Player, PlayerSpec};
use crate::record::{Ending, GameRecord};
use crate::stats::{Points, Trinomial};

/// Positions that one thread remembers before it forgets all of them.
const REMEMBERED: usize = 1000;

/// Games against an opponent.
#[derive(Clone, Debug)]
pub struct GamesMeasure {
    /// The opponent and its limit.
    pub opponent: PlayerSpec,
    /// How the agent plays.
    pub search: AgentSearch,
    /// Games of each evaluation: pairs from the same position with colours exchanged, and one more
    /// if the number is odd.
    pub games: u32,
    /// Where they begin.
    pub starts: Starts,
    /// A draw after so many moves.
    pub max_moves: u32,
}

impl fmt::Display for GamesMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games by {} against {} ({}), at most {} moves",
            self.games, self.search, self.opponent, self.starts, self.max_moves
        )
    }
}

/// What a thread needs to play: an opponent, started when it is first needed, and the positions it
/// has found already.
#[derive(Default)]
pub(in crate::evolve) struct Board {
    opponent: Option<Box<dyn Player>>,
    starts: HashMap<u64, Position>,
}

impl GamesMeasure {
    /// Plays the games of a generation; none if it was stopped.
    pub(in crate::evolve) fn play(
        &self,
        board: &mut Board,
        chromosome: &Chromosome,
        seed: u64,
        generation: u32,
        stop: &AtomicBool,
    ) -> Result<Option<(f64, Trinomial)>, EvolveError> {
        let starts = u64::from(self.games.div_ceil(2));
        let first = u64::from(generation) * starts;
        // A single game has one colour, the other one in the next generation.
        let swapped = self.games == 1 && generation % 2 == 1;
        self.play_from(board, chromosome, seed, first, swapped, stop)
    }

    /// Plays the games from the position of this number and those after it.
    pub(in crate::evolve) fn play_from(
        &self,
        board: &mut Board,
        chromosome: &Chromosome,
        seed: u64,
        first: u64,
        swapped: bool,
        stop: &AtomicBool,
    ) -> Result<Option<(f64, Trinomial)>, EvolveError> {
        let mut agent = AgentPlayer::new(chromosome, self.search);
        let (mut sum, mut counts) = (0.0, Trinomial::default());
        for game in 0..self.games {
            let number = first + u64::from(game / 2);
            let color = if (game % 2 == 1) == swapped { Color::White } else { Color::Black };
            let Some(start) = self.start(board, seed, number, stop)? else { return Ok(None) };
            let Some(record) = self.game(board, &mut agent, color, start, stop)? else {
                return Ok(None);
            };
            counts.record(record.ending.points(color));
            sum += value(&record, color);
        }
        Ok(Some((sum / f64::from(self.games.max(1)), counts)))
    }

    fn start(
        &self,
        board: &mut Board,
        seed: u64,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Position>, EvolveError> {
        if let Some(known) = board.starts.get(&number) {
            return Ok(Some(known.clone()));
        }
        let opponent = self.opponent(&mut board.opponent)?;
        let found = self.starts.position(opponent, seed, number, stop)?;
        if let Some(position) = &found {
            if board.starts.len() >= REMEMBERED {
                board.starts.clear();
            }
            board.starts.insert(number, position.clone());
        }
        Ok(found)
    }

    fn opponent<'b>(
        &self,
        place: &'b mut Option<Box<dyn Player>>,
    ) -> Result<&'b mut dyn Player, EvolveError> {
        if place.is_none() {
            *place = Some(self.opponent.start(false).map_err(EvolveError::Player)?);
        }
        Ok(place.as_mut().expect("it was started").as_mut())
    }

    fn game(
        &self,
        board: &mut Board,
        agent: &mut AgentPlayer,
        color: Color,
        start: Position,
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, EvolveError> {
        let opponent = self.opponent(&mut board.opponent)?;
        let spec = PlayerSpec::inside("agent", self.search.limit());
        let (own, other) =
            (Seat { player: agent, spec: &spec }, Seat { player: opponent, spec: &self.opponent });
        let mut seats = match color {
            Color::White => ByColor { white: own, black: other },
            Color::Black => ByColor { white: other, black: own },
        };
        let (opening, rules) = (Opening::from(start), rules(self.max_moves));
        let setup = GameSetup { opening: &opening, rules: &rules, chess960: false, stop };
        match play_game(&mut seats, &setup) {
            Ok(GameRecord { ending: Ending::Fault { by, fault }, .. }) if by != color => {
                Err(EvolveError::Opponent(fault))
            }
            Ok(record) => Ok(Some(record)),
            Err(GameError::Interrupted) => Ok(None),
            Err(GameError::Player(error)) => Err(EvolveError::Player(error)),
        }
    }
}

/// The document's: a win is 1000, a loss -1000 and the moves survived, a draw the material.
fn value(record: &GameRecord, color: Color) -> f64 {
    match record.ending.points(color) {
        Points::Win => FULL,
        Points::Loss => -FULL + record.moves.len() as f64 / 2.0,
        Points::Draw => {
            let mut last = record.start.clone();
            record.moves.iter().for_each(|played| last.play(played.mv));
            let [own, other] = [color, !color].map(|side| Principle::Material.score(&last, side));
            own - other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Adjudication;
    use crate::record::MoveRecord;
    use ferz_rules::{Outcome, WinReason};
    use std::time::Duration;

    #[track_caller]
    fn check(ending: Ending, color: Color, expected: f64) {
        let start: Position = "4k3/8/8/8/8/8/8/QR2K3 w - - 0 1".parse().expect("legal");
        let mv = start.parse_san("Rb2").expect("legal");
        let record = GameRecord {
            start,
            moves: vec![MoveRecord::book(mv)],
            ending,
            duration: Duration::ZERO,
        };
        assert_eq!(value(&record, color).to_string(), expected.to_string());
    }

    #[test]
    fn games_are_valued_as_in_the_document() {
        let won = |winner| Ending::Rules(Outcome::Win { winner, reason: WinReason::Checkmate });
        check(won(Color::White), Color::White, 1000.0);
        check(won(Color::White), Color::Black, -999.5);
        check(Ending::Adjudicated(Adjudication::Length), Color::White, 14.0);
        check(Ending::Adjudicated(Adjudication::Length), Color::Black, -14.0);
    }
}
