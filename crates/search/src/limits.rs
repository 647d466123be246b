//! When a search has to end.

use std::time::{Duration, Instant};

use ferz_rules::Move;

use crate::noise::EvalNoise;
use crate::tablebase::TableUse;

/// What a search may use. Nothing set means that only a stop ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<i32>,
    /// The most nodes, kept exactly.
    pub nodes: Option<u64>,
    /// No new iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Ends when a mate in so many moves is found, given or suffered.
    pub mate: Option<u32>,
    /// The time for the move.
    pub time: Option<TimeBudget>,
    /// Only these moves at the root; all if there are none.
    pub root_moves: Vec<Move>,
    /// When the time began to run; when the search begins if it is not given.
    pub start: Option<Instant>,
    /// How many centipawns the player at the root would give for not drawing.
    pub contempt: i32,
    /// Endgame tables that the tree asks.
    pub tables: Option<TableUse>,
    /// Misjudgement on purpose.
    pub noise: Option<EvalNoise>,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// No new iteration after this, more or less as the search settles or wavers.
    pub soft: Duration,
    /// The search stops at this in any case.
    pub hard: Duration,
    /// Whether the soft limit may be stretched or shortened; not when the time was given.
    pub is_flexible: bool,
}

impl TimeBudget {
    /// Exactly this long.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time, is_flexible: false }
    }

    /// Not longer than this, and no reason to end sooner.
    pub(crate) const fn last_moment(time: Duration) -> Self {
        Self { soft: Duration::MAX, hard: time, is_flexible: false }
    }
}

/// The clock of the player to move, as a protocol tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next control, if there is one.
    pub moves_to_go: Option<u32>,
    /// Time lost on the way between us and the clock.
    pub overhead: Duration,
}

/// For how many moves the overhead is held in reserve; for twice as many where no increment pays
/// for it.
const RESERVED_MOVES: f64 = 10.0;
/// How many increments are held in reserve besides. Nearly all games that Ferz has lost on time
/// were lost with less than 0.3 s left to a machine that stood still (docs/experiments/011).
const RESERVED_INCREMENTS: f64 = 4.0;

