//! Positions as a tuner sees them: how often each weight counts.

use std::ops::Range;

use ferz_eval::weights::GROUPS;
use ferz_eval::{Classical, Phase, Scale, TaperedScore, Trace, WeightIndex, Weights};
use ferz_rules::{ByColor, Color, Position};

/// What is known of a position beside its evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// White's points in the game: 0, a half or 1.
    pub result: f32,
    /// What a search said, in centipawns for White, if one was asked.
    pub score: Option<f32>,
}

/// One weight's count in one position. For danger it is the count against one king; for all else
/// White's minus Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) index: u16,
    pub(super) times: i16,
}

/// One position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where its counts begin: first those of the plain sum, then of the danger to White's king
    /// and to Black's.
    start: u32,
    linear: u8,
    danger: [u8; 2],
    /// The part of the middle game in the score ...
    pub(super) mg: f32,
    /// ... and of the endgame, scaled down where an advantage does not win.
    pub(super) eg: f32,
    /// How its game ended.
    pub outcome: Outcome,
}

impl Sample {
    /// Where the counts of its plain sum stand, or of the danger to one king.
    fn range(&self, part: usize) -> Range<usize> {
        let lens = [self.linear, self.danger[0], self.danger[1]].map(usize::from);
        let start = self.start as usize + lens[..part].iter().sum::<usize>();
        start..start + lens[part]
    }
}

/// Many positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    counts: Vec<Count>,
    list: Vec<Sample>,
}

impl Samples {
    /// No positions yet.
    pub const fn new() -> Self {
        Self { counts: Vec::new(), list: Vec::new() }
    }

    /// The positions.
    pub fn list(&self) -> &[Sample] {
        &self.list
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.counts) + size_of_val(&*self.list)
    }

    /// Adds a position. A known ending has no weights to tune and is left out.
    pub fn push(&mut self, classical: &Classical, position: &Position, outcome: Outcome) {
        let mut counter = Counter::default();
        let report = classical.trace(position, &mut counter);
        let start = self.counts.len();
        let Ok(start) = u32::try_from(start) else { return };
        if report.ending.is_some() {
            return;
        }
        let linear = self.add(&mut counter.linear);
        let danger = [Color::White, Color::Black].map(|color| self.add(&mut counter.danger[color]));
        let phase = report.phase.get() as f32 / Phase::MAX as f32;
        let scale = report.scale.get() as f32 / Scale::FULL as f32;
        let (mg, eg) = (phase, (1.0 - phase) * scale);
        self.list.push(Sample { start, linear, danger, mg, eg, outcome });
    }

    /// Adds counts in the order of the weights, without those that cancel out. No position has
    /// more than 255: thirty-two pieces cannot.
    fn add(&mut self, counts: &mut [Count]) -> u8 {
        counts.sort_unstable_by_key(|count| count.index);
        let before = self.counts.len();
        for group in counts.chunk_by(|a, b| a.index == b.index) {
            let times = group.iter().map(|count| count.times).sum();
            if times != 0 {
                self.counts.push(Count { index: group[0].index, times });
            }
        }
        let added = self.counts.len() - before;
        debug_assert!(added <= u8::MAX.into());
        added as u8
    }

    /// The counts of the plain sum.
    pub(super) fn linear(&self, sample: &Sample) -> &[Count] {
        &self.counts[sample.range(0)]
    }

    /// The counts of danger to White's king and to Black's.
    pub(super) fn danger(&self, sample: &Sample) -> [&[Count]; 2] {
        [&self.counts[sample.range(1)], &self.counts[sample.range(2)]]
    }
}

/// Watches one evaluation.
#[derive(Default)]
struct Counter {
    linear: Vec<Count>,
    danger: ByColor<Vec<Count>>,
}

impl Trace for Counter {
    fn add(&mut self, color: Color, index: WeightIndex, count: i32) {
        if count == 0 {
            return;
        }
        let is_danger = IS_DANGER[index.get()];
        let sign = if color == Color::White || is_danger { 1 } else { -1 };
        let count = Count { index: index.get() as u16, times: (sign * count) as i16 };
        if is_danger {
            self.danger[color].push(count);
        } else {
            self.linear.push(count);
        }
    }

    fn danger(&mut self, _: Color, _: TaperedScore, _: TaperedScore) {}
}

const _: () = assert!(Weights::COUNT <= u16::MAX as usize);

/// Which weights are units of danger. Asked for every count of every position, so it is a table.
const IS_DANGER: [bool; Weights::COUNT] = {
    let mut table = [false; Weights::COUNT];
    let (mut group, mut place) = (0, 0);
    while group < GROUPS.len() {
        let mut nth = 0;
        while nth < GROUPS[group].defaults.len() {
            table[place] = !GROUPS[group].term.is_linear();
            place += 1;
            nth += 1;
        }
        group += 1;
    }
    table
};
