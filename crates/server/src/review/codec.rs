//! Opinions as they are kept in the store.

use ferz_engine::Chances;
use ferz_lab::analysis::{EngineLine, Opinion};
use ferz_rules::{CastlingStyle, Position};
use serde::{Deserialize, Serialize};

use crate::wire::Value;

#[derive(Serialize, Deserialize)]
struct StoredOpinion {
    score: Value,
    wdl: [u32; 3],
    depth: Option<u32>,
    lines: Vec<StoredLine>,
}

#[derive(Serialize, Deserialize)]
struct StoredLine {
    score: Value,
    moves: String,
}

pub(super) fn encode(opinion: &Opinion) -> String {
    let Chances { win, draw, loss } = opinion.chances;
    let line = |line: &EngineLine| {
        let moves = line.moves.iter().map(|mv| mv.uci(CastlingStyle::Chess960).to_string());
        StoredLine { score: line.score.into(), moves: moves.collect::<Vec<_>>().join(" ") }
    };
    let stored = StoredOpinion {
        score: opinion.score.into(),
        wdl: [win, draw, loss],
        depth: opinion.depth,
        lines: opinion.lines.iter().map(line).collect(),
    };
    serde_json::json!(stored).to_string()
}

/// The opinion of a position, unless the text is none.
pub(super) fn decode(position: &Position, text: &str) -> Option<Opinion> {
    let stored: StoredOpinion = serde_json::from_str(text).ok()?;
    let line = |line: StoredLine| {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for word in line.moves.split_ascii_whitespace() {
            let mv = position.parse_uci(word).ok()?;
            position.try_play(mv).ok()?;
            moves.push(mv);
        }
        Some(EngineLine { score: line.score.into(), moves })
    };
    let [win, draw, loss] = stored.wdl;
    Some(Opinion {
        score: stored.score.into(),
        chances: Chances { win, draw, loss },
        depth: stored.depth,
        lines: stored.lines.into_iter().map(line).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use ferz_rules::pgn::EvalScore;

    use super::*;

    #[test]
    fn opinions_are_read_as_they_were_written() {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
        let castle = position.parse_uci("e1g1").expect("legal");
        let mut after = position.clone();
        after.try_play(castle).expect("legal");
        let reply = after.parse_uci("e8e7").expect("legal");
        let line = EngineLine { score: EvalScore::Mate(7), moves: vec![castle, reply] };
        let opinion = Opinion {
            score: EvalScore::Centipawns(-31),
            chances: Chances { win: 500, draw: 300, loss: 200 },
            depth: Some(12),
            lines: vec![line],
        };
        assert_eq!(decode(&position, &encode(&opinion)), Some(opinion));
        assert_eq!(decode(&position, "{}"), None);
    }
}
