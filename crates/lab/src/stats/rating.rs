//! Ratings of many players from the games between them.
//!
//! The ratings are those under which the points are most likely when a difference in Elo means
//! an expected score, a draw counting as half a win. Each rating is held, very weakly, to the
//! average of all: as strongly as a fifth of a game. So a player who has won everything gets a
//! high rating with a wide error bar instead of none.

use super::elo::score_of_elo;
use super::normal::Z95;
use super::results::{Results, Sample};

/// How two players fared against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    first: usize,
    second: usize,
    sample: Sample,
}

impl Encounter {
    /// The results of player `first` against player `second`, who are counted from zero.
    pub fn new(first: usize, second: usize, results: &impl Results) -> Self {
        Self { first, second, sample: results.sample() }
    }

    fn games(&self) -> f64 {
        self.sample.len() * self.sample.games_per_unit()
    }
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the anchor, or above the average of all players.
    pub elo: f64,
    /// Half the interval of 95 %.
    pub error: f64,
    /// Games played.
    pub games: f64,
    /// The share of the points.
    pub score: f64,
}

/// Elo as the natural logarithm of odds.
const LOG_ODDS: f64 = std::f64::consts::LN_10 / 400.0;
/// How far ratings are believed to spread, in Elo. The prior is as strong as a fifth of a game.
const SPREAD: f64 = 800.0;
/// Newton steps; five are usual.
const MAX_STEPS: usize = 100;

/// Fits the ratings of players 0 to `players - 1`. The anchor, if there is one, gets 0.
/// Encounters with players beyond that are left out.
///
/// ```
/// use ferz_lab::stats::{Encounter, Trinomial, fit_ratings};
/// // Three quarters of the points are 190.85 Elo.
/// let games = Trinomial { wins: 3000, draws: 0, losses: 1000 };
/// let ratings = fit_ratings(2, &[Encounter::new(0, 1, &games)], Some(1));
/// assert!((ratings[0].elo - 190.85).abs() < 0.1);
/// assert_eq!((ratings[1].elo, ratings[1].error), (0.0, 0.0));
/// ```
pub fn fit_ratings(players: usize, encounters: &[Encounter], anchor: Option<usize>) -> Vec<Rating> {
    let known = |encounter: &&Encounter| encounter.first < players && encounter.second < players;
    let encounters: Vec<Encounter> = encounters.iter().filter(known).copied().collect();
    let anchor = anchor.filter(|anchor| *anchor < players);
    let elo = most_likely(players, &encounters);
    let covariance = covariance(&elo, &encounters);
    let offset = match anchor {
        Some(anchor) => elo[anchor],
        None => elo.iter().sum::<f64>() / players.max(1) as f64,
    };
    (0..players)
        .map(|player| {
            let (games, points) = totals(player, &encounters);
            Rating {
                elo: elo[player] - offset,
                error: Z95 * relative_variance(&covariance, player, anchor).max(0.0).sqrt(),
                games,
                score: if games > 0.0 { points / games } else { 0.5 },
            }
        })
        .collect()
}

/// A player's games and points.
fn totals(player: usize, encounters: &[Encounter]) -> (f64, f64) {
    encounters.iter().fold((0.0, 0.0), |(games, points), encounter| {
        let (more, mean) = (encounter.games(), encounter.sample.mean());
        let own = f64::from(u8::from(encounter.first == player)) * mean
            + f64::from(u8::from(encounter.second == player)) * (1.0 - mean);
        let takes_part = encounter.first == player || encounter.second == player;
        (games + if takes_part { more } else { 0.0 }, points + own * more)
    })
}

