//! The two clocks of a game, as plain numbers: what time it is comes from outside.

use ferz_rules::{ByColor, Color};

/// How the clocks are set, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockSetting {
    pub(crate) initial: u64,
    pub(crate) increment: u64,
}

/// Two clocks, at most one of which runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameClock {
    pub(crate) setting: ClockSetting,
    /// What was left when the clocks were last pressed.
    pub(crate) left: ByColor<u64>,
    /// Whose clock runs, and since when.
    pub(crate) running: Option<(Color, u64)>,
}

impl GameClock {
    pub(crate) fn new(setting: ClockSetting) -> Self {
        Self { setting, left: ByColor::new(setting.initial, setting.initial), running: None }
    }

    /// What a player has left at this moment.
    pub(crate) fn left_at(&self, color: Color, now: u64) -> u64 {
        match self.running {
            Some((running, since)) if running == color => {
                self.left[color].saturating_sub(now.saturating_sub(since))
            }
            _ => self.left[color],
        }
    }

    /// Whose time is up.
    pub(crate) fn flag(&self, now: u64) -> Option<Color> {
        let (running, _) = self.running?;
        (self.left_at(running, now) == 0).then_some(running)
    }

    /// The player has moved. The first move is free, since nobody's clock runs before it.
    pub(crate) fn press(&mut self, mover: Color, now: u64) {
        if self.running.is_some() {
            self.left[mover] = self.left_at(mover, now) + self.setting.increment;
        }
        self.running = Some((!mover, now));
    }

    /// Lets this player's clock run from now on, and the other one stand.
    pub(crate) fn run(&mut self, color: Color, now: u64) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Both stand from now on.
    pub(crate) fn stop(&mut self, now: u64) {
        if let Some((running, _)) = self.running {
            self.left[running] = self.left_at(running, now);
        }
        self.running = None;
    }

    /// Goes on at `now` as if no time had passed since `last_alive`: while the server was down,
    /// nobody could have moved.
    pub(crate) fn wake(&mut self, last_alive: u64, now: u64) {
        if let Some((running, since)) = self.running {
            self.stop(last_alive.max(since));
            self.running = Some((running, now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: ClockSetting = ClockSetting { initial: 10_000, increment: 500 };

    fn started() -> GameClock {
        let mut clock = GameClock::new(SETTING);
        clock.press(Color::White, 1_000);
        clock
    }

    #[test]
    fn the_first_move_is_free_and_the_others_are_not() {
        let mut clock = started();
        assert_eq!(clock.left_at(Color::White, 9_000), 10_000);
        assert_eq!(clock.left_at(Color::Black, 3_000), 8_000);
        clock.press(Color::Black, 3_000);
        assert_eq!((clock.left[Color::Black], clock.left_at(Color::White, 4_000)), (8_500, 9_000));
    }

    #[test]
    fn a_flag_falls_when_nothing_is_left() {
        let clock = started();
        assert_eq!(clock.flag(10_999), None);
        assert_eq!(clock.flag(11_000), Some(Color::Black));
        assert_eq!(GameClock::new(SETTING).flag(u64::MAX), None);
    }

    #[test]
    fn time_without_a_server_does_not_count() {
        let mut clock = started();
        clock.wake(4_000, 1_000_000);
        assert_eq!(clock.left_at(Color::Black, 1_000_000), 7_000);
        assert_eq!(clock.flag(1_006_999), None);
        // The last sign of life may be older than the last move.
        let mut clock = started();
        clock.wake(500, 2_000_000);
        assert_eq!(clock.left_at(Color::Black, 2_000_000), 10_000);
    }

    #[test]
    fn a_stopped_clock_keeps_what_it_has() {
        let mut clock = started();
        clock.stop(2_000);
        assert_eq!(clock.left_at(Color::Black, 90_000), 9_000);
        clock.run(Color::White, 90_000);
        assert_eq!(clock.left_at(Color::White, 91_000), 9_000);
    }
}
