//! Where to look: positions of games at which the score jumps.

use std::collections::HashSet;
use std::fmt;
use std::io::BufRead;

use ferz_rules::pgn::{PgnError, Reader};
use ferz_rules::{Color, Key, Move, Position};

use crate::data::{GameReader, ReadError};
use crate::tune::wdl::shown_centipawns;

/// Scores further from even than this are won or lost all the same, in centipawns.
pub(super) const DECIDED: i32 = 800;

/// A position worth a closer look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The position.
    pub position: Position,
    /// Which of the games it is from, over all files.
    pub game: usize,
    /// The file, the game and the half-move.
    pub origin: String,
}

/// Why games cannot be read.
#[derive(Debug)]
pub enum CandidateError {
    /// A game in PGN is broken.
    Pgn(PgnError),
    /// A stored game is broken.
    Data(ReadError),
}

impl fmt::Display for CandidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pgn(error) => error.fmt(f),
            Self::Data(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CandidateError {}

/// Collects candidates from games, each position once.
#[derive(Debug)]
pub struct Candidates {
    swing: i32,
    games: usize,
    seen: HashSet<Key>,
    found: Vec<Candidate>,
}

impl Candidates {
    /// None yet. A score must jump by this many centipawns from one move to the next.
    pub fn new(swing: i32) -> Self {
        Self { swing, games: 0, seen: HashSet::new(), found: Vec::new() }
    }

    /// How many games have been looked at.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The candidates in the order of the games.
    pub fn into_vec(self) -> Vec<Candidate> {
        self.found
    }

    /// Looks through games in PGN with scores in their comments, as Ferz writes them.
    ///
    /// # Errors
    /// At the first game that cannot be read.
    pub fn read_pgn(&mut self, name: &str, input: impl BufRead) -> Result<(), CandidateError> {
        for (nth, game) in Reader::new(input).enumerate() {
            let game = game.map_err(CandidateError::Pgn)?;
            let mut turn = game.start.turn();
            let scored = |node: &ferz_rules::pgn::Node| {
                let score = shown_centipawns(node).map(|score| for_white(score as i32, turn));
                turn = !turn;
                Some((node.mv?, score))
            };
            let moves: Vec<_> = game.moves.nodes.iter().map_while(scored).collect();
            self.look(&game.start, &moves, name, nth);
        }
        Ok(())
    }

    /// Looks through stored games (viriformat).
    ///
    /// # Errors
    /// At the first game that cannot be read.
    pub fn read_data(&mut self, name: &str, input: impl BufRead) -> Result<(), CandidateError> {
        for (nth, game) in GameReader::new(input).enumerate() {
            let game = game.map_err(CandidateError::Data)?;
            let scored =
                |&(mv, score): &(Move, crate::data::DataScore)| (mv, Some(i32::from(score.get())));
            let moves: Vec<_> = game.moves.iter().map(scored).collect();
            self.look(&game.start, &moves, name, nth);
        }
        Ok(())
    }

    /// Where the score jumps, the player before the jump may have missed something, and the one
    /// after it has found something: both positions are candidates. Scores are White's.
    fn look(&mut self, start: &Position, moves: &[(Move, Option<i32>)], name: &str, nth: usize) {
        let score = |index: usize| {
            let score = moves.get(index).and_then(|(_, score)| *score);
            score.map(|score| score.clamp(-DECIDED, DECIDED))
        };
        let jumps = |index: usize| match (score(index), score(index + 1)) {
            (Some(before), Some(after)) => (after - before).abs() >= self.swing,
            _ => false,
        };
        let wanted: Vec<bool> =
            (0..moves.len()).map(|at| jumps(at) || at > 0 && jumps(at - 1)).collect();
        let mut position = start.clone();
        for (index, (mv, _)) in moves.iter().enumerate() {
            if wanted[index] && self.seen.insert(position.key()) {
                self.found.push(Candidate {
                    position: position.clone(),
                    game: self.games,
                    origin: format!("{name}, game {}, half-move {}", nth + 1, index + 1),
                });
            }
            position.play(*mv);
        }
        self.games += 1;
    }
}

const fn for_white(score: i32, turn: Color) -> i32 {
    match turn {
        Color::White => score,
        Color::Black => -score,
    }
}
