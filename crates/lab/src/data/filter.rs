//! Which positions of a game are worth learning from.

use ferz_rules::{Move, Position};

use super::game::{DataScore, RecordedGame, Wdl};

/// A position with what became of it.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The position.
    pub position: Position,
    /// What a search said of it.
    pub score: DataScore,
    /// How the game ended.
    pub result: Wdl,
}

/// What a position must be like to be kept.
///
/// A static evaluation is asked for a number only where nothing is about to happen, so positions
/// in check or with a capture on the board teach it the wrong thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    /// Half-moves since the start of the game, the random ones included.
    pub min_ply: u32,
    /// Pieces on the board, kings included.
    pub min_pieces: u32,
    /// The furthest that the score may be from zero.
    pub max_score: u16,
    /// Whether positions are kept in which the best move takes or promotes.
    pub keep_noisy: bool,
    /// Whether positions in check are kept.
    pub keep_checks: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_ply: 16,
            min_pieces: 4,
            max_score: 10_000,
            keep_noisy: false,
            keep_checks: false,
        }
    }
}

impl Filter {
    /// Whether a position is kept from which this move was played.
    pub fn keeps(&self, position: &Position, mv: Move, score: DataScore) -> bool {
        position.ply() >= self.min_ply
            && position.occupied().len() >= self.min_pieces
            && !score.is_mate()
            && score.magnitude() <= self.max_score
            && (self.keep_noisy || !mv.is_noisy())
            && (self.keep_checks || !position.in_check())
    }

    /// Shows the positions of a game that are kept.
    pub fn visit(&self, game: &RecordedGame, mut see: impl FnMut(Labelled)) {
        game.visit(|position, mv, score| {
            if self.keeps(position, mv, score) {
                see(Labelled { position: position.clone(), score, result: game.result });
            }
        });
    }
}