/// The top of the likelihood, by Newton's method. It has a single top, and steps are cut so that
/// the way there cannot jump over it.
fn most_likely(players: usize, encounters: &[Encounter]) -> Vec<f64> {
    let mut elo = vec![0.0; players];
    for _ in 0..MAX_STEPS {
        let mut slope: Vec<f64> = elo.iter().map(|elo| -elo / (SPREAD * SPREAD)).collect();
        for encounter in encounters {
            let Encounter { first, second, sample } = encounter;
            let excess = sample.mean() - score_of_elo(elo[*first] - elo[*second]);
            let push = LOG_ODDS * encounter.games() * excess;
            slope[*first] += push;
            slope[*second] -= push;
        }
        let step = solve(&information(&elo, encounters), slope);
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += step.clamp(-200.0, 200.0);
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    elo
}

type Matrix = Vec<Vec<f64>>;

/// The curvature of the likelihood: how much the games tell of each pair of ratings.
fn information(elo: &[f64], encounters: &[Encounter]) -> Matrix {
    let mut matrix = vec![vec![0.0; elo.len()]; elo.len()];
    for (player, row) in matrix.iter_mut().enumerate() {
        row[player] = 1.0 / (SPREAD * SPREAD);
    }
    for encounter in encounters {
        let expected = score_of_elo(elo[encounter.first] - elo[encounter.second]);
        let weight = LOG_ODDS * LOG_ODDS * encounter.games() * expected * (1.0 - expected);
        add_link(&mut matrix, encounter, weight);
    }
    matrix
}

/// How the ratings would scatter in other runs of the same games. The likelihood alone would
/// believe games without draws; what the points really varied by is put in between.
fn covariance(elo: &[f64], encounters: &[Encounter]) -> Matrix {
    let players = elo.len();
    let mut scatter = vec![vec![0.0; players]; players];
    for (player, row) in scatter.iter_mut().enumerate() {
        row[player] = 1.0 / (SPREAD * SPREAD);
    }
    for encounter in encounters {
        let (games, sample) = (encounter.games(), encounter.sample);
        // Two results added keep a lone or unanimous encounter from claiming to be certain.
        let expected = score_of_elo(elo[encounter.first] - elo[encounter.second]);
        let prior = 2.0 * expected * (1.0 - expected);
        let seen = sample.len() * sample.game_deviation().powi(2);
        let variance = (seen + prior) / (sample.len() + 2.0);
        add_link(&mut scatter, encounter, LOG_ODDS * LOG_ODDS * games * variance);
    }
    let inverse = invert(&information(elo, encounters));
    product(&product(&inverse, &scatter), &inverse)
}

/// An encounter tells of the difference of two ratings, not of their sum.
fn add_link(matrix: &mut Matrix, encounter: &Encounter, weight: f64) {
    let Encounter { first, second, .. } = *encounter;
    if first == second {
        return;
    }
    matrix[first][first] += weight;
    matrix[second][second] += weight;
    matrix[first][second] -= weight;
    matrix[second][first] -= weight;
}

/// The variance of a rating above the anchor or above the average.
fn relative_variance(covariance: &Matrix, player: usize, anchor: Option<usize>) -> f64 {
    let own = covariance[player][player];
    if let Some(anchor) = anchor {
        return own + covariance[anchor][anchor] - 2.0 * covariance[player][anchor];
    }
    let n = covariance.len() as f64;
    let with_all: f64 = covariance[player].iter().sum::<f64>() / n;
    let all: f64 = covariance.iter().flatten().sum::<f64>() / (n * n);
    own + all - 2.0 * with_all
}

/// Solves `matrix · x = right` by elimination. The matrix is symmetric and positive definite
/// (the prior sees to that), so no pivot can be zero.
fn solve(matrix: &Matrix, right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    let (mut a, mut b) = (matrix.clone(), right);
    for column in 0..n {
        let (done, below) = a.split_at_mut(column + 1);
        let pivot = &done[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot[column];
            for (value, above) in row[column..].iter_mut().zip(&pivot[column..]) {
                *value -= factor * above;
            }
            b[column + 1 + offset] -= factor * b[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| a[row][column] * b[column]).sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b
}

/// The inverse, which is symmetric as the matrix is, so that its columns may serve as rows.
fn invert(matrix: &Matrix) -> Matrix {
    let unit = |one: usize| (0..matrix.len()).map(|i| f64::from(u8::from(i == one))).collect();
    (0..matrix.len()).map(|column| solve(matrix, unit(column))).collect()
}

fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let cell = |row: &[f64], column: usize| {
        row.iter().zip(right).map(|(value, other)| value * other[column]).sum()
    };
    left.iter().map(|row| (0..right.len()).map(|column| cell(row, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::stats::{PairModel, Penta, Trinomial};

    #[test]
    fn a_duel_agrees_with_the_plain_formula() {
        let penta = Penta([200, 400, 700, 600, 300]);
        let ratings = fit_ratings(2, &[Encounter::new(0, 1, &penta)], Some(1));
        let elo = penta.elo();
        assert!((ratings[0].elo - elo.value).abs() < 0.1, "{ratings:?}");
        assert!((ratings[0].error / elo.error() - 1.0).abs() < 0.01, "{ratings:?} {elo}");
    }

    #[test]
    fn a_tournament_gives_back_the_ratings_it_was_rolled_from() {
        let truth = [150.0, 60.0, 0.0, -70.0, -140.0];
        let mut random = Random::new(7);
        let mut encounters = Vec::new();
        for first in 0..truth.len() {
            for second in 0..first {
                let model = PairModel::from_elo(truth[first] - truth[second], 0.3);
                let mut penta = Penta::default();
                for _ in 0..1000 {
                    penta.record(model.roll(&mut random), model.roll(&mut random));
                }
                encounters.push(Encounter::new(first, second, &penta));
            }
        }
        for (rating, truth) in fit_ratings(truth.len(), &encounters, None).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 1.5 * rating.error, "{rating:?} {truth}");
            assert!(rating.error > 3.0 && rating.error < 10.0, "{rating:?}");
            assert!((rating.games - 8000.0).abs() < 1e-9, "{rating:?}");
        }
    }

    #[test]
    fn perfect_scores_and_strangers_stay_finite() {
        let wins = Trinomial { wins: 10, ..Trinomial::default() };
        let ratings = fit_ratings(4, &[Encounter::new(0, 1, &wins)], None);
        assert!(ratings[0].elo > 200.0 && ratings[0].elo < 1200.0, "{ratings:?}");
        assert!(ratings[0].error > 200.0 && ratings[0].error.is_finite(), "{ratings:?}");
        assert!(ratings[3].elo.abs() < 1.0 && ratings[3].error > 500.0, "{ratings:?}");
        assert!(fit_ratings(0, &[], None).is_empty());
        assert_eq!(fit_ratings(1, &[Encounter::new(0, 9, &wins)], Some(5)).len(), 1);
    }
}
