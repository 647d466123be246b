//! A played game as PGN, with what the players thought in the comments.
//!
//! The comments are those of cutechess and fastchess, `{+0.31/12 0.540s n=40123}`: score from the
//! mover's view, depth, time and nodes.

use ferz_rules::pgn::{Comment, PgnGame};
use ferz_uci::ScoreValue;

use crate::record::{GameRecord, MoveRecord};

/// What a PGN says before the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnHead {
    /// The name of the event.
    pub event: String,
    /// The day, as `2026.11.16`.
    pub date: String,
    /// The round, and the game in it.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's limits.
    pub white_limit: String,
    /// Black's limits.
    pub black_limit: String,
}

/// The PGN of a game.
pub fn pgn_of(record: &GameRecord, head: &PgnHead) -> PgnGame {
    let mut pgn = PgnGame::new(record.start.clone());
    let headers = &mut pgn.headers;
    headers.set("Event", &head.event);
    headers.set("Site", "?");
    headers.set("Date", &head.date);
    headers.set("Round", &head.round);
    headers.set("White", &head.white);
    headers.set("Black", &head.black);
    if head.white_limit == head.black_limit {
        headers.set("TimeControl", &head.white_limit);
    } else {
        headers.set("WhiteTimeControl", &head.white_limit);
        headers.set("BlackTimeControl", &head.black_limit);
    }
    headers.set("PlyCount", &record.moves.len().to_string());
    headers.set("GameDuration", &format!("{:.3}", record.duration.as_secs_f64()));
    headers.set("Termination", record.ending.termination());
    pgn.result = Some(record.ending.result());
    pgn.moves = record.moves.iter().map(|played| played.mv).collect();
    for (node, played) in pgn.moves.nodes.iter_mut().zip(&record.moves) {
        node.comments.push(Comment::new(&comment(played)));
    }
    let reason = Comment::new(&record.ending.to_string());
    match pgn.moves.nodes.last_mut() {
        Some(node) => node.comments.push(reason),
        None => pgn.moves.comments.push(reason),
    }
    pgn
}

fn comment(played: &MoveRecord) -> String {
    let Some(opinion) = played.opinion else { return "book".to_owned() };
    let score = match opinion.score {
        Some(ScoreValue::Centipawns(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        Some(ScoreValue::Mate(moves)) if moves > 0 => format!("+M{moves}"),
        Some(ScoreValue::Mate(moves)) => format!("-M{}", -moves),
        None => "0.00".to_owned(),
    };
    let depth = opinion.depth.unwrap_or(0);
    let nodes = opinion.nodes.map(|nodes| format!(" n={nodes}")).unwrap_or_default();
    format!("{score}/{depth} {:.3}s{nodes}", played.elapsed.as_secs_f64())
}
