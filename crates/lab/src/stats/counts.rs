//! How often each result occurred.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

/// What one side got from a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// The point.
    Win,
}

impl Points {
    /// What the other side got.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Losses, draws and wins.
///
/// ```
/// use ferz_lab::stats::{Points, Trinomial};
/// let mut games = Trinomial::default();
/// games.record(Points::Win);
/// games.record(Points::Draw);
/// assert_eq!(games, "0,1,1".parse()?);
/// assert_eq!((games.games(), games.draw_ratio()), (2, 0.5));
/// # Ok::<(), ferz_lab::stats::CountsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trinomial {
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won.
    pub wins: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub const fn record(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.losses + self.draws + self.wins
    }

    /// Drawn games among all, 0 if there are none.
    pub const fn draw_ratio(&self) -> f64 {
        ratio(self.draws, self.games())
    }

    /// The same games from the other side.
    #[must_use]
    pub const fn flipped(&self) -> Self {
        Self { losses: self.wins, draws: self.draws, wins: self.losses }
    }
}

/// Pairs of games by the half-points that the new side got from both: 0, 1, 2, 3 or 4.
///
/// ```
/// use ferz_lab::stats::{Penta, Points};
/// let mut pairs = Penta::default();
/// pairs.record(Points::Win, Points::Draw);
/// pairs.record(Points::Loss, Points::Win);
/// assert_eq!(pairs, Penta([0, 0, 1, 1, 0]));
/// assert_eq!((pairs.pairs(), pairs.games()), (2, 4));
/// assert_eq!(pairs.to_string(), "0, 0, 1, 1, 0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Penta(pub [u64; 5]);

impl Penta {
    /// Counts one more pair.
    pub const fn record(&mut self, first: Points, second: Points) {
        self.0[first as usize + second as usize] += 1;
    }

    /// All pairs.
    pub const fn pairs(&self) -> u64 {
        let [a, b, c, d, e] = self.0;
        a + b + c + d + e
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Pairs that were shared equally among all, 0 if there are none.
    pub const fn draw_ratio(&self) -> f64 {
        ratio(self.0[2], self.pairs())
    }

    /// Pairs won over pairs lost; infinite or not a number when none was lost.
    pub const fn pairs_ratio(&self) -> f64 {
        (self.0[3] + self.0[4]) as f64 / (self.0[0] + self.0[1]) as f64
    }

    /// The same pairs from the other side.
    #[must_use]
    pub const fn flipped(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }
}

const fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        self.losses += other.losses;
        self.draws += other.draws;
        self.wins += other.wins;
    }
}

impl AddAssign for Penta {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} lost, {} drawn", self.wins, self.losses, self.draws)
    }
}

impl fmt::Display for Penta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a}, {b}, {c}, {d}, {e}")
    }
}

/// A text is not a list of so many counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountsError {
    text: String,
    expected: usize,
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, expected } = self;
        write!(f, "expected {expected} counts with commas between them, not \"{text}\"")
    }
}

impl std::error::Error for CountsError {}

/// The largest count that is read: their sums stay far from overflow.
const MAX_COUNT: u64 = 1 << 48;

fn read<const N: usize>(text: &str) -> Result<[u64; N], CountsError> {
    let error = || CountsError { text: text.to_owned(), expected: N };
    let counts: Vec<u64> = text
        .split(',')
        .map(|word| word.trim().parse().ok().filter(|count| *count <= MAX_COUNT))
        .collect::<Option<_>>()
        .ok_or_else(error)?;
    counts.try_into().map_err(|_| error())
}

impl FromStr for Trinomial {
    type Err = CountsError;

    /// Reads losses, draws and wins, in the order of [`Penta`].
    fn from_str(text: &str) -> Result<Self, CountsError> {
        let [losses, draws, wins] = read(text)?;
        Ok(Self { losses, draws, wins })
    }
}

impl FromStr for Penta {
    type Err = CountsError;

    fn from_str(text: &str) -> Result<Self, CountsError> {
        read(text).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lists_are_explained() {
        for text in ["", "1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,-5", "1,2,3,4,x"] {
            let error = text.parse::<Penta>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!("expected 5 counts with commas between them, not \"{text}\"")
            );
        }
        assert_eq!(" 1, 2,3 ,4,5 ".parse(), Ok(Penta([1, 2, 3, 4, 5])));
        assert!("18446744073709551615,1,1".parse::<Trinomial>().is_err());
    }

    #[test]
    fn the_other_side_sees_the_mirror_image() {
        let mut pairs = Penta([1, 2, 3, 4, 5]);
        pairs += pairs.flipped();
        assert_eq!(pairs, Penta([6, 6, 6, 6, 6]));
        let games = Trinomial { losses: 1, draws: 2, wins: 3 };
        assert_eq!(games.flipped(), Trinomial { losses: 3, draws: 2, wins: 1 });
    }
}
