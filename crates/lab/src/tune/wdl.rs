//! Fits the model that turns scores into chances to the results of games.
//!
//! Each observation is a score, the material on the board and how the game ended for the player
//! with the score. The two polynomials of [`WdlModel`] are found by maximum likelihood with
//! Fisher's scoring: Newton's method with the expected curvature, which is never negative.

mod linear;
mod read;

use std::fmt;

use ferz_engine::{Polynomial, WdlModel};

pub(crate) use read::shown_centipawns;
pub use read::{ReadError, Selection, from_lines, from_pgn};

/// How a game ended for the player with the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// He won it.
    Win,
    /// It was drawn.
    Draw,
    /// He lost it.
    Loss,
}

/// A score and what became of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    /// In the units of the search.
    pub score: f64,
    /// What [`ferz_engine::material`] says.
    pub material: f64,
    /// How the game ended.
    pub fate: Fate,
}

/// A model and how well it describes what was seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlFit {
    /// The model.
    pub model: WdlModel,
    /// How many observations there were.
    pub observations: usize,
    /// The mean logarithm of the probabilities that the old model gave to what happened.
    pub before: f64,
    /// The same for this model; nearer to zero is better.
    pub after: f64,
}

/// There is too little to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFew {
    /// Observations that ended in a win or a loss.
    pub decided: usize,
    /// All observations.
    pub all: usize,
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decided, all } = self;
        write!(
            f,
            "{all} scores, {decided} of them from decided games, are too few: {LEAST} are needed of both decided and drawn games"
        )
    }
}

impl std::error::Error for TooFew {}

/// Decided and drawn observations without which a fit would mean nothing.
const LEAST: usize = 100;
const MOST_STEPS: usize = 100;
/// The likelihood gained by a step that is not worth another.
const ENOUGH: f64 = 1e-10;

/// Fits polynomials of this degree, three at most.
///
/// # Errors
/// If there are too few decided or drawn games among the observations.
pub fn fit(observations: &[Observation], degree: usize) -> Result<WdlFit, TooFew> {
    let all = observations.len();
    let decided = observations.iter().filter(|seen| seen.fate != Fate::Draw).count();
    if decided < LEAST || all - decided < LEAST {
        return Err(TooFew { decided, all });
    }
    let terms = degree.min(3) + 1;
    // From a flat start, so that the result depends on the observations alone.
    let mut model = WdlModel { a: [150.0, 0.0, 0.0, 0.0], b: [100.0, 0.0, 0.0, 0.0] };
    let mut likelihood = mean_likelihood(&model, observations);
    for _ in 0..MOST_STEPS {
        let Some(step) = scoring_step(&model, observations, terms) else { break };
        let Some((better, gained)) = best_part(&model, &step, terms, likelihood, observations)
        else {
            break;
        };
        model = better;
        likelihood += gained;
        if gained < ENOUGH {
            break;
        }
    }
    let before = mean_likelihood(&WdlModel::OWN, observations);
    Ok(WdlFit { model, observations: all, before, after: likelihood })
}

/// The whole step, or a half, a quarter … of it that makes the observations likelier.
fn best_part(
    model: &WdlModel,
    step: &[f64],
    terms: usize,
    likelihood: f64,
    observations: &[Observation],
) -> Option<(WdlModel, f64)> {
    (0..30).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let mut next = *model;
        for term in 0..terms {
            next.a[term] += part * step[term];
            next.b[term] += part * step[terms + term];
        }
        let gained = mean_likelihood(&next, observations) - likelihood;
        (is_sound(&next) && gained > 0.0).then_some((next, gained))
    })
}

/// Whether both parameters mean something at every material.
fn is_sound(model: &WdlModel) -> bool {
    (0..=20)
        .map(|step| f64::from(step) / 20.0)
        .all(|material| value(&model.a, material) > 20.0 && value(&model.b, material) > 10.0)
}

fn value(polynomial: &Polynomial, at: f64) -> f64 {
    polynomial.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient)
}

fn mean_likelihood(model: &WdlModel, observations: &[Observation]) -> f64 {
    let sum: f64 = observations
        .iter()
        .map(|seen| {
            let (win, loss) = model.probabilities(seen.score, seen.material);
            let chance = match seen.fate {
                Fate::Win => win,
                Fate::Draw => 1.0 - win - loss,
                Fate::Loss => loss,
            };
            chance.max(1e-12).ln()
        })
        .sum();
    sum / observations.len() as f64
}

/// How the three probabilities change with the parameters `a` and `b`.
fn slopes(model: &WdlModel, seen: &Observation) -> [(f64, [f64; 2]); 3] {
    let (win, loss) = model.probabilities(seen.score, seen.material);
    let (a, b) = (model.a(seen.material), model.b(seen.material));
    let slope = |p: f64, score: f64| {
        let steepness = p * (1.0 - p) / b;
        [-steepness, -steepness * (score - a) / b]
    };
    let (wins, losses) = (slope(win, seen.score), slope(loss, -seen.score));
    let draws = [-wins[0] - losses[0], -wins[1] - losses[1]];
    let floor = |p: f64| p.max(1e-9);
    [(floor(win), wins), (floor(1.0 - win - loss), draws), (floor(loss), losses)]
}

/// Solves for the step: expected curvature times step is the slope of the likelihood.
fn scoring_step(model: &WdlModel, observations: &[Observation], terms: usize) -> Option<Vec<f64>> {
    let size = 2 * terms;
    let (mut curvature, mut slope) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for seen in observations {
        let kinds = slopes(model, seen);
        let (chance, change) = kinds[seen.fate as usize];
        let powers: Vec<f64> = (0..terms).map(|term| seen.material.powi(term as i32)).collect();
        for row in 0..size {
            let (row_kind, row_power) = (row / terms, powers[row % terms]);
            slope[row] += change[row_kind] / chance * row_power;
            for column in 0..size {
                let column_kind = column / terms;
                let expected: f64 = kinds
                    .iter()
                    .map(|(p, slopes)| slopes[row_kind] * slopes[column_kind] / p)
                    .sum();
                curvature[row][column] += expected * row_power * powers[column % terms];
            }
        }
    }
    linear::solve(curvature, slope)
}

#[cfg(test)]
mod tests;
