//! What several principles ask about a position, found once.

use ferz_rules::{ByColor, Color, Position};

use super::principles::activity::Activity;
use super::principles::king;

/// A position with what was found out about it.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) activity: ByColor<Activity>,
    /// The pressure on each player's king.
    pub(super) pressure: ByColor<i32>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let activity = ByColor {
            white: Activity::of(position, Color::White),
            black: Activity::of(position, Color::Black),
        };
        let pressure = ByColor {
            white: king::pressure(position, Color::White, activity.black.attacked),
            black: king::pressure(position, Color::Black, activity.white.attacked),
        };
        Self { position, activity, pressure }
    }
}