impl Clock {
    /// Divides the time that is left.
    ///
    /// The hard limit never passes what is left without the overhead, whatever the clock says:
    /// losing on time is worse than any move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ferz_search::Clock;
    /// let ms = Duration::from_millis;
    /// let clock =
    ///     Clock { left: ms(60_000), increment: ms(0), moves_to_go: Some(1), overhead: ms(10) };
    /// let budget = clock.budget(40);
    /// assert!(budget.soft <= budget.hard && budget.hard <= ms(59_990));
    /// ```
    pub fn budget(&self, fullmove_number: u16) -> TimeBudget {
        let left = self.left.saturating_sub(self.overhead).as_secs_f64();
        let overhead = self.overhead.as_secs_f64();
        // What the overhead leaves of an increment can be spent. So can the rest of it while there is
        // time to see from the clock whether the overhead takes it: who saves it from the beginning
        // ends games at 1+0.01 with a third of the clock unused (docs/experiments/011).
        let sure = self.increment.saturating_sub(self.overhead).as_secs_f64();
        let hoped = self.increment.as_secs_f64() - sure;
        // A reserve for the moves to come is not touched: on a busy machine every one of them may
        // cost more than its increment gives back, and costs it for certain where there is none.
        let reserve = RESERVED_MOVES * (overhead + (overhead - hoped))
            + RESERVED_INCREMENTS * self.increment.as_secs_f64();
        let free = left - reserve.min(0.75 * left);
        let comfort = ((left - reserve) / reserve.max(0.001)).clamp(0.0, 1.0);
        let increment = sure + hoped * comfort;
        let (soft, hard) = if let Some(moves) = self.moves_to_go {
            // A little more than an even share, and up to half of everything at once.
            let moves = f64::from(moves.clamp(1, 50));
            let share = free / (moves + 1.5) + 0.75 * increment;
            (share, (share * 5.0).min(free * (0.5 + 0.35 / moves)))
        } else {
            // More of it as the game goes on, since fewer moves are left to share it.
            let age = f64::from(fullmove_number);
            let soft = (0.025 + 0.05 * (1.0 - (-0.034 * age).exp())) * free + 0.75 * increment;
            let hard = (0.135 + 0.21 * (1.0 - (-0.03 * age).exp())) * free + 0.75 * increment;
            (soft, hard)
        };
        // Seven tenths of the clock are the end in any case: a busy machine may wake us late.
        let hard = hard.min(left * 0.7).max(0.0);
        let soft = soft.min(hard).max(0.0);
        TimeBudget {
            soft: Duration::from_secs_f64(soft),
            hard: Duration::from_secs_f64(hard),
            is_flexible: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_small_clock_is_hardly_touched() {
        let ms = Duration::from_millis;
        let clock = |left, overhead| Clock {
            left: ms(left),
            increment: ms(10),
            moves_to_go: None,
            overhead: ms(overhead),
        };
        assert!(clock(100, 10).budget(60).hard < ms(10));
        assert!(clock(2000, 100).budget(60).hard < ms(200), "a server far away");
        assert!(clock(60_000, 10).budget(60).soft > ms(3000), "a long game hardly notices");
    }

    #[test]
    fn an_increment_is_spent_while_there_is_time_to_notice_what_it_is_worth() {
        let ms = Duration::from_millis;
        let soft = |left, increment| {
            let (left, increment, overhead) = (ms(left), ms(increment), ms(10));
            Clock { left, increment, moves_to_go: None, overhead }.budget(40).soft
        };
        let gained = |left| soft(left, 10).saturating_sub(soft(left, 0));
        assert!(gained(1000) > ms(7), "the overhead is as large, but has taken nothing yet");
        assert!(gained(50) < ms(3), "now it may decide the game");
        // If it does take all, move by move, a long game is still not lost.
        let mut left = ms(1000);
        for _ in 0..150 {
            left -= soft(left.as_millis() as u64, 10);
        }
        assert!(left > ms(20), "{left:?}");
    }

    #[test]
    fn something_is_left_for_a_machine_that_stands_still() {
        let ms = Duration::from_millis;
        // A search that wavers takes more than its soft limit, move after move.
        let lowest = |mut left: Duration, increment, control: Option<u32>| {
            (0..120).fold(left, |lowest, number| {
                let moves_to_go = control.map(|moves| moves - number % moves);
                let clock = Clock { left, increment, moves_to_go, overhead: ms(10) };
                let budget = clock.budget(number as u16 + 5);
                left -= budget.soft.mul_f64(1.5).min(budget.hard);
                let lowest = lowest.min(left);
                left += increment;
                if moves_to_go == Some(1) {
                    left += ms(60_000);
                }
                lowest
            })
        };
        let [quick, short, long] = [
            lowest(ms(2000), ms(20), None),
            lowest(ms(8000), ms(80), None),
            lowest(ms(60_000), ms(0), Some(40)),
        ];
        assert!(
            quick > ms(200) && short > ms(240) && long > ms(400),
            "{quick:?} {short:?} {long:?}"
        );
    }

    proptest! {
        #[test]
        fn the_clock_is_never_overrun(
            left in 0_u64..10_000_000,
            increment in 0_u64..1_000_000,
            moves_to_go in proptest::option::of(0_u32..200),
            overhead in 0_u64..5_000,
            number in 1_u16..500,
        ) {
            let ms = Duration::from_millis;
            let clock = Clock {
                left: ms(left), increment: ms(increment), moves_to_go, overhead: ms(overhead),
            };
            let budget = clock.budget(number);
            prop_assert!(budget.soft <= budget.hard);
            prop_assert!(budget.hard <= ms(left).saturating_sub(ms(overhead)));
        }
    }
}
