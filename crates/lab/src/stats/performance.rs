//! A player's rating from opponents whose ratings are known.

use super::elo::{Elo, score_of_elo};
use super::normal::Z95;
use super::results::Sample;

/// How far from every opponent a rating is looked for: beyond it all scores are certain.
const REACH: f64 = 2000.0;

/// The rating at which the expected points equal the points, with its interval of 95 %; none
/// without games. A score of nothing or everything gives an infinite rating.
///
/// ```
/// use ferz_lab::stats::{Results, Trinomial, performance};
/// let even = Trinomial { losses: 10, draws: 20, wins: 10 }.sample();
/// let elo = performance(&[(2000.0, even), (2200.0, even)]).unwrap();
/// assert!((elo.value - 2100.0).abs() < 1e-6);
/// assert!(elo.low < 2080.0 && elo.high > 2120.0);
/// assert_eq!(performance(&[]), None);
/// ```
pub fn performance(opponents: &[(f64, Sample)]) -> Option<Elo> {
    let games = |sample: &Sample| sample.len() * sample.games_per_unit();
    let all: f64 = opponents.iter().map(|(_, sample)| games(sample)).sum();
    if all == 0.0 {
        return None;
    }
    let points: f64 = opponents.iter().map(|(_, sample)| games(sample) * sample.mean()).sum();
    let variance: f64 =
        opponents.iter().map(|(_, sample)| games(sample) * sample.game_deviation().powi(2)).sum();
    let error = Z95 * variance.sqrt();
    let rating = |points: f64| rating_of_points(opponents, points, all);
    Some(Elo { value: rating(points), low: rating(points - error), high: rating(points + error) })
}

/// Expected points rise with the rating, so the rating is found by halving.
fn rating_of_points(opponents: &[(f64, Sample)], points: f64, all: f64) -> f64 {
    if points <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if points >= all {
        return f64::INFINITY;
    }
    let expected = |rating: f64| -> f64 {
        let against = |(opponent, sample): &(f64, Sample)| {
            sample.len() * sample.games_per_unit() * score_of_elo(rating - opponent)
        };
        opponents.iter().map(against).sum()
    };
    let ratings = || opponents.iter().map(|(rating, _)| *rating);
    let mut low = ratings().fold(f64::INFINITY, f64::min) - REACH;
    let mut high = ratings().fold(f64::NEG_INFINITY, f64::max) + REACH;
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < points {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Results, Trinomial};

    #[test]
    fn one_opponent_agrees_with_the_plain_formula() {
        let games = Trinomial { losses: 96, draws: 111, wins: 136 };
        let (found, elo) = (performance(&[(1500.0, games.sample())]).unwrap(), games.elo());
        for (found, elo) in [(found.value, elo.value), (found.low, elo.low), (found.high, elo.high)]
        {
            assert!((found - 1500.0 - elo).abs() < 1e-6, "{found} {elo}");
        }
    }

    #[test]
    fn perfect_scores_have_no_upper_end() {
        let games = Trinomial { wins: 5, ..Trinomial::default() };
        assert!(performance(&[(1500.0, games.sample())]).unwrap().high.is_infinite());
    }
}
