//! Positions as lines of text that other trainers read: `FEN | score | result`.

use std::fmt;

use super::filter::Labelled;

/// A line of a position: centipawns and points are White's.
///
/// ```
/// use ferz_lab::data::{DataScore, Labelled, TextLine, Wdl};
/// let position = ferz_rules::Position::startpos();
/// let labelled = Labelled { position, score: DataScore::new(-35), result: Wdl::Draw };
/// assert_eq!(
///     TextLine(&labelled).to_string(),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | -35 | 0.5",
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextLine<'a>(pub &'a Labelled);

impl fmt::Display for TextLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Labelled { position, score, result } = self.0;
        write!(f, "{position} | {} | {:.1}", score.get(), result.points())
    }
}
