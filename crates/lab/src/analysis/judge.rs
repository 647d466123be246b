//! What a move has cost, in the measures that players know from lichess.

use ferz_engine::Chances;
use ferz_rules::Color;
use ferz_rules::pgn::{EvalScore, Nag};

use super::Opinion;

/// A lead of more than this counts as this, so that one blunder in a won game is not everything.
const MOST_CENTIPAWNS: i32 = 1000;

/// The chance of winning that a score means in games between people, in percent.
///
/// ```
/// use ferz_lab::analysis::win_percent;
/// assert!((win_percent(0) - 50.0).abs() < 1e-9);
/// assert!((win_percent(100) - 59.1).abs() < 0.05);
/// ```
pub fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.00368208 * f64::from(centipawns)).exp()) - 1.0)
}

/// How accurate a move is that has cost so much of the chance of winning, in percent.
///
/// ```
/// use ferz_lab::analysis::accuracy;
/// assert!((accuracy(0.0) - 100.0).abs() < 0.01);
/// assert!(accuracy(20.0) < 45.0 && accuracy(100.0) == 0.0);
/// ```
pub fn accuracy(lost_percent: f64) -> f64 {
    (103.1668 * (-0.04354 * lost_percent.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    /// It costs more than five percent of the chance of winning.
    Inaccuracy,
    /// More than ten.
    Mistake,
    /// More than twenty.
    Blunder,
}

impl Judgement {
    /// The judgement of a loss in percent of the chance of winning.
    pub fn of(lost_percent: f64) -> Option<Self> {
        match lost_percent {
            lost if lost > 20.0 => Some(Self::Blunder),
            lost if lost > 10.0 => Some(Self::Mistake),
            lost if lost > 5.0 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Its glyph: `?!`, `?` or `??`.
    pub const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag(6),
            Self::Mistake => Nag(2),
            Self::Blunder => Nag(4),
        }
    }

    /// The glyph as it is printed.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Opinion {
    /// White's score in centipawns; mates are as good as the most that counts.
    pub(super) fn centipawns(&self) -> i32 {
        let value = match self.score {
            EvalScore::Centipawns(value) => value,
            EvalScore::Mate(0) => match self.chances {
                Chances { win: 1000, .. } => MOST_CENTIPAWNS,
                _ => -MOST_CENTIPAWNS,
            },
            EvalScore::Mate(moves) => moves.signum() * MOST_CENTIPAWNS,
        };
        value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS)
    }
}

/// What a move has cost its player: of the chance of winning in percent, and in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cost {
    pub(super) percent: f64,
    pub(super) centipawns: i32,
}

impl Cost {
    /// The cost of the move between two opinions. A later search may find a move better than it
    /// seemed; that is no gain of the player's.
    pub(super) fn of(player: Color, before: &Opinion, after: &Opinion) -> Self {
        let own = |opinion: &Opinion| match player {
            Color::White => opinion.centipawns(),
            Color::Black => -opinion.centipawns(),
        };
        let (before, after) = (own(before), own(after));
        Self {
            percent: (win_percent(before) - win_percent(after)).max(0.0),
            centipawns: (before - after).max(0),
        }
    }
}
