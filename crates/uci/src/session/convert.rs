//! Between the words of the protocol and the types of the search.

use std::num::NonZeroU32;
use std::time::Duration;

use ferz_rules::{CastlingStyle, Position, UciMoveError};
use ferz_search::{
    Bound as SearchBound, Clock, Limits, Report, Score, SearchResult, TimeBudget, Verdict,
};

use crate::command::Go;
use crate::info::{Bound, Info, InfoScore, MoveLine, ScoreValue};

/// When a search ordered by `go` ends, where the engine is `overhead` away from the clock.
///
/// # Errors
/// If a move to be searched is not legal in the position.
pub fn search_limits(
    go: &Go,
    position: &Position,
    overhead: Duration,
) -> Result<Limits, UciMoveError> {
    let root_moves =
        go.search_moves.iter().map(|text| text.to_move(position)).collect::<Result<Vec<_>, _>>()?;
    Ok(Limits {
        depth: go.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
        nodes: go.nodes,
        soft_nodes: None,
        mate: go.mate,
        time: time(go, position, overhead),
        root_moves,
        contempt: 0,
    })
}

fn time(go: &Go, position: &Position, overhead: Duration) -> Option<TimeBudget> {
    if go.infinite {
        return None;
    }
    if let Some(time) = go.move_time {
        return Some(TimeBudget::exactly(time.saturating_sub(overhead).max(time / 10)));
    }
    // A GUI that sends one clock only means that one.
    let turn = position.turn();
    let (clock, other) = (go.clocks[turn], go.clocks[!turn]);
    let (left, increment) = match (clock.time, other.time) {
        (Some(left), _) => (left, clock.increment),
        (None, Some(left)) => (left, other.increment),
        (None, None) => return None,
    };
    let moves_to_go = go.moves_to_go.map(NonZeroU32::get);
    let clock = Clock { left, increment, moves_to_go, overhead };
    Some(clock.budget(position.fullmove_number()))
}

/// The `info` line of a report.
pub(super) fn info(report: &Report, style: CastlingStyle) -> Info {
    let milliseconds = report.time.as_millis().max(1) as u64;
    Info {
        depth: u32::try_from(report.depth).ok(),
        seldepth: u32::try_from(report.selective_depth).ok(),
        multipv: u32::try_from(report.multipv).ok(),
        score: Some(score(report.score, report.bound)),
        nodes: Some(report.nodes),
        nps: Some(report.nodes.saturating_mul(1000) / milliseconds),
        hashfull: u32::try_from(report.permille_full).ok(),
        time: Some(report.time),
        pv: MoveLine::from_moves(report.pv.iter().copied(), style),
        ..Info::default()
    }
}

/// The line for a search that had nothing to report.
pub(super) fn bare_info(result: &SearchResult) -> Info {
    Info { depth: Some(0), score: Some(score(result.score, SearchBound::Exact)), ..Info::default() }
}

impl From<Score> for ScoreValue {
    fn from(score: Score) -> Self {
        match score.verdict() {
            Verdict::Centipawns(value) => Self::Centipawns(value),
            Verdict::Mate { plies } => Self::Mate(plies.div_ceil(2) as i32),
            Verdict::Mated { plies } => Self::Mate(-(plies.div_ceil(2) as i32)),
        }
    }
}

fn score(score: Score, bound: SearchBound) -> InfoScore {
    let bound = match bound {
        SearchBound::Exact => Bound::Exact,
        SearchBound::Lower => Bound::Lower,
        SearchBound::Upper => Bound::Upper,
    };
    InfoScore { value: score.into(), bound }
}
