//! The moves of a game, each with what it has cost.

use ferz_rules::pgn::PgnGame;
use ferz_rules::{Color, Move};

use super::Opinion;
use super::judge::{Cost, Judgement};

/// A move of a game, judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub mover: Color,
    /// What it cost, in percent of the chance of winning.
    pub lost: f64,
    /// The same in centipawns.
    pub lost_centipawns: i32,
    /// What is wrong with it. Who plays the engine's own move cannot have erred in its eyes.
    pub judgement: Option<Judgement>,
    /// What the engine would have played.
    pub best: Option<Move>,
}

/// Judges as many moves of the main line as there are opinions of the positions before and after
/// them.
pub fn judge_moves(game: &PgnGame, opinions: &[Opinion]) -> Vec<JudgedMove> {
    let mut mover = game.start.turn();
    let around = opinions.iter().zip(opinions.iter().skip(1));
    let judged = game.main_line().zip(around).map(|(mv, (before, after))| {
        let player = mover;
        mover = !mover;
        let cost = Cost::of(player, before, after);
        let best = before.lines.first().and_then(|line| line.moves.first()).copied();
        JudgedMove {
            mv,
            mover: player,
            lost: cost.percent,
            lost_centipawns: cost.centipawns,
            judgement: Judgement::of(cost.percent).filter(|_| best != Some(mv)),
            best,
        }
    });
    judged.collect()
}
