//! Where runs stand.

use std::collections::BTreeMap;

use ferz_lab::stats::{Elo, Sprt, Verdict};
use ferz_lab::{PlayerTally, Progress, Score, llr};
use serde::Serialize;
use utoipa::ToSchema;

/// Where a run stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StandingsView {
    /// Whether everything has been played.
    complete: bool,
    /// Games that count.
    games: u64,
    /// How games ended.
    terminations: BTreeMap<String, u64>,
    /// Each player.
    players: Vec<TallyView>,
    /// Each pair of players.
    scores: Vec<ScoreView>,
    /// The test.
    sprt: Option<SprtView>,
}

/// A player's results and efforts.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct TallyView {
    name: String,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Games lost on time.
    time_losses: u64,
    /// Games lost without an answer.
    stalls: u64,
    /// Games lost by a crash.
    crashes: u64,
    /// Games lost by an illegal move.
    illegal_moves: u64,
    moves: u64,
    nodes: u64,
    seconds: f64,
}

/// One player against another.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct ScoreView {
    first: String,
    second: String,
    wins: u64,
    losses: u64,
    draws: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    penta: [u64; 5],
    elo: Interval,
    normalized_elo: Interval,
    /// The likelihood that the first is stronger.
    los: Option<f64>,
}

/// A number with its interval of 95 %; what is not finite is null.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// A test.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SprtView {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    llr: Option<f64>,
    low: f64,
    high: f64,
    /// `undecided`, `H0 accepted` or `H1 accepted`.
    verdict: String,
}

impl StandingsView {
    pub(in crate::lab) fn new(names: &[String], progress: &Progress, sprt: Option<&Sprt>) -> Self {
        let standings = &progress.standings;
        let tallies = names.iter().zip(&standings.players);
        let scores = standings.scores.iter();
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        Self {
            complete: progress.is_complete,
            games: standings.games(),
            terminations: standings
                .terminations
                .iter()
                .map(|(word, number)| ((*word).to_owned(), *number))
                .collect(),
            players: tallies.map(|(name, tally)| TallyView::new(name, tally)).collect(),
            scores: scores
                .map(|((first, second), score)| ScoreView::new(name(*first), name(*second), score))
                .collect(),
            sprt: sprt.map(|sprt| SprtView::new(sprt, progress)),
        }
    }
}

impl TallyView {
    fn new(name: &str, tally: &PlayerTally) -> Self {
        let (games, faults, effort) = (tally.score.games, tally.faults, tally.effort);
        Self {
            name: name.to_owned(),
            wins: games.wins,
            losses: games.losses,
            draws: games.draws,
            time_losses: faults.time,
            stalls: faults.stalls,
            crashes: faults.crashes,
            illegal_moves: faults.illegal,
            moves: effort.moves,
            nodes: effort.nodes,
            seconds: effort.time.as_secs_f64(),
        }
    }
}

impl ScoreView {
    fn new(first: String, second: String, score: &Score) -> Self {
        Self {
            first,
            second,
            wins: score.games.wins,
            losses: score.games.losses,
            draws: score.games.draws,
            penta: score.pairs.0,
            elo: Interval::new(&score.elo()),
            normalized_elo: Interval::new(&score.normalized_elo()),
            los: finite(score.los()),
        }
    }
}

impl Interval {
    pub(super) fn new(elo: &Elo) -> Self {
        Self::of(elo.value, (elo.low, elo.high))
    }

    pub(super) fn of(value: f64, (low, high): (f64, f64)) -> Self {
        Self { value: finite(value), low: finite(low), high: finite(high) }
    }
}

impl SprtView {
    fn new(sprt: &Sprt, progress: &Progress) -> Self {
        let (low, high) = sprt.bounds();
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            model: sprt.model().to_string(),
            llr: finite(llr(sprt, &progress.standings.between(0, 1))),
            low,
            high,
            verdict: progress.verdict.unwrap_or(Verdict::Undecided).to_string(),
        }
    }
}

/// JSON has no infinity.
pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
