//! A player's clock during a game, kept on our side.

use std::num::NonZeroU32;
use std::time::Duration;

use ferz_uci::MIN_TIME;

use crate::limit::{Limit, TimeControl};

/// One player's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    limit: Limit,
    /// How far the limit may be overstepped without losing.
    margin: Duration,
    left: Duration,
    moves: u32,
}

/// A move took this much longer than was allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overstepped(pub(crate) Duration);

impl GameClock {
    pub(crate) fn new(limit: Limit, margin: Duration) -> Self {
        let left = limit.clock.map_or(Duration::ZERO, |clock| clock.base);
        Self { limit, margin, left, moves: 0 }
    }

    /// The control, if there is a clock at all.
    pub(crate) fn control(&self) -> Option<TimeControl> {
        self.limit.clock
    }

    /// What to tell a player: never zero, because some engines take zero for no clock, and never
    /// negative, because a margin that was used must not reach the engine.
    pub(crate) fn told(&self) -> Option<Duration> {
        self.limit.clock.map(|_| self.left.max(MIN_TIME))
    }

    /// The time left.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.limit.clock.map(|_| self.left)
    }

    /// Moves until the base time is given again.
    pub(crate) fn moves_to_go(&self) -> Option<NonZeroU32> {
        let period = self.limit.clock?.moves?.get();
        NonZeroU32::new(period - self.moves % period)
    }

    /// The longest that the next move may take.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        let clock = self.limit.clock.map(|_| self.left);
        let bound = match (clock, self.limit.move_time) {
            (Some(left), Some(time)) => Some(left.min(time)),
            (left, time) => left.or(time),
        };
        bound.map(|bound| bound.saturating_add(self.margin))
    }

    /// Takes the time of a move off the clock.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> Result<(), Overstepped> {
        if let Some(allowed) = self.allowance()
            && elapsed > allowed
        {
            return Err(Overstepped(elapsed.saturating_sub(allowed) + self.margin));
        }
        self.moves += 1;
        if let Some(control) = self.limit.clock {
            self.left = self.left.saturating_sub(elapsed) + control.increment;
            if control.moves.is_some_and(|period| self.moves.is_multiple_of(period.get())) {
                self.left += control.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(control: &str, margin: u64) -> GameClock {
        let limit = Limit { clock: control.parse().ok(), ..Limit::default() };
        GameClock::new(limit, ms(margin))
    }

    #[test]
    fn the_margin_forgives_but_is_never_told() {
        let mut clock = clock("1+0.01", 50);
        assert_eq!(clock.spend(ms(1040)), Ok(()));
        assert_eq!((clock.told(), clock.left()), (Some(ms(10)), Some(ms(10))));
        assert_eq!(clock.spend(ms(61)), Err(Overstepped(ms(51))));
        assert_eq!(clock.spend(ms(60)), Ok(()));
    }

    #[test]
    fn the_base_comes_back_after_the_control() {
        let mut clock = clock("2/1", 0);
        assert_eq!(clock.moves_to_go(), NonZeroU32::new(2));
        assert_eq!(clock.spend(ms(900)), Ok(()));
        assert_eq!(clock.moves_to_go(), NonZeroU32::new(1));
        assert_eq!(clock.spend(ms(100)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1000)), NonZeroU32::new(2)));
    }

    #[test]
    fn a_time_for_each_move_does_not_add_up() {
        let limit = Limit { move_time: Some(ms(100)), ..Limit::default() };
        let mut clock = GameClock::new(limit, ms(5));
        for _ in 0..3 {
            assert_eq!(clock.spend(ms(105)), Ok(()));
        }
        assert_eq!(clock.spend(ms(106)), Err(Overstepped(ms(6))));
        assert_eq!((clock.told(), clock.moves_to_go()), (None, None));
    }
}
