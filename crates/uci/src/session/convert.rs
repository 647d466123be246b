//! Between the words of the protocol and the types of the search.

use std::num::NonZeroU32;
use std::time::Duration;

use ferz_engine::{WdlModel, material};
use ferz_rules::{CastlingStyle, Game, Move, Position, UciMoveError};
use ferz_search::{
    Bound as SearchBound, Clock, Limits, Report, RootMove, Score, TimeBudget, Verdict,
};

use crate::command::Go;
use crate::info::{Bound, Info, InfoScore, MoveLine, ScoreValue, Wdl};
use crate::move_text::MoveText;

/// When a search ordered by `go` ends, where the engine is `overhead` away from the clock.
///
/// # Errors
/// If a move to be searched is not legal in the position.
pub fn search_limits(
    go: &Go,
    position: &Position,
    overhead: Duration,
) -> Result<Limits, UciMoveError> {
    let (limits, errors) = limits(go, position, overhead);
    errors.into_iter().next().map_or(Ok(limits), Err)
}

/// When a search ordered by `go` ends, and what was wrong with the moves it was given. Those are
/// left out: a GUI that has said `go` waits for a move.
pub(super) fn limits(
    go: &Go,
    position: &Position,
    overhead: Duration,
) -> (Limits, Vec<UciMoveError>) {
    let (mut root_moves, mut errors) = (Vec::new(), Vec::new());
    for text in &go.search_moves {
        match text.to_move(position) {
            Ok(mv) => root_moves.push(mv),
            Err(error) => errors.push(error),
        }
    }
    let limits = Limits {
        depth: go.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
        nodes: go.nodes,
        mate: go.mate,
        time: time(go, position, overhead),
        root_moves,
        ..Limits::default()
    };
    (limits, errors)
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

/// As much of a line as may be shown: legal moves, and none after the game is drawn or over. The
/// first move stands in any case where it is legal, since it is the one to be played.
pub(super) fn playable(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut played = Vec::new();
    for mv in line {
        let is_over = game.outcome().is_some() || game.claimable_draw().is_some();
        if (is_over && !played.is_empty()) || game.play(*mv).is_err() {
            break;
        }
        played.push(*mv);
    }
    played
}

/// How scores and moves are written for a search of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Writing {
    pub(super) style: CastlingStyle,
    pub(super) show_wdl: bool,
}

impl Writing {
    /// The `info` line of a report; its line of moves has been made playable.
    pub(super) fn report(self, position: &Position, report: &Report, pv: &[Move]) -> Info {
        let milliseconds = report.time.as_millis().max(1) as u64;
        Info {
            depth: u32::try_from(report.depth).ok(),
            seldepth: u32::try_from(report.selective_depth).ok(),
            multipv: u32::try_from(report.multipv).ok(),
            nodes: Some(report.nodes),
            nps: Some(report.nodes.saturating_mul(1000) / milliseconds),
            hashfull: u32::try_from(report.permille_full).ok(),
            tbhits: Some(report.tb_hits).filter(|hits| *hits > 0),
            time: Some(report.time),
            pv: MoveLine::from_moves(pv.iter().copied(), self.style),
            ..self.scored(position, report.score, report.bound)
        }
    }

    /// A line with nothing but a score.
    pub(super) fn scored(self, position: &Position, score: Score, bound: SearchBound) -> Info {
        let wdl = self.show_wdl.then(|| {
            let chances = WdlModel::OWN.chances(score, position);
            Wdl { win: chances.win, draw: chances.draw, loss: chances.loss }
        });
        Info { score: Some(info_score(position, score, bound)), wdl, ..Info::default() }
    }

    /// The line for the root move at work.
    pub(super) fn root_move(self, root: &RootMove) -> Info {
        Info {
            depth: u32::try_from(root.depth).ok(),
            currmove: Some(MoveText::new(root.mv, self.style)),
            currmovenumber: u32::try_from(root.number).ok(),
            ..Info::default()
        }
    }
}

/// How other engines show a win that endgame tables know, less the half-moves to get there.
const KNOWN_WIN: i32 = 20_000;

/// A score as it is shown: mates in moves, and centipawns of which a hundred win every other game.
pub fn shown_score(score: Score, position: &Position) -> ScoreValue {
    match score.verdict() {
        Verdict::Centipawns(value) => {
            ScoreValue::Centipawns(WdlModel::OWN.normalise(value, material(position)))
        }
        Verdict::TablebaseWin { plies } => ScoreValue::Centipawns(KNOWN_WIN - plies as i32),
        Verdict::TablebaseLoss { plies } => ScoreValue::Centipawns(plies as i32 - KNOWN_WIN),
        Verdict::Mate { plies } => ScoreValue::Mate(plies.div_ceil(2) as i32),
        Verdict::Mated { plies } => ScoreValue::Mate(-(plies.div_ceil(2) as i32)),
    }
}

fn info_score(position: &Position, score: Score, bound: SearchBound) -> InfoScore {
    let bound = match bound {
        SearchBound::Exact => Bound::Exact,
        SearchBound::Lower => Bound::Lower,
        SearchBound::Upper => Bound::Upper,
    };
    InfoScore { value: shown_score(score, position), bound }
}

#[cfg(test)]
mod tests;
